import { equalBytes } from '@lectern/chain/internal'
import { type BlockName, prefetch } from '@lectern/history'
import { FollowError } from './error.ts'
import { checkLinks, type Outline, showBlock } from './node/outline.ts'
import type { Source } from './node/source.ts'

/** The hashes of every 64th ancestor of a block, 32 bytes each: half a megabyte for a million blocks. */
export interface Marks {
  readonly first: bigint
  readonly hashes: Uint8Array
}

/** The length of a range of headers, of which the last one is known before any of its blocks is stored. */
const RANGE = 64n

export const endOfRange = (number: bigint): bigint => number | (RANGE - 1n)

/** Returns the end of the last full range up to a number. */
export const lastEnd = (number: bigint): bigint => endOfRange(number + 1n) - RANGE

/** Returns the hash of a marked number; undefined for another number. */
export function findMark({ first, hashes }: Marks, number: bigint): Uint8Array | undefined {
  const at = 32 * (Number(number - first) / Number(RANGE))
  return Number.isInteger(at) && at >= 0 && at < hashes.length ? hashes.subarray(at, at + 32) : undefined
}

/** Walks from a block down to the range of a number, by the hashes of parents: so each mark follows from the block. */
export async function markAncestors(
  source: Source,
  block: BlockName,
  down: bigint,
  signal: AbortSignal,
): Promise<Marks> {
  const first = endOfRange(down)
  const ranges = [...listRanges(first + 1n, block.number)].toReversed()
  const hashes = new Uint8Array(32 * ranges.length)
  const read = prefetch(
    ranges,
    () => source.width,
    (range) => readRange(source, range, signal),
  )
  let child = block
  let index = ranges.length
  for await (const outlines of read) {
    checkLinks(source.name, outlines)
    const [lowest, last] = [outlines[0]!, outlines.at(-1)!]
    if (!equalBytes(last.hash, child.hash))
      throw new FollowError('changed', `${source.name} has ${showBlock(last)}, not ${showBlock(child)}.`)
    child = { number: lowest.number - 1n, hash: lowest.parentHash }
    hashes.set(child.hash, 32 * --index)
  }
  return { first, hashes }
}

export interface BlockRange {
  readonly from: bigint
  readonly to: bigint
}

/** Yields the ranges, and parts of them, from one number to another. */
export function* listRanges(from: bigint, to: bigint): Generator<BlockRange> {
  for (let first = from; first <= to; first = endOfRange(first) + 1n)
    yield { from: first, to: min(endOfRange(first), to) }
}

export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Reads the node's headers of a range. Throws FollowError `changed` if it lacks one. */
export async function readRange(
  source: Source,
  { from, to }: BlockRange,
  signal: AbortSignal,
): Promise<Outline[]> {
  const numbers = countUp(from, to)
  const found = await source.outlines(numbers, signal)
  return found.map((outline, index) => {
    if (outline !== null) return outline
    throw new FollowError('changed', `${source.name} has no block ${numbers[index]} any more.`)
  })
}

export const countUp = (from: bigint, to: bigint): bigint[] =>
  Array.from({ length: Math.max(0, Number(to - from) + 1) }, (_, index) => from + BigInt(index))
