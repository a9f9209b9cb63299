import { createHash } from 'node:crypto'
import { fromHex } from '@lectern/chain'
import { HistoryError } from '../../error.ts'
import { readWhole } from '../archive-file.ts'

/** A block as the accumulator of its era counts it: 32 bytes of hash, and the total difficulty as 32 little-endian bytes. */
export interface AccumulatorRecord {
  readonly hash: Uint8Array
  readonly totalDifficulty: Uint8Array
}

/** The 32-byte root over an era's blocks: the hash_tree_root of SSZ's List[{ block_hash: Bytes32, total_difficulty: uint256 }, 8192]. */
export function accumulatorRoot(records: readonly AccumulatorRecord[]): Uint8Array {
  return listRoot(leavesOf(records), RECORDS)
}

/** The 15 hashes beside the path from the hash of each of an era's blocks to its accumulator, the lowest first. */
export function accumulatorBranches(
  records: readonly AccumulatorRecord[],
): (index: number) => readonly Uint8Array[] {
  const branch = listBranches(leavesOf(records), RECORDS)
  return (index) => [records[index]!.totalDifficulty, ...branch(index)]
}

const leavesOf = (records: readonly AccumulatorRecord[]) =>
  records.map(({ hash, totalDifficulty }) => sha256(hash, totalDifficulty))

const RECORDS = 13 // 2^13 = 8,192 blocks

/**
 * The 32-byte root over the accumulator roots of all eras before the merge, as EIP-7643 publishes it: the hash_tree_root of SSZ's
 * { historical_epochs: List[Bytes32, 2048], current_epoch }, whose second part is empty, since the last era was ended by the merge.
 */
export function historyRoot(eras: readonly Uint8Array[]): Uint8Array {
  return sha256(listRoot(eras, 11), accumulatorRoot([])) // 2^11 = 2,048 eras
}

/** The hash_tree_root of a list of 2^depth chunks of 32 bytes at most. */
function listRoot(chunks: readonly Uint8Array[], depth: number): Uint8Array {
  const { levels, zeros, count } = growTree(chunks, depth)
  return sha256(levels[depth]![0] ?? zeros[depth]!, count)
}

/** Gives the branch from each item of a list of 2^depth at most to the list's root: the hashes beside the path, the length last. */
export function listBranches(leaves: readonly Uint8Array[], depth: number): (index: number) => Uint8Array[] {
  const { levels, zeros, count } = growTree(leaves, depth)
  return (index) => [
    ...zeros.slice(0, depth).map((zero, height) => levels[height]![(index >> height) ^ 1] ?? zero),
    count,
  ]
}

/** The hashes of a list's tree from its leaves up, what stands for nothing at each height, and the chunk that counts the leaves. */
function growTree(leaves: readonly Uint8Array[], depth: number) {
  const levels = [leaves]
  const zeros: Uint8Array[] = [new Uint8Array(32)]
  for (let height = 0; height < depth; height++) {
    const [below, zero] = [levels[height]!, zeros[height]!]
    const pairs = Array.from({ length: Math.ceil(below.length / 2) }, (_, at) => at * 2)
    levels.push(pairs.map((at) => sha256(below[at]!, below[at + 1] ?? zero)))
    zeros.push(sha256(zero, zero))
  }
  const count = new Uint8Array(32)
  new DataView(count.buffer).setUint32(0, leaves.length, true)
  return { levels, zeros, count }
}

/** The hash of two nodes of SSZ's trees. */
export const sha256 = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  createHash('sha256').update(left).update(right).digest()

/**
 * The 32-byte accumulator roots of a chain's eras, from era 0 on, out of a file that a person trusts: one after another as bytes, a
 * line of hexadecimal digits each, or portal-spec-tests' historical_hashes_accumulator.ssz (a container of two lists: the roots, and
 * the blocks of an unfinished era). Throws HistoryError `archive` where it is none of these.
 */
export async function readAccumulators(path: string): Promise<Uint8Array[]> {
  const bytes = await readWhole(path)
  const roots = readLines(bytes) ?? readContainer(bytes) ?? readRoots(bytes)
  if (roots !== undefined && roots.length > 0) return roots
  throw new HistoryError(
    'archive',
    `${path} of ${bytes.length} bytes must hold accumulator roots: 32 bytes each, lines of 64 hexadecimal digits, or an SSZ container of them.`,
  )
}

function readLines(bytes: Uint8Array): Uint8Array[] | undefined {
  const lines = Buffer.from(bytes)
    .toString('latin1')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  const digits = lines.map((line) => /^\s*(?:0x)?([0-9a-fA-F]{64})\s*$/.exec(line)?.[1])
  return digits.every((hex) => hex !== undefined) ? digits.map((hex) => fromHex(`0x${hex}`)) : undefined
}

/** SSZ writes where each of a container's lists begins, four little-endian bytes each, and then the lists. */
function readContainer(bytes: Uint8Array): Uint8Array[] | undefined {
  if (bytes.length < HEAD) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const [start, end] = [view.getUint32(0, true), view.getUint32(4, true)]
  if (start !== HEAD || end < HEAD || end > bytes.length || (bytes.length - end) % RECORD !== 0)
    return undefined
  return readRoots(bytes.subarray(HEAD, end))
}

const readRoots = (bytes: Uint8Array): Uint8Array[] | undefined =>
  bytes.length % 32 === 0 ? splitRoots(bytes) : undefined

/** Roots of 32 bytes each that lie one after another. */
export const splitRoots = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: bytes.length / 32 }, (_, index) => bytes.subarray(32 * index, 32 * index + 32))

const HEAD = 8
const RECORD = 64 // a hash and a total difficulty
