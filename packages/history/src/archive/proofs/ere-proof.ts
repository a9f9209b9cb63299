import { type BlockProof, ConsensusError, type Preset } from '@lectern/consensus'
import { type ArchiveFile, openArchiveFile } from '../archive-file.ts'
import { ENTRY_HEAD, malformed, readEntry, readNumbers, typeOf } from '../e2store.ts'
import { ERA_BLOCKS } from '../era-name.ts'
import { decodeProof, refuseProof } from './block-proofs.ts'

/** Reads the proof of one block from an ere file, unchecked. Undefined if the file has no proofs, or not the block. */
export async function readProof(
  path: string,
  number: bigint,
  preset: Preset,
): Promise<BlockProof | undefined> {
  await using file = await openArchiveFile(path)
  for (const offset of await findEntries(file, number)) {
    if (typeOf(await file.read(offset, ENTRY_HEAD)) !== 'proof') continue
    const entry = await readEntry(file, offset)
    try {
      return decodeProof(file, entry, preset)
    } catch (error) {
      if (!(error instanceof ConsensusError)) throw error
      throw refuseProof(file, entry, number, error)
    }
  }
  return undefined
}

/** Returns the offsets of a block's entries, by the index at the file's end; none for a block that it lacks. */
async function findEntries(file: ArchiveFile, number: bigint): Promise<readonly number[]> {
  const refuse = (at: number) => malformed(file, at, 'the file does not end with an index of its blocks')
  if (file.size < MOST_SLOTS * 8) throw refuse(0)
  const [slots, count] = readNumbers(await file.read(file.size - 16, 16)) as [bigint, bigint]
  if (slots < 2n || slots > MOST_SLOTS || count < 1n || count > ERA_BLOCKS) throw refuse(file.size - 16)
  const start = file.size - 24 - 8 * Number(slots * count) - ENTRY_HEAD
  if (start < 0) throw refuse(file.size - 16)
  const { type, data } = await readEntry(file, start)
  if (type !== 'dynamicBlockIndex' || start + ENTRY_HEAD + data.length !== file.size) throw refuse(start)
  const [first, ...offsets] = readNumbers(data)
  const at = Number(number - first!) * Number(slots)
  if (number < first! || number - first! >= count) return []
  return offsets
    .slice(at, at + Number(slots))
    .flatMap((offset) => (offset === 0n ? [] : start + Number(offset)))
}

/** Header, body, receipts, proof and total difficulty. */
const MOST_SLOTS = 5
