import {
  entryLength,
  findPositions,
  firstBits,
  isBucket,
  joinEntries,
  sortEntries,
  splitEntries,
} from './buckets.ts'
import { damaged } from '../../error.ts'
import { seal, SEAL, sealOf, unseal } from '../records/seal.ts'
import type { IndexLevel, State } from '../records/state.ts'
import { read, type ReadOptions } from './lmdb-internals.ts'
import type { Tables } from './tables.ts'

// A B-tree of random hashes slows down as it grows. So hashes go into levels of sealed buckets, each level with 32 times as many buckets as the
// one before. A level that is too full empties its buckets into the next level's, in turn: with each append about as many hashes as came.
// So n hashes are in 1 + log32(n / 16384) levels, most of them in the last two. Each is written about 16 times per level.

// A level's rows are a queue: those that an emptied bucket fills go to its end, with the hashes that are taken from its beginning. LMDB fills pages
// at the end of a range, but leaves them half empty where rows grow.

// A position below BLOCKS is a transaction's; from BLOCKS on it is a block's, counted from the lowest block.

/** Calls `look` with each position below `transactions` that may be a hash's, until it returns something. Throws HistoryError `damaged`. */
export function findHash<T>(
  tables: Tables,
  { levels, transactions }: State,
  hash: Uint8Array,
  look: (position: number) => T | undefined,
  options?: ReadOptions,
): T | undefined {
  const first = Math.min(lastFoundIn, levels.length - 1)
  const found = first < 0 ? undefined : findIn(first)
  if (found !== undefined) return found
  for (let level = levels.length - 1; level >= 0; level--) {
    const found = level === first ? undefined : findIn(level)
    if (found === undefined) continue
    lastFoundIn = level
    return found
  }
  return undefined

  function findIn(level: number): T | undefined {
    for (const position of positionsOf(tables, levels, level, hash, options)) {
      // An unwind leaves its entries: they lead to no transaction, or to a later one.
      const found = position < transactions ? look(position) : undefined
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** Yields the numbers of blocks that may have a hash, the newest first. Throws HistoryError `damaged`. */
export function* findNumbers(
  tables: Tables,
  { levels, lowest }: State,
  hash: Uint8Array,
  options?: ReadOptions,
): Generator<number> {
  for (const level of levels.keys())
    for (const position of positionsOf(tables, levels, level, hash, options))
      if (position >= BLOCKS) yield lowest + position - BLOCKS
}

/** Returns the positions in a level that may be a hash's. */
function positionsOf(
  tables: Tables,
  levels: readonly IndexLevel[],
  level: number,
  hash: Uint8Array,
  options?: ReadOptions,
): readonly number[] {
  const bits = bitsOf(level)
  const key = keyOf(levels, level, firstBits(hash, bits))
  return key === undefined ? [] : findPositions(readBucket(tables, key, options), hash, bits)
}

// Requests come in runs, about the newest blocks or all of a history. Searching a level in vain costs about 2 µs if its pages are not cached.
let lastFoundIn = Infinity

/** The hashes of one commit: of its transactions, and of its blocks from a number on. */
export interface NewHashes {
  readonly transactions: readonly Uint8Array[]
  readonly blocks: readonly Uint8Array[]
  readonly number: number
}

export function addHashes(
  tables: Tables,
  state: State,
  { transactions, blocks, number }: NewHashes,
  recentHashes: number,
): State {
  const hashes = [...transactions, ...blocks]
  const firstBlock = BLOCKS + number - state.lowest - transactions.length
  const positionOf = (index: number) =>
    index + (index < transactions.length ? state.transactions : firstBlock)
  const levels = state.levels.map((level) => ({ ...level }))
  if (levels.length === 0) levels.push(createFirst(tables))
  for (const [bucket, entries] of sortEntries(hashes, positionOf, bitsOf(0)))
    levels[0]!.count += addEntries(tables, bucket, entries)
  for (let level = 0; level < levels.length; level++) {
    const limit = level < LAST ? recentHashes * 2 ** (FAN_BITS * level) : Infinity
    while (levels[level]!.count > limit) emptyBucket(tables, levels, level)
  }
  return { ...state, transactions: state.transactions + transactions.length, levels }
}

/** Checks the order and number of each bucket's entries, and that no others are there. Yields after each thousand buckets. */
export function* checkHashes(tables: Tables, state: () => State): Generator<void, void, void> {
  for (let level = 0; level <= LAST; level++) {
    const { levels } = state()
    const { count = 0, emptied = 0 } = levels[level] ?? {}
    let [found, bucket] = [0, 0]
    for (; bucket < 2 ** bitsOf(level); bucket++) {
      const key = keyOf(state().levels, level, bucket) // a commit moves rows
      if (key === undefined) break
      const entries = readBucket(tables, key)
      if (!isBucket(entries, bucket, bitsOf(level))) throw damaged('the hash index')
      found += entries.length / entryLength(bitsOf(level))
      if (bucket % 1_000 === 999) yield
    }
    if (state().levels !== levels) continue // a commit has changed buckets since
    const [start, end] = [startOf(level), endOf(levels, level)]
    const others = [
      { start, end: end - bucket, limit: 1 },
      { start: end, end: start + LEVEL, limit: 1 },
    ]
    if (
      found !== count ||
      (emptied > 0 && levels[level + 1] === undefined) ||
      others.some((range) => tables.levels.getKeysCount(range) > 0)
    )
      throw damaged('what the state says of the hash index')
  }
}

// A position has 36 bits: half of that range is more than any chain's transactions or blocks.
const BLOCKS = 2 ** 35

const FIRST_BITS = 8
const FAN_BITS = 5
// 2^28 buckets.
const LAST = 4

const bitsOf = (level: number): number => FIRST_BITS + FAN_BITS * level

type Growing = { -readonly [K in keyof IndexLevel]: IndexLevel[K] }

function createFirst(tables: Tables): Growing {
  for (let bucket = 0; bucket < 2 ** FIRST_BITS; bucket++) writeBucket(tables, bucket, EMPTY)
  return { count: 0, emptied: 0 }
}

function emptyBucket(tables: Tables, levels: Growing[], level: number): void {
  const [from, bits, deeper] = [levels[level]!, bitsOf(level), bitsOf(level + 1)]
  const into = (levels[level + 1] ??= { count: 0, emptied: 0 })
  const bucket = from.emptied % 2 ** bits
  const key = keyOf(levels, level, bucket)!
  const entries = readBucket(tables, key).slice()
  for (const [index, part] of splitEntries(entries, bits, deeper).entries()) {
    const old = keyOf(levels, level + 1, bucket * 2 ** FAN_BITS + index)
    const present = old === undefined ? EMPTY : readBucket(tables, old)
    const joined = joinEntries(present, part, deeper)
    into.count += (joined.length - present.length) / entryLength(deeper)
    if (old !== undefined) tables.levels.removeSync(old)
    writeBucket(tables, endOf(levels, level + 1) + index, joined)
  }
  writeBucket(tables, key, EMPTY)
  from.count -= entries.length / entryLength(bits)
  from.emptied++
}

function addEntries(tables: Tables, key: number, entries: Uint8Array): number {
  const present = readBucket(tables, key)
  const joined = joinEntries(present, entries, FIRST_BITS)
  const added = (joined.length - present.length) / entryLength(FIRST_BITS)
  writeBucket(tables, key, joined)
  return added
}

function readBucket(tables: Tables, key: number, options?: ReadOptions): Uint8Array {
  const value = read(tables.levels, key, options)
  if (value === undefined) throw damaged('the hash index')
  return unseal(value, sealOf('levels', key), 'the hash index')
}

function writeBucket(tables: Tables, key: number, entries: Uint8Array): void {
  const bytes = new Uint8Array(entries.length + SEAL)
  bytes.set(entries)
  tables.levels.putSync(key, seal(bytes, entries.length, sealOf('levels', key)))
}

/** Returns the key of a bucket. The first level's always exist; the others once the one above them was emptied, undefined until then. */
function keyOf(levels: readonly IndexLevel[], level: number, bucket: number): number | undefined {
  if (level === 0) return levels.length > 0 ? bucket : undefined
  const last = (levels[level - 1]?.emptied ?? 0) - 1
  const ago = last - (bucket >>> FAN_BITS)
  return ago < 0
    ? undefined
    : startOf(level) + (last - (ago % 2 ** bitsOf(level - 1))) * 2 ** FAN_BITS + (bucket % 2 ** FAN_BITS)
}

/** Returns the key after a level's last one. */
const endOf = (levels: readonly IndexLevel[], level: number): number =>
  level === 0
    ? levels.length && 2 ** FIRST_BITS
    : startOf(level) + (levels[level - 1]?.emptied ?? 0) * 2 ** FAN_BITS

// The deeper level's rows come first. So the end of one meets the beginning of another that soon moves on, and a page has rows of one level.
const startOf = (level: number): number => (level === 0 ? 0 : LEVEL * (LAST + 1 - level))
const LEVEL = 2 ** 44

const EMPTY = new Uint8Array(0)
