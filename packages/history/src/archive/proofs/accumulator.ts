import { fromHex } from '@lectern/chain'
import { hashPair, merkleRoot } from '@lectern/consensus'
import { splitHashes } from '../../store/records/records.ts'
import { readWhole } from '../archive-file.ts'
import { archiveError } from '../../error.ts'

/** A block as the accumulator of its era counts it: 32 bytes of hash, and the total difficulty as 32 little-endian bytes. */
export interface AccumulatorRecord {
  readonly hash: Uint8Array
  readonly totalDifficulty: Uint8Array
}

/** Returns the root of an era's blocks: of SSZ's List[{ block_hash: Bytes32, total_difficulty: uint256 }, 8192]. */
export const accumulatorRoot = (records: readonly AccumulatorRecord[]): Uint8Array =>
  listRoot(leavesOf(records), RECORDS)

/** Returns the 15 siblings of the path from each block's hash to the accumulator of its era, the lowest first. */
export function accumulatorBranches(
  records: readonly AccumulatorRecord[],
): (index: number) => readonly Uint8Array[] {
  const branch = listBranches(leavesOf(records), RECORDS)
  return (index) => [records[index]!.totalDifficulty, ...branch(index)]
}

const leavesOf = (records: readonly AccumulatorRecord[]) =>
  records.map(({ hash, totalDifficulty }) => hashPair(hash, totalDifficulty))

const RECORDS = 13 // 2^13 = 8,192 blocks

/** Returns the root of the accumulators of all eras (EIP-7643). Its second list, of an unfinished era's blocks, is empty. */
export const historyRoot = (eras: readonly Uint8Array[]): Uint8Array =>
  hashPair(listRoot(eras, 11), accumulatorRoot([])) // 2^11 = 2,048 eras

const listRoot = (chunks: readonly Uint8Array[], depth: number) =>
  hashPair(merkleRoot(chunks, depth), lengthChunk(chunks))

/** Returns the siblings of the path from each chunk of a list to the list's root, the length last. */
export function listBranches(chunks: readonly Uint8Array[], depth: number): (index: number) => Uint8Array[] {
  const zeros = Array.from({ length: depth }, (_, height) => merkleRoot([], height))
  const levels = [chunks]
  for (const [height, zero] of zeros.entries()) {
    const below = levels[height]!
    const lefts = below.filter((_, at) => at % 2 === 0)
    levels.push(lefts.map((left, at) => hashPair(left, below[2 * at + 1] ?? zero)))
  }
  return (index) => [
    ...zeros.map((zero, height) => levels[height]![(index >> height) ^ 1] ?? zero),
    lengthChunk(chunks),
  ]
}

function lengthChunk({ length }: readonly Uint8Array[]): Uint8Array {
  const chunk = new Uint8Array(32)
  new DataView(chunk.buffer).setUint32(0, length, true)
  return chunk
}

/** Reads roots of eras from 0 on: bytes, lines of hex, or portal-spec-tests' SSZ container. Throws HistoryError `archive`. */
export async function readAccumulators(path: string): Promise<Uint8Array[]> {
  const bytes = await readWhole(path)
  const roots = readLines(bytes) ?? readContainer(bytes) ?? readRoots(bytes)
  if (roots !== undefined && roots.length > 0) return roots
  throw archiveError(
    `${path} of ${bytes.length} bytes must hold accumulator roots: 32 bytes each, lines of 64 hexadecimal digits, or an SSZ container of them.`,
  )
}

function readLines(bytes: Buffer): Uint8Array[] | undefined {
  const lines = bytes
    .toString('latin1')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  const digits = lines.map((line) => /^\s*(?:0x)?([0-9a-fA-F]{64})\s*$/.exec(line)?.[1])
  return digits.every((hex) => hex !== undefined) ? digits.map((hex) => fromHex(`0x${hex}`)) : undefined
}

/** Reads a container: where each of its lists begins, four little-endian bytes each, and then the lists. */
function readContainer(bytes: Buffer): Uint8Array[] | undefined {
  if (bytes.length < HEAD) return undefined
  const [start, end] = [bytes.readUInt32LE(0), bytes.readUInt32LE(4)]
  if (start !== HEAD || end < HEAD || end > bytes.length || (bytes.length - end) % RECORD !== 0)
    return undefined
  return readRoots(bytes.subarray(HEAD, end))
}

const readRoots = (bytes: Uint8Array): Uint8Array[] | undefined =>
  bytes.length % 32 === 0 ? splitHashes(bytes) : undefined

const HEAD = 8
const RECORD = 64 // a hash and a total difficulty
