import { refuse } from '../error.ts'
import { firstSlot, forkAt, type Network, type Preset } from '../network/network.ts'
import { container } from '../ssz/container.ts'
import { depthOf, isBranch } from '../ssz/merkle.ts'
import { bytes32, type Type, uint64, vector } from '../ssz/types.ts'

/** A kind of history proof, by what it ends at, in the order of the numbers that era files give them (0 to 3). */
export type ProofKind = 'accumulator' | 'historicalRoots' | 'summariesCapella' | 'summariesDeneb'

/** What a kind of proof after the merge ends at, and from which fork on it is used until which. */
const beaconKinds = {
  historicalRoots: { from: 'bellatrix', until: 'capella', executionDepth: 11, fields: 2 },
  summariesCapella: { from: 'capella', until: 'deneb', executionDepth: 11, fields: 1 },
  summariesDeneb: { from: 'deneb', until: 'gloas', executionDepth: 12, fields: 1 },
} as const

/** The kinds of history proofs, by the number that era files give them. */
export const proofKinds: readonly ProofKind[] = /* @__PURE__ */ (() => [
  'accumulator',
  ...(Object.keys(beaconKinds) as (keyof typeof beaconKinds)[]),
])()

/** Proves that a block after the merge is of the beacon chain: the execution block in its beacon block, and that in the history of a state. */
export interface BeaconBlockProof {
  readonly beaconBlockProof: readonly Uint8Array[]
  /** 32 bytes. */
  readonly beaconBlockRoot: Uint8Array
  readonly executionBlockProof: readonly Uint8Array[]
  readonly slot: bigint
}

/** Proves a block before the merge, by the accumulator of its era: 15 hashes. */
export type AccumulatorProof = readonly Uint8Array[]

/** A history proof of any kind. */
export type BlockProof =
  | { readonly kind: 'accumulator'; readonly proof: AccumulatorProof }
  | { readonly kind: Exclude<ProofKind, 'accumulator'>; readonly proof: BeaconBlockProof }

/** Roots that history proofs end at, by what they cover; undefined: not known. Each is 32 bytes. */
export interface HistoryRoots {
  /** The accumulator of an era of 8,192 blocks before the merge. */
  accumulator(era: number): Uint8Array | undefined
  /** The item of `historical_roots` by its index. */
  historicalRoot(index: number): Uint8Array | undefined
  /** The block summary root of `historical_summaries` by its index. */
  summary(index: number): Uint8Array | undefined
}

/** How a proof is written as SSZ, without its kind (portal-network-specs, history; eth-clients/e2store-format-specs). */
function blockProofType(
  kind: ProofKind,
  { slotsPerHistoricalRoot }: Preset,
): Type<AccumulatorProof> | Type<BeaconBlockProof> {
  if (kind === 'accumulator') return vector(bytes32, ACCUMULATOR_DEPTH)
  const { executionDepth, fields } = beaconKinds[kind]
  return container<BeaconBlockProof>({
    beaconBlockProof: vector(bytes32, depthOf(slotsPerHistoricalRoot) + fields - 1),
    beaconBlockRoot: bytes32,
    executionBlockProof: vector(bytes32, executionDepth),
    slot: uint64,
  })
}

/** A history proof from its SSZ. Throws ConsensusError `ssz`. */
export function decodeBlockProof(kind: ProofKind, preset: Preset, bytes: Uint8Array): BlockProof {
  return { kind, proof: blockProofType(kind, preset).decode(bytes) } as BlockProof
}

/** The SSZ of a history proof, without its kind. */
export function encodeBlockProof({ kind, proof }: BlockProof, preset: Preset): Uint8Array {
  return (blockProofType(kind, preset) as Type<typeof proof>).encode(proof)
}

/** A block of the execution chain. */
export interface BlockName {
  readonly number: bigint
  /** 32 bytes. */
  readonly hash: Uint8Array
}

/**
 * Makes sure that a block is of the canonical chain, by a history proof.
 * @param roots Where the proof may end, from a source that one trusts.
 * @throws ConsensusError `accumulatorProof`, `executionProof`, `beaconProof`, `slot` for a proof of another kind than its slot has,
 *   `unknownPeriod` where the root that it ends at is not known.
 */
export function checkBlockProof(
  network: Network,
  block: BlockName,
  { kind, proof }: BlockProof,
  roots: HistoryRoots,
): void {
  if (kind === 'accumulator') return checkAccumulatorProof(block, proof, roots)
  const { slot, beaconBlockRoot, beaconBlockProof, executionBlockProof } = proof
  const { from, until } = beaconKinds[kind]
  const [first, end] = [firstSlot(network, from), firstSlot(network, until)]
  if (first === undefined || slot < first || (end !== undefined && slot >= end))
    refuse(
      'slot',
      `Block ${block.number} has a proof of the kind ${kind}, but its slot ${slot} of ${network.name} needs another.`,
    )
  // The body is the fifth member of a beacon block.
  const gindex = joinIndices(BODY_INDEX, forkAt(network, slot).blockHash!)
  if (!isBranch(block.hash, executionBlockProof, gindex, beaconBlockRoot))
    refuse(
      'executionProof',
      `Block ${block.number} is not in the beacon block of slot ${slot} that its proof names.`,
    )

  const size = network.preset.slotsPerHistoricalRoot
  const index = Number(slot / BigInt(size))
  const root =
    kind === 'historicalRoots' ? roots.historicalRoot(index) : roots.summary(index - summariesStart(network))
  if (!root)
    refuse(
      'unknownPeriod',
      `The proof of block ${block.number} ends in the history of slot ${slot}, whose root is not known.`,
    )
  // A historical root is over block roots and state roots, a summary has them apart.
  const leaves = kind === 'historicalRoots' ? 2 * size : size
  if (!isBranch(beaconBlockRoot, beaconBlockProof, leaves + Number(slot % BigInt(size)), root))
    refuse(
      'beaconProof',
      `The beacon block of slot ${slot} that the proof of block ${block.number} names is not in the chain's history.`,
    )
}

/** The index that the first of the historical summaries would have in historical_roots. */
function summariesStart(network: Network): number {
  return Number(firstSlot(network, 'capella')! / BigInt(network.preset.slotsPerHistoricalRoot))
}

function checkAccumulatorProof(
  { number, hash }: BlockName,
  proof: AccumulatorProof,
  roots: HistoryRoots,
): void {
  const era = Number(number / BigInt(ERA_BLOCKS))
  const root = roots.accumulator(era)
  if (!root)
    refuse(
      'unknownPeriod',
      `The proof of block ${number} ends in the accumulator of era ${era}, which is not known.`,
    )
  // A list of records of two members each, the hash first; beside the list is its length.
  const gindex = 4 * ERA_BLOCKS + 2 * Number(number % BigInt(ERA_BLOCKS))
  if (!isBranch(hash, proof, gindex, root))
    refuse('accumulatorProof', `Block ${number} is not in the accumulator of era ${era}.`)
}

/** The generalized index of a part of a part. */
const joinIndices = (whole: number, part: number): number => {
  const size = 2 ** (depthOf(part + 1) - 1)
  return whole * size + part - size
}

const ERA_BLOCKS = 8192
const ACCUMULATOR_DEPTH = 15
const BODY_INDEX = 12
