import { equalBytes } from '@lectern/chain/internal'
import { FollowError } from './error.ts'
import { type BlockName, checkLinks, type Outline, showBlock } from './node/outline.ts'
import type { Source } from './node/source.ts'

/** The hashes of every 64th ancestor of a block, 32 bytes each: half a megabyte for a million blocks. */
export interface Marks {
  /** The lowest of their numbers. */
  readonly first: bigint
  readonly hashes: Uint8Array
}

/** Headers are asked for in ranges of so many blocks; of each the last one is known before any of its blocks is stored. */
const RANGE = 64n

/** The number of the last block of the range that a number is in. */
export const endOfRange = (number: bigint): bigint => number | (RANGE - 1n)

/** The last block of a range up to a number. */
export const lastEnd = (number: bigint): bigint => endOfRange(number + 1n) - RANGE

/** The hash of a marked number; undefined if it is none. */
export function findMark({ first, hashes }: Marks, number: bigint): Uint8Array | undefined {
  const at = 32 * (Number(number - first) / Number(RANGE))
  return Number.isInteger(at) && at >= 0 && at < hashes.length ? hashes.subarray(at, at + 32) : undefined
}

/**
 * Walks from a block down to the range of a number: each header is the parent of the one above it, so its hash follows from the block's.
 * Throws FollowError `changed` where one is not.
 */
export async function markAncestors(
  source: Source,
  block: BlockName,
  down: bigint,
  signal: AbortSignal,
): Promise<Marks> {
  const first = endOfRange(down)
  const count = Number((block.number - 1n - first) / RANGE) + 1
  const hashes = new Uint8Array(32 * count)
  const inFlight: Promise<Outline[]>[] = []
  let child = block
  let asked = count
  for (let index = count - 1; index >= 0; index--) {
    for (; asked > 0 && inFlight.length < source.width; asked--) {
      const before = first + RANGE * BigInt(asked - 1)
      const to = before + RANGE < block.number ? before + RANGE : block.number
      const range = readRange(source, { from: before + 1n, to }, signal)
      range.catch(() => {}) // it is awaited in its turn
      inFlight.push(range)
    }
    const outlines = await inFlight.shift()!
    checkLinks(source.name, outlines)
    const last = outlines.at(-1)!
    if (!equalBytes(last.hash, child.hash))
      throw new FollowError('changed', `${source.name} has ${showBlock(last)}, not ${showBlock(child)}.`)
    child = { number: outlines[0]!.number - 1n, hash: outlines[0]!.parentHash }
    hashes.set(child.hash, 32 * index)
  }
  return { first, hashes }
}

/** The node's blocks of a range. Throws FollowError `changed` where it lacks one. */
export async function readRange(
  source: Source,
  { from, to }: { readonly from: bigint; readonly to: bigint },
  signal: AbortSignal,
): Promise<Outline[]> {
  const numbers = countUp(from, to)
  const found = await source.outlines(numbers, signal)
  return found.map((outline, index) => {
    if (outline !== null) return outline
    throw new FollowError('changed', `${source.name} has no block ${numbers[index]} any more.`)
  })
}

/** The numbers of a range; none where it ends before it begins. */
export const countUp = (from: bigint, to: bigint): bigint[] =>
  Array.from({ length: Math.max(0, Number(to - from) + 1) }, (_, index) => from + BigInt(index))
