import { refuse } from '../error.ts'
import { findFork, type Fork } from '../network/forks.ts'
import { firstSlot, forkAt, type Network, type Preset } from '../network/network.ts'
import { container } from '../ssz/container.ts'
import { depthOf, isBranch } from '../ssz/merkle.ts'
import { bytes32, type Type, uint64, vector } from '../ssz/types.ts'

/** A kind of history proof, by what it ends at. */
export type ProofKind = 'accumulator' | keyof typeof beaconKinds

/**
 * The kinds of proofs after the merge, and the fork from which on each is used, until the next one. In Gloas a beacon block names the execution block
 * that its own block builds on: the proof of a block is by the beacon block after its own.
 */
const beaconKinds = {
  historicalRoots: 'bellatrix',
  summariesCapella: 'capella',
  summariesDeneb: 'deneb',
  summariesGloas: 'gloas',
} as const

/** The kinds of history proofs. The first four have the index that era files give them; the format has no number for those of Gloas. */
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
  const isHistorical = kind === 'historicalRoots' // over the roots of blocks and of states
  return container<BeaconBlockProof>({
    beaconBlockProof: vector(bytes32, depthOf(slotsPerHistoricalRoot) + Number(isHistorical)),
    beaconBlockRoot: bytes32,
    executionBlockProof: vector(bytes32, depthOf(blockHashIndex(findFork(beaconKinds[kind])!) + 1) - 1),
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
  const begins = Object.values(beaconKinds)
  const [first, end] = begins.slice(begins.indexOf(beaconKinds[kind])).map((fork) => firstSlot(network, fork))
  if (first === undefined || slot < first || (end !== undefined && slot >= end))
    refuse(
      'slot',
      `Block ${block.number} has a proof of the kind ${kind}, but its slot ${slot} of ${network.name} needs another.`,
    )
  const gindex = blockHashIndex(forkAt(network, slot))
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

/** The generalized index of the execution block's hash in a beacon block, whose body is the fifth member. */
const blockHashIndex = ({ blockHash: part }: Fork): number =>
  (BODY_INDEX - 1) * 2 ** (depthOf(part! + 1) - 1) + part!

const ERA_BLOCKS = 8192
const ACCUMULATOR_DEPTH = 15
const BODY_INDEX = 12
