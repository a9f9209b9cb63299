// Networks
export { networks, type NetworkName } from './network/networks.ts'
export { type Genesis, networkFromConfig, readConfig } from './network/config.ts'
export {
  firstSlot,
  forkAt,
  type Network,
  periodAt,
  type Preset,
  presets,
  type ScheduledFork,
  slotAt,
} from './network/network.ts'
export { type Fork, type ForkName, forks } from './network/forks.ts'

// The light client
export {
  applyUpdate,
  type LightClient,
  signingRoot,
  startLightClient,
  type StartOptions,
  type UpdateOptions,
} from './sync/light-client.ts'
export {
  bootstrapFromJson,
  decodeBootstrap,
  decodeUpdate,
  type Update,
  updateFromJson,
  type UpdateKind,
} from './sync/messages.ts'
export {
  type BeaconHeader,
  beaconHeader,
  type Bootstrap,
  type CommitteeUpdate,
  type FinalityUpdate,
  type LightClientHeader,
  lightClientTypes,
  type LightClientTypes,
  type OptimisticUpdate,
  type PayloadHeader,
  payloadHeaders,
  type SyncAggregate,
  type SyncCommittee,
} from './sync/objects.ts'
export { beaconRoot, type ExecutionBlock, executionBlock } from './sync/header.ts'
export { countBits, type VerifySignature, verifySignature } from './sync/bls.ts'

// History proofs
export {
  type AccumulatorProof,
  type BeaconBlockProof,
  type BlockName,
  type BlockProof,
  checkBlockProof,
  decodeBlockProof,
  encodeBlockProof,
  type HistoryRoots,
  type ProofKind,
  proofKinds,
} from './history/block-proof.ts'
export {
  checkSummaries,
  historicalRoots,
  historicalSummaries,
  type HistoricalSummary,
} from './history/summaries.ts'

// SSZ and errors
export { hashPair, isBranch, merkleRoot } from './ssz/merkle.ts'
export { type Container } from './ssz/container.ts'
export { type Type } from './ssz/types.ts'
export { type Check, ConsensusError } from './error.ts'
