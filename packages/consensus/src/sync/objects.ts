import { type Fork, PAYLOAD_INDEX } from '../network/forks.ts'
import type { Preset } from '../network/network.ts'
import { type Container, container, type Fields } from '../ssz/container.ts'
import { depthOf } from '../ssz/merkle.ts'
import { byteList, bytes, bytes32, type Type, uint256, uint64, vector } from '../ssz/types.ts'

/** The header of a beacon block; its root is the block's. */
export interface BeaconHeader {
  readonly slot: bigint
  readonly proposerIndex: bigint
  /** 32 bytes each, also below. */
  readonly parentRoot: Uint8Array
  readonly stateRoot: Uint8Array
  readonly bodyRoot: Uint8Array
}

/** The header of an execution payload; the last two members are there from Deneb on. */
export interface PayloadHeader {
  readonly parentHash: Uint8Array
  readonly feeRecipient: Uint8Array
  readonly stateRoot: Uint8Array
  readonly receiptsRoot: Uint8Array
  readonly logsBloom: Uint8Array
  readonly prevRandao: Uint8Array
  readonly blockNumber: bigint
  readonly gasLimit: bigint
  readonly gasUsed: bigint
  readonly timestamp: bigint
  readonly extraData: Uint8Array
  /** Wei. */
  readonly baseFeePerGas: bigint
  readonly blockHash: Uint8Array
  readonly transactionsRoot: Uint8Array
  readonly withdrawalsRoot: Uint8Array
  readonly blobGasUsed?: bigint
  readonly excessBlobGas?: bigint
}

/** A beacon block's header, and by its fork nothing, `execution` or `executionBlockHash` of the execution chain. */
export interface LightClientHeader {
  readonly beacon: BeaconHeader
  readonly execution?: PayloadHeader
  readonly executionBlockHash?: Uint8Array
  readonly executionBranch?: readonly Uint8Array[]
}

/** The keys of the validators that sign the blocks of a period, 48 bytes each, and their sum. */
export interface SyncCommittee {
  readonly pubkeys: readonly Uint8Array[]
  readonly aggregatePubkey: Uint8Array
}

/** A bit per member of the committee, set for signers, and the sum of their signatures, 96 bytes. */
export interface SyncAggregate {
  readonly syncCommitteeBits: Uint8Array
  readonly syncCommitteeSignature: Uint8Array
}

/** The start of a light client: a header, and the committee of its period. */
export interface Bootstrap {
  readonly header: LightClientHeader
  readonly currentSyncCommittee: SyncCommittee
  readonly currentSyncCommitteeBranch: readonly Uint8Array[]
}

/** A signed header without more. */
export interface OptimisticUpdate {
  readonly attestedHeader: LightClientHeader
  readonly syncAggregate: SyncAggregate
  readonly signatureSlot: bigint
}

/** A signed header, and the one that its state has as finalized. */
export interface FinalityUpdate extends OptimisticUpdate {
  readonly finalizedHeader: LightClientHeader
  readonly finalityBranch: readonly Uint8Array[]
}

/** Also the committee of the next period. */
export interface CommitteeUpdate extends FinalityUpdate {
  readonly nextSyncCommittee: SyncCommittee
  readonly nextSyncCommitteeBranch: readonly Uint8Array[]
}

/** The types of the light client objects of a fork. */
export interface LightClientTypes {
  readonly header: Type<LightClientHeader>
  readonly committee: Type<SyncCommittee>
  readonly bootstrap: Type<Bootstrap>
  readonly update: Type<CommitteeUpdate>
  readonly finalityUpdate: Type<FinalityUpdate>
  readonly optimisticUpdate: Type<OptimisticUpdate>
}

/** The type of a beacon block's header, whose root is the block's. */
export const beaconHeader: Container<BeaconHeader> = /* @__PURE__ */ container({
  slot: uint64,
  proposerIndex: uint64,
  parentRoot: bytes32,
  stateRoot: bytes32,
  bodyRoot: bytes32,
})

const payloadFields = /* @__PURE__ */ (() => ({
  parentHash: bytes32,
  feeRecipient: bytes(20),
  stateRoot: bytes32,
  receiptsRoot: bytes32,
  logsBloom: bytes(256),
  prevRandao: bytes32,
  blockNumber: uint64,
  gasLimit: uint64,
  gasUsed: uint64,
  timestamp: uint64,
  extraData: byteList(32),
  baseFeePerGas: uint256,
  blockHash: bytes32,
  transactionsRoot: bytes32,
  withdrawalsRoot: bytes32,
}))()

/** The types of a payload's header, of Capella and of Deneb. */
export const payloadHeaders: Readonly<Record<'payload' | 'blobPayload', Container<PayloadHeader>>> =
  /* @__PURE__ */ (() => ({
    payload: container<Omit<PayloadHeader, 'blobGasUsed' | 'excessBlobGas'>>(
      payloadFields,
    ) as Container<PayloadHeader>,
    blobPayload: container<Required<PayloadHeader>>({
      ...payloadFields,
      blobGasUsed: uint64,
      excessBlobGas: uint64,
    }) as Container<PayloadHeader>,
  }))()

/** Returns the types of the light client objects of a fork. */
export function lightClientTypes(fork: Fork, { committeeSize }: Preset): LightClientTypes {
  const key = `${fork.name} ${committeeSize}`
  const known = made.get(key)
  if (known) return known
  const header = headerType(fork)
  const committee = container<SyncCommittee>({
    pubkeys: vector(bytes(48), committeeSize),
    aggregatePubkey: bytes(48),
  })
  const attested = { attestedHeader: header }
  const finality = { finalizedHeader: header, finalityBranch: branch(fork.finality) }
  const signed = {
    syncAggregate: container<SyncAggregate>({
      syncCommitteeBits: bytes(committeeSize / 8),
      syncCommitteeSignature: bytes(96),
    }),
    signatureSlot: uint64,
  }
  const types: LightClientTypes = {
    header,
    committee,
    bootstrap: container<Bootstrap>({
      header,
      currentSyncCommittee: committee,
      currentSyncCommitteeBranch: branch(fork.currentCommittee),
    }),
    update: container<CommitteeUpdate>({
      ...attested,
      nextSyncCommittee: committee,
      nextSyncCommitteeBranch: branch(fork.nextCommittee),
      ...finality,
      ...signed,
    }),
    finalityUpdate: container<FinalityUpdate>({ ...attested, ...finality, ...signed }),
    optimisticUpdate: container<OptimisticUpdate>({ ...attested, ...signed }),
  }
  made.set(key, types)
  return types
}

const branch = (gindex: number): Type<readonly Uint8Array[]> => vector(bytes32, depthOf(gindex + 1) - 1)

const made = /* @__PURE__ */ new Map<string, LightClientTypes>()

const headerType = ({ execution, blockHash }: Fork): Type<LightClientHeader> =>
  container<LightClientHeader>({
    beacon: beaconHeader,
    ...(execution === 'hash' && { executionBlockHash: bytes32, executionBranch: branch(blockHash!) }),
    ...((execution === 'payload' || execution === 'blobPayload') && {
      execution: payloadHeaders[execution],
      executionBranch: branch(PAYLOAD_INDEX),
    }),
  } as Fields<LightClientHeader>)
