import { refuse } from '../error.ts'
import { findFork, type Fork } from '../network/forks.ts'
import { firstSlot, forkAt, type Network, type Preset } from '../network/network.ts'
import { container } from '../ssz/container.ts'
import { depthOf, isBranch } from '../ssz/merkle.ts'
import { bytes32, type Type, uint64, vector } from '../ssz/types.ts'

/** A kind of history proof, named by the root that it ends at. */
export type ProofKind = 'accumulator' | keyof typeof beaconKinds

/** The kinds of proofs after the merge, and the fork from which each is used. In Gloas the next beacon block names, and so proves, a block. */
const beaconKinds = {
  historicalRoots: 'bellatrix',
  summariesCapella: 'capella',
  summariesDeneb: 'deneb',
  summariesGloas: 'gloas',
} as const

/** The kinds of history proofs. The first four have the index of era files, which have none for Gloas. */
export const proofKinds: readonly ProofKind[] = /* @__PURE__ */ (() => [
  'accumulator',
  ...(Object.keys(beaconKinds) as (keyof typeof beaconKinds)[]),
])()

/** Proves that a block after the merge is in its beacon block, and that one in the history of a state. */
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

/** The 32-byte roots that history proofs end at; undefined: unknown. */
export interface HistoryRoots {
  /** Returns the accumulator of an era of 8,192 blocks before the merge. */
  accumulator(era: number): Uint8Array | undefined
  /** Returns an item of `historical_roots`. */
  historicalRoot(index: number): Uint8Array | undefined
  /** Returns the block summary root of an item of `historical_summaries`. */
  summary(index: number): Uint8Array | undefined
}

/** Returns the SSZ type of a proof, without its kind (portal-network-specs, history; eth-clients/e2store-format-specs). */
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

/** Decodes a history proof from SSZ. Throws ConsensusError `ssz`. */
export function decodeBlockProof(kind: ProofKind, preset: Preset, bytes: Uint8Array): BlockProof {
  return { kind, proof: blockProofType(kind, preset).decode(bytes) } as BlockProof
}

/** Encodes a history proof as SSZ, without its kind. */
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
 * Checks a history proof that a block is canonical.
 * @param roots The roots that the proof may end at, from a trusted source.
 * @throws ConsensusError `accumulatorProof`, `executionProof`, `beaconProof`, `slot` for the wrong kind, `unknownPeriod` for an unknown root.
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
  const periodOf = (at: bigint) => Number(at / BigInt(size))
  const root =
    kind === 'historicalRoots'
      ? roots.historicalRoot(periodOf(slot))
      : roots.summary(periodOf(slot) - periodOf(firstSlot(network, 'capella')!))
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
  // A list of records of two members each, the hash first, then the length of the list.
  const gindex = 4 * ERA_BLOCKS + 2 * Number(number % BigInt(ERA_BLOCKS))
  if (!isBranch(hash, proof, gindex, root))
    refuse('accumulatorProof', `Block ${number} is not in the accumulator of era ${era}.`)
}

/** Returns the generalized index of the execution block's hash in a beacon block, whose body is the fifth member. */
const blockHashIndex = ({ blockHash: part }: Fork): number =>
  (BODY_INDEX - 1) * 2 ** (depthOf(part! + 1) - 1) + part!

const ERA_BLOCKS = 8192
const ACCUMULATOR_DEPTH = 15
const BODY_INDEX = 12
