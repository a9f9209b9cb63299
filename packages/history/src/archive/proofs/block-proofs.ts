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
import type { ArchiveFile } from '../archive-file.ts'
import type { HistoryError } from '../../error.ts'
import { type Entry, malformed, unpackEntry } from '../e2store.ts'

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
  {
    first,
    rows,
  }: { readonly first: Pick<ProvenBlock, 'number'>; readonly rows: readonly Pick<ProvenBlock, 'hash'>[] },
  entries: readonly Entry[],
  { network, roots }: ProofRoots,
): ProvenBlock | undefined {
  let proven: ProvenBlock | undefined
  for (const [index, entry] of entries.entries()) {
    const block = { number: first.number + BigInt(index), hash: rows[index]!.hash }
    try {
      const proof = decodeProof(file, entry, network.preset)
      checkBlockProof(network, block, proof, roots)
      proven = { ...block, kind: proof.kind }
    } catch (error) {
      if (!(error instanceof ConsensusError)) throw error
      if (error.check !== 'unknownPeriod') throw refuseProof(file, entry, block.number, error)
    }
  }
  return proven
}

/** Decodes a proof: the RLP of its kind and its SSZ. Throws ConsensusError `ssz`, or HistoryError `archive`. */
export function decodeProof(file: ArchiveFile, entry: Entry, preset: Preset): BlockProof {
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

/** The error of a proof that is refused. */
export const refuseProof = (
  file: ArchiveFile,
  { at }: Entry,
  number: bigint,
  { message }: ConsensusError,
): HistoryError =>
  malformed(file, at, `the proof of block ${number} is refused: ${message.replace(/\.$/, '')}`)

/** The kinds of proofs by their number in the format, which has none for Gloas. */
const eraProofKinds = proofKinds.slice(0, 4)

/** The most bytes of a proof: 845 are needed. */
const PROOF_LIMIT = 1024
