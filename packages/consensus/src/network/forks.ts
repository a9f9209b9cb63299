/** A fork of the beacon chain, as far as light clients and history proofs depend on it. */
export interface Fork {
  readonly name: ForkName
  /** The part of the execution block in a light client header: none, the header of its payload, or its hash. */
  readonly execution: 'none' | 'payload' | 'blobPayload' | 'hash'
  /** Generalized indices in the state: `finality` is that of the finalized checkpoint's root. */
  readonly currentCommittee: number
  readonly nextCommittee: number
  readonly finality: number
  /** In the state; undefined before Capella. */
  readonly summaries: number | undefined
  /** Generalized index of the execution block's hash in the block's body; undefined before the merge. In Gloas the hash is that of the bid's parent. */
  readonly blockHash: number | undefined
}

/** A fork that this package knows. */
export type ForkName = 'phase0' | 'altair' | 'bellatrix' | 'capella' | 'deneb' | 'electra' | 'fulu' | 'gloas'

const altair = { currentCommittee: 54, nextCommittee: 55, finality: 105 }
const electra = { currentCommittee: 86, nextCommittee: 87, finality: 169 } // the state has more than 32 members
const gloas = { currentCommittee: 2945, nextCommittee: 2946, finality: 735 } // EIP-7688

/** The forks in their order (consensus-specs, light-client/sync-protocol.md of each; ssz/merkle-proofs.md for the indices). */
// oxfmt-ignore
export const forks: readonly Fork[] = [
  { name: 'phase0', execution: 'none', ...altair, summaries: undefined, blockHash: undefined }, // its blocks are in historical_roots
  { name: 'altair', execution: 'none', ...altair, summaries: undefined, blockHash: undefined },
  { name: 'bellatrix', execution: 'none', ...altair, summaries: undefined, blockHash: 412 },
  { name: 'capella', execution: 'payload', ...altair, summaries: 59, blockHash: 412 },
  { name: 'deneb', execution: 'blobPayload', ...altair, summaries: 59, blockHash: 812 },
  { name: 'electra', execution: 'blobPayload', ...electra, summaries: 91, blockHash: 812 },
  { name: 'fulu', execution: 'blobPayload', ...electra, summaries: 91, blockHash: 812 },
  { name: 'gloas', execution: 'hash', ...gloas, summaries: 2950, blockHash: 2856 },
]

/** Returns the row of a fork; undefined if it is unknown. */
export function findFork(name: unknown): Fork | undefined {
  return forks.find((fork) => fork.name === name)
}

/** Generalized index of the execution payload's header in the block's body, from Capella to Fulu. */
export const PAYLOAD_INDEX = 25
