import { readFile } from 'node:fs/promises'
import { fromHex } from '@lectern/chain'
import { HistoryError } from '../error.ts'
import { reasonOf } from '../fault.ts'

/**
 * The 32-byte accumulator roots of a chain's eras, from era 0 on, out of a file that a person trusts: one after another as bytes, a
 * line of hexadecimal digits each, or portal-spec-tests' historical_hashes_accumulator.ssz (a container of two lists: the roots, and
 * the blocks of an unfinished era). Throws HistoryError `archive` where it is none of these.
 */
export async function readAccumulators(path: string): Promise<Uint8Array[]> {
  const bytes = await readFile(path).catch((cause: Error) => {
    throw new HistoryError('archive', `${path} cannot be read: ${reasonOf(cause)}.`, { cause })
  })
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
  bytes.length % 32 === 0
    ? Array.from({ length: bytes.length / 32 }, (_, index) => bytes.subarray(32 * index, 32 * index + 32))
    : undefined

const HEAD = 8
const RECORD = 64 // a hash and a total difficulty
