import { decodeRlp, encodeRlp } from '@lectern/chain/internal'
import {
  type BlockName,
  type BlockProof,
  checkBlockProof,
  ConsensusError,
  decodeBlockProof,
  encodeBlockProof,
  type HistoryRoots,
  type Network,
  type Preset,
  type ProofKind,
  proofKinds,
} from '@lectern/consensus'
import { type ArchiveFile, openArchiveFile } from '../archive-file.ts'
import { ENTRY_HEAD, type Entry, malformed, readEntry, readNumbers, typeOf, unpackEntry } from '../e2store.ts'
import { ERA_BLOCKS } from '../eras.ts'

/** The roots that the proofs of an era file end at. */
export interface ProofRoots {
  readonly network: Network
  readonly roots: HistoryRoots
}

/** A block that a history proof shows to be of the chain, and so all before it. */
export interface ProvenBlock extends BlockName {
  readonly kind: ProofKind
}

/** Checks the proofs of an ere file, one per header, and returns the last block that they prove; undefined if no root is known. */
export function checkProofs(
  file: ArchiveFile,
  blocks: readonly BlockName[],
  entries: readonly Entry[],
  { network, roots }: ProofRoots,
): ProvenBlock | undefined {
  let proven: ProvenBlock | undefined
  for (const [index, entry] of entries.entries()) {
    const { number, hash } = blocks[index]!
    try {
      const proof = decodeProof(file, entry, network.preset)
      checkBlockProof(network, { number, hash }, proof, roots)
      proven = { number, hash, kind: proof.kind }
    } catch (error) {
      if (!(error instanceof ConsensusError)) throw error
      if (error.check !== 'unknownPeriod') throw refuseProof(file, entry, number, error)
    }
  }
  return proven
}

/** Decodes a proof: the RLP of its kind and its SSZ. Throws ConsensusError `ssz`, or HistoryError `archive`. */
function decodeProof(file: ArchiveFile, entry: Entry, preset: Preset): BlockProof {
  const bytes = unpackEntry(file, entry, PROOF_LIMIT)
  const [kind, proof, ...rest] = readList(bytes)
  const name = eraProofKinds[kind?.length === 0 ? 0 : kind?.length === 1 ? kind[0]! : -1]
  if (!name || kind![0] === 0 || !proof || rest.length > 0)
    throw new ConsensusError('ssz', 'It is no list of a kind, from 0 to 3, and its bytes.')
  return decodeBlockProof(name, preset, proof)
}

function readList(bytes: Uint8Array): readonly (Uint8Array | undefined)[] {
  try {
    const item = decodeRlp(bytes)
    if (!(item instanceof Uint8Array))
      return item.map((part) => (part instanceof Uint8Array ? part : undefined))
  } catch {}
  return []
}

/** Encodes a proof: its kind and its SSZ, as RLP. The format has no number for the proofs of Gloas. */
export function encodeProof(proof: BlockProof, preset: Preset): Uint8Array {
  const kind = eraProofKinds.indexOf(proof.kind)
  if (kind < 0) throw new TypeError(`Era files have no type of proof ${proof.kind}.`)
  return encodeRlp([kind === 0 ? new Uint8Array() : Uint8Array.of(kind), encodeBlockProof(proof, preset)])
}

const refuseProof = (file: ArchiveFile, { at }: Entry, number: bigint, { message }: ConsensusError) =>
  malformed(file, at, `the proof of block ${number} is refused: ${message.replace(/\.$/, '')}`)

/** The kinds of proofs by their number in the format, which has none for Gloas. */
const eraProofKinds = proofKinds.slice(0, 4)

const PROOF_LIMIT = 1024 // the most bytes of a proof: 845 are needed

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

const MOST_SLOTS = 5 // header, body, receipts, proof and total difficulty
