import {
  ENTRY,
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
// So n hashes are in 1 + log32(n / 16384) levels, most of them in the last two. Each is written about 16 times per level, in key order.

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
    const bucket = firstBits(hash, bitsOf(level))
    if (!isThere(levels, level, bucket)) return undefined
    for (const position of findPositions(readBucket(tables, level, bucket, options), hash)) {
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
  for (const level of levels.keys()) {
    const bucket = firstBits(hash, bitsOf(level))
    if (!isThere(levels, level, bucket)) continue
    for (const position of findPositions(readBucket(tables, level, bucket, options), hash))
      if (position >= BLOCKS) yield lowest + position - BLOCKS
  }
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
    levels[0]!.count += addEntries(tables, 0, bucket, entries)
  for (let level = 0; level < levels.length; level++) {
    const limit = level < LAST ? recentHashes * 2 ** (FAN_BITS * level) : Infinity
    while (levels[level]!.count > limit) emptyBucket(tables, levels, level)
  }
  return { ...state, transactions: state.transactions + transactions.length, levels }
}

/** Checks the order and number of each bucket's entries, and that they belong there. Yields after each thousand buckets. */
export function* checkHashes(tables: Tables, state: () => State): Generator<void, void, void> {
  for (let level = 0; level < state().levels.length; level++) {
    const { levels } = state()
    let count = 0
    let bucket = 0
    for (; bucket < 2 ** bitsOf(level) && isThere(levels, level, bucket); bucket++) {
      const entries = readBucket(tables, level, bucket)
      if (!isBucket(entries, bucket, bitsOf(level))) throw damaged('the hash index')
      count += entries.length / ENTRY
      if (bucket % 1_000 === 999) yield
    }
    if (state().levels !== levels) continue // a commit has changed buckets since
    const { emptied } = levels[level]!
    const isLast = level === levels.length - 1
    const more = { start: keyOf(level, bucket), end: keyOf(isLast ? LAST + 1 : level + 1, 0), limit: 1 }
    if (count !== levels[level]!.count || (isLast && emptied > 0) || tables.levels.getKeysCount(more) > 0)
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
  for (let bucket = 0; bucket < 2 ** FIRST_BITS; bucket++) writeBucket(tables, 0, bucket, EMPTY)
  return { count: 0, emptied: 0 }
}

function emptyBucket(tables: Tables, levels: Growing[], level: number): void {
  const [from, bits] = [levels[level]!, bitsOf(level)]
  const into = (levels[level + 1] ??= { count: 0, emptied: 0 })
  const bucket = from.emptied % 2 ** bits
  const entries = readBucket(tables, level, bucket).slice()
  const first = bucket * 2 ** FAN_BITS
  const joined = splitEntries(entries, bits, bits + FAN_BITS).map((part, index) => {
    if (!isThere(levels, level + 1, first)) return part
    const present = readBucket(tables, level + 1, first + index)
    into.count -= present.length / ENTRY
    return joinEntries(present, part)
  })
  // LMDB fills pages with keys that come in order, but leaves them half empty where values grow.
  for (const index of joined.keys()) tables.levels.removeSync(keyOf(level + 1, first + index))
  for (const [index, entries] of joined.entries()) {
    writeBucket(tables, level + 1, first + index, entries)
    into.count += entries.length / ENTRY
  }
  writeBucket(tables, level, bucket, EMPTY)
  from.count -= entries.length / ENTRY
  from.emptied++
}

/** Whether a bucket exists: the first level's always do, the others' once the one above them was emptied. */
function isThere(levels: readonly IndexLevel[], level: number, bucket: number): boolean {
  return level === 0 || bucket >>> FAN_BITS < levels[level - 1]!.emptied
}

function addEntries(tables: Tables, level: number, bucket: number, entries: Uint8Array): number {
  const present = readBucket(tables, level, bucket)
  const joined = joinEntries(present, entries)
  const added = (joined.length - present.length) / ENTRY
  writeBucket(tables, level, bucket, joined)
  return added
}

function readBucket(tables: Tables, level: number, bucket: number, options?: ReadOptions): Uint8Array {
  const key = keyOf(level, bucket)
  const value = read(tables.levels, key, options)
  if (value === undefined) throw damaged('the hash index')
  return unseal(value, sealOf('levels', key), 'the hash index')
}

function writeBucket(tables: Tables, level: number, bucket: number, entries: Uint8Array): void {
  const key = keyOf(level, bucket)
  const bytes = new Uint8Array(entries.length + SEAL)
  bytes.set(entries)
  tables.levels.putSync(key, seal(bytes, entries.length, sealOf('levels', key)))
}

const keyOf = (level: number, bucket: number): number => level * 2 ** 32 + bucket

const EMPTY = new Uint8Array(0)
