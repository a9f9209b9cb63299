import {
  bitsFor,
  ENTRY,
  findPositions,
  firstBits,
  joinEntries,
  MAX_BITS,
  splitEntries,
  writeEntry,
} from './runs.ts'
import { damaged, seal, SEAL, unseal } from './seal.ts'
import type { Run, State } from './state.ts'
import { read, type ReadOptions, type Tables } from './tables.ts'

// A B-tree of random hashes slows down as it grows (121 thousand inserts a second, 33 thousand at 18 million), so only recent hashes are
// in one. They are frozen into runs, and runs of a size are joined two by two, a little with each append: n hashes are in log2(n / frozen)
// runs at most, the biggest with half of them, and each is written log2(n / frozen) times.

/** Calls `look` with each position where a hash may be, until it gives something. Throws HistoryError `damaged`. */
export function findHash<T>(
  tables: Tables,
  { recent, runs }: State,
  hash: Uint8Array,
  look: (position: number) => T | undefined,
  options?: ReadOptions,
): T | undefined {
  if (recent > 0) {
    const value = read(tables.recent, hash, options)
    const found = value && look(readPosition(value))
    if (found !== undefined) return found
    // Unlike a frozen entry, a recent one goes with its transaction.
    if (value) throw damaged('the hash index')
  }
  for (const run of runs)
    for (const part of partsOf(run, hash)) {
      const bucket = readBucket(tables, part, firstBits(hash, part.bits), options)
      for (const position of findPositions(bucket, hash)) {
        const found = look(position)
        if (found !== undefined) return found
      }
    }
  return undefined
}

/** Adds the hashes of the transactions from a position on. What the index becomes is for the caller to write. */
export function addHashes(
  tables: Tables,
  state: State,
  hashes: readonly Uint8Array[],
  frozenAt: number,
): State {
  for (const [index, hash] of hashes.entries())
    tables.recent.putSync(hash, writePosition(state.transactions + index))
  const added: State = {
    ...state,
    transactions: state.transactions + hashes.length,
    recent: state.recent + hashes.length,
  }
  const settled = joinRuns(tables, added, JOINED_PER_HASH * hashes.length)
  return settled.recent >= frozenAt ? planJoins(freeze(tables, settled)) : settled
}

/** Takes a hash away; where it is frozen it stays behind, and matches no record. */
export function removeHash(tables: Tables, state: State, hash: Uint8Array): State {
  return tables.recent.removeSync(hash) ? { ...state, recent: state.recent - 1 } : state
}

// A run of n hashes is ready when n / 4 more have come, long before the next of its size.
const JOINED_PER_HASH = 8

function freeze(tables: Tables, state: State): State {
  const count = state.recent
  const run: Run = { id: state.nextRun, bits: bitsFor(count), count, level: 0 }
  const bucket = new Uint8Array(count * ENTRY)
  let length = 0
  let next = 0
  const finish = (until: number) => {
    for (; next < until; next++) {
      writeBucket(tables, run, next, bucket.subarray(0, length))
      length = 0
    }
  }
  for (const { key, value } of tables.recent.getRange()) {
    finish(firstBits(key, run.bits))
    writeEntry(bucket, length, key, readPosition(value))
    length += ENTRY
  }
  finish(2 ** run.bits)
  tables.recent.clearSync()
  return { ...state, recent: 0, runs: [...state.runs, run], nextRun: state.nextRun + 1 }
}

/** Begins to join the first two runs of each level. */
function planJoins(state: State): State {
  const runs = [...state.runs]
  let { nextRun } = state
  for (let index = 0; index + 1 < runs.length; index++) {
    const [a, b] = [runs[index]!, runs[index + 1]!]
    if (a.merging || b.merging || a.level !== b.level) continue
    const count = a.count + b.count
    const bits = Math.max(bitsFor(count), a.bits, b.bits)
    runs.splice(index, 2, {
      id: nextRun++,
      bits,
      count,
      level: a.level + 1,
      merging: { from: [a, b], done: 0 },
    })
  }
  return { ...state, runs, nextRun }
}

/** Joins about so many hashes in each run that is being made. */
function joinRuns(tables: Tables, state: State, budget: number): State {
  if (!state.runs.some(({ merging }) => merging)) return state
  const runs = state.runs.map((run) => joinRun(tables, run, budget))
  const ready = runs.some((run, index) => !run.merging && state.runs[index]!.merging)
  return ready ? planJoins({ ...state, runs }) : { ...state, runs }
}

function joinRun(tables: Tables, run: Run, budget: number): Run {
  if (!run.merging) return run
  const { from } = run.merging
  let { done } = run.merging
  const bits = partBits(run)
  for (let joined = 0; joined < budget && done < 2 ** bits; done++) {
    const [a, b] = from.map((source) => takePart(tables, source, bits, done)) as [Uint8Array, Uint8Array]
    const entries = joinEntries(a, b)
    const buckets = splitEntries(entries, bits, run.bits)
    for (const [index, bucket] of buckets.entries())
      writeBucket(tables, run, done * buckets.length + index, bucket)
    joined += entries.length / ENTRY
  }
  const { id, count, level } = run
  const ready = { id, bits: run.bits, count, level }
  return done === 2 ** bits ? ready : { ...ready, merging: { from, done } }
}

/** The entries of a part of a run, which are taken out of it. */
function takePart(tables: Tables, run: Run, bits: number, part: number): Uint8Array {
  const width = 2 ** (run.bits - bits)
  const buckets: Uint8Array[] = []
  for (let bucket = part * width; bucket < (part + 1) * width; bucket++) {
    buckets.push(readBucket(tables, run, bucket).slice())
    tables.runs.removeSync(keyOf(run, bucket))
  }
  return buckets.length === 1 ? buckets[0]! : Buffer.concat(buckets)
}

/** The runs that may hold a hash: a run that is being made holds the parts that are done, its sources the rest. */
function partsOf(run: Run, hash: Uint8Array): readonly Run[] {
  if (!run.merging) return [run]
  return firstBits(hash, partBits(run)) < run.merging.done ? [run] : run.merging.from
}

const partBits = ({ bits, merging }: Run): number =>
  Math.min(bits, ...(merging?.from.map((source) => source.bits) ?? []))

const keyOf = ({ id }: Run, bucket: number): number => id * 2 ** MAX_BITS + bucket

function readBucket(tables: Tables, run: Run, bucket: number, options?: ReadOptions): Uint8Array {
  const value = read(tables.runs, keyOf(run, bucket), options)
  if (value === undefined) throw damaged('the hash index')
  return unseal(value, 'the hash index')
}

function writeBucket(tables: Tables, run: Run, bucket: number, entries: Uint8Array): void {
  const bytes = new Uint8Array(entries.length + SEAL)
  bytes.set(entries)
  // Runs grow side by side, so a key is the highest of its own run only.
  tables.runs.putSync(keyOf(run, bucket), seal(bytes, entries.length))
}

const readPosition = (value: Uint8Array): number =>
  value.reduce((position, octet) => position * 256 + octet, 0)

function writePosition(position: number): Uint8Array {
  const value = new Uint8Array(5)
  for (let i = 4, rest = position; i >= 0; i--, rest = Math.floor(rest / 256)) value[i] = rest % 256
  return value
}
