import { concatBytes } from '@noble/hashes/utils.js'
import { equalBytes, isZero, toHex } from '../bytes.ts'
import { refuse } from '../error.ts'
import { type Fork } from '../network/forks.ts'
import { forkAt, type Network, periodAt, type ScheduledFork } from '../network/network.ts'
import { bytesRoot, hashPair, isBranch } from '../ssz/merkle.ts'
import type { Type } from '../ssz/types.ts'
import { countBits, type VerifySignature, verifySignature } from './bls.ts'
import { beaconRoot, checkExecution } from './header.ts'
import type { Update } from './messages.ts'
import { type Bootstrap, type LightClientHeader, lightClientTypes, type SyncCommittee } from './objects.ts'

/** The state of a light client: plain data. `startLightClient` creates it, and `applyUpdate` returns the next one. */
export interface LightClient {
  readonly network: Network
  /** The highest proven finalized header. It never goes back. */
  readonly finalized: LightClientHeader
  /** The highest header with more than half as many signers as before: it may still be replaced. */
  readonly optimistic: LightClientHeader
  /** The number of signers of each of the two; 0 for the checkpoint. */
  readonly participants: { readonly finalized: number; readonly optimistic: number }
  /** The committee of the finalized header's period. */
  readonly committee: SyncCommittee
  /** The committee of the next period, once an update has proven it. */
  readonly nextCommittee: SyncCommittee | undefined
  /** The most signers of an update in the last period, and in this one. */
  readonly mostParticipants: { readonly before: number; readonly now: number }
}

/** The options of a start. */
export interface StartOptions {
  /** The present slot: `slotAt`. */
  readonly slot: bigint
  /** The most seconds between the checkpoint and now: older validators may have left, and sign what they like. @default 1_209_600, 14 days */
  readonly maxAge?: number | undefined
}

/** The options of an update. */
export interface UpdateOptions {
  /** The present slot: `slotAt`. */
  readonly slot: bigint
  /** The least signers that move the finalized header, from two thirds of the committee to all. @default two thirds of the committee */
  readonly threshold?: number | undefined
  /** Checks a signature; a native library is faster. @default verifySignature */
  readonly verify?: VerifySignature | undefined
}

/**
 * Starts a light client at a trusted block (consensus-specs, initialize_light_client_store).
 * @param checkpoint The 32-byte root of a trusted finalized beacon block.
 * @throws ConsensusError `checkpoint`, `time`, `age`, `executionBranch` or `committeeBranch`.
 * @example
 * const client = startLightClient(networks.mainnet, checkpoint, bootstrapFromJson(networks.mainnet, json), { slot })
 */
export function startLightClient(
  network: Network,
  checkpoint: Uint8Array,
  { header, currentSyncCommittee: committee, currentSyncCommitteeBranch: branch }: Bootstrap,
  { slot, maxAge = 1_209_600 }: StartOptions,
): LightClient {
  const { beacon } = header
  const root = beaconRoot(beacon)
  if (!equalBytes(root, checkpoint))
    refuse(
      'checkpoint',
      `The bootstrap is of the block ${toHex(root)}, but the checkpoint is ${toHex(checkpoint)}.`,
    )
  if (beacon.slot > slot) refuse('time', `The checkpoint is of slot ${beacon.slot}, but now is slot ${slot}.`)
  const age = Number(slot - beacon.slot) * network.secondsPerSlot
  if (age > maxAge)
    refuse(
      'age',
      `The checkpoint of slot ${beacon.slot} is ${age} seconds old, more than ${maxAge}: take a newer one from a source that you trust.`,
    )
  checkExecution(network, header, 'bootstrap')
  const fork = forkAt(network, beacon.slot)
  const { committee: type } = lightClientTypes(fork, network.preset)
  if (!isBranch(type.root(committee), branch, fork.currentCommittee, beacon.stateRoot))
    refuse(
      'committeeBranch',
      `The sync committee of the bootstrap is not in the state of slot ${beacon.slot}.`,
    )
  return {
    network,
    finalized: header,
    optimistic: header,
    participants: { finalized: 0, optimistic: 0 },
    committee,
    nextCommittee: undefined,
    mostParticipants: { before: 0, now: 0 },
  }
}

/**
 * Returns the light client after an update of any kind (consensus-specs, process_light_client_update, without force updates).
 * @returns Another object, with the same `finalized` header or a later one, which at least `threshold` members of a known committee signed.
 * @throws ConsensusError with the first failed check: `participants`, `executionBranch`, `time`, `period`, `irrelevant`, `finalizedHeader`,
 *   `finalityBranch`, `nextCommittee`, `nextCommitteeBranch`, `signature`; or `config` for a threshold out of range.
 */
export function applyUpdate(client: LightClient, update: Update, options: UpdateOptions): LightClient {
  const { network } = client
  const size = network.preset.committeeSize
  const least = Math.ceil((size * 2) / 3)
  const { threshold = least } = options
  if (!(threshold >= least && threshold <= size))
    refuse('config', `threshold must lie between ${least} and ${size}, not ${threshold}.`)
  const { finalized, next } = checkUpdate(client, update, options)
  const signers = countBits(update.syncAggregate.syncCommitteeBits)
  const attested = update.attestedHeader
  const periodOf = ({ beacon }: LightClientHeader) => periodAt(network, beacon.slot)

  const { before, now } = client.mostParticipants
  let changed: LightClient = { ...client, mostParticipants: { before, now: Math.max(now, signers) } }
  if (signers > Math.floor(Math.max(before, now, signers) / 2) && isLater(attested, client.optimistic))
    changed = moveOptimistic(changed, attested, signers)
  if (!finalized || signers < threshold) return changed

  const completes = !client.nextCommittee && next && periodOf(finalized) === periodOf(attested)
  const advances = isLater(finalized, client.finalized)
  if (!advances && !completes) return changed
  if (!client.nextCommittee) changed = { ...changed, nextCommittee: next }
  else if (periodOf(finalized) > periodOf(client.finalized))
    changed = {
      ...changed,
      committee: client.nextCommittee,
      nextCommittee: next,
      mostParticipants: { before: changed.mostParticipants.now, now: 0 },
    }
  if (!advances) return changed
  changed = { ...changed, finalized, participants: { ...changed.participants, finalized: signers } }
  return isLater(finalized, changed.optimistic) ? moveOptimistic(changed, finalized, signers) : changed
}

const isLater = (a: LightClientHeader, b: LightClientHeader): boolean => a.beacon.slot > b.beacon.slot

const moveOptimistic = (
  client: LightClient,
  optimistic: LightClientHeader,
  signers: number,
): LightClient => ({
  ...client,
  optimistic,
  participants: { ...client.participants, optimistic: signers },
})

/** The proven parts of an update, apart from its attested header. */
interface Proven {
  /** Of slot 0, and empty, if the finalized checkpoint is the genesis. */
  readonly finalized: LightClientHeader | undefined
  readonly next: SyncCommittee | undefined
}

/** Runs the checks of validate_light_client_update, the cheap ones first. */
function checkUpdate(
  client: LightClient,
  update: Update,
  { slot: now, verify = verifySignature }: UpdateOptions,
): Proven {
  const { network } = client
  const { attestedHeader, finalizedHeader, syncAggregate, signatureSlot } = update
  const { syncCommitteeBits: bits, syncCommitteeSignature: signature } = syncAggregate
  if (countBits(bits) < 1)
    refuse('participants', `The update of slot ${attestedHeader.beacon.slot} has no signer.`)
  checkExecution(network, attestedHeader, 'attested')
  const attested = attestedHeader.beacon.slot
  const finalizedSlot = finalizedHeader?.beacon.slot ?? 0n
  if (!(now >= signatureSlot && signatureSlot > attested && attested >= finalizedSlot))
    refuse(
      'time',
      `The slots must be in order: finalized ${finalizedSlot}, attested ${attested}, signature ${signatureSlot}, now ${now}.`,
    )
  const period = periodAt(network, client.finalized.beacon.slot)
  const signed = periodAt(network, signatureSlot)
  if (signed !== period && !(client.nextCommittee && signed === period + 1n))
    refuse(
      'period',
      `The update is signed in period ${signed}, but the known committees are of ${client.nextCommittee ? `${period} and ${period + 1n}` : `${period} alone`}.`,
    )

  const fork = forkAt(network, attested)
  const next = checkNextCommittee(client, update, fork)
  const completes = !client.nextCommittee && next && periodAt(network, attested) === period
  if (!(attested > client.finalized.beacon.slot || completes))
    refuse('irrelevant', `Slot ${attested} is not after the finalized slot ${client.finalized.beacon.slot}.`)
  const finalized = checkFinality(network, update, fork)
  const committee = signed === period ? client.committee : client.nextCommittee!
  // The fork of the slot before, which may differ from that of the signature's slot.
  const { version } = forkAt(network, signatureSlot - 1n)
  if (!verify(committee, bits, signingRoot(network, version, beaconRoot(attestedHeader.beacon)), signature))
    refuse(
      'signature',
      `The update of slot ${attested} is not signed by the ${countBits(bits)} members that it names.`,
    )
  return { finalized, next }
}

function checkFinality(
  network: Network,
  update: Update,
  fork: Fork & ScheduledFork,
): LightClientHeader | undefined {
  const { attestedHeader, finalizedHeader, finalityBranch } = update
  const attested = attestedHeader.beacon.slot
  if (!finalizedHeader || !finalityBranch) return undefined
  const { header: type } = lightClientTypes(fork, network.preset)
  const isPresent = !finalityBranch.every(isZero)
  if (!isPresent || finalizedHeader.beacon.slot === 0n) {
    // The checkpoint of the genesis has a root of zeros.
    if (!isEmpty(type, finalizedHeader))
      refuse('finalizedHeader', `The update of slot ${attested} has a finalized header without a proof.`)
    if (!isPresent) return undefined
  } else checkExecution(network, finalizedHeader, 'finalized')
  const root = finalizedHeader.beacon.slot === 0n ? new Uint8Array(32) : beaconRoot(finalizedHeader.beacon)
  if (!isBranch(root, finalityBranch, fork.finality, attestedHeader.beacon.stateRoot))
    refuse(
      'finalityBranch',
      `The finalized header of slot ${finalizedHeader.beacon.slot} is not in the state of slot ${attested}.`,
    )
  return finalizedHeader
}

function checkNextCommittee(
  client: LightClient,
  update: Update,
  fork: Fork & ScheduledFork,
): SyncCommittee | undefined {
  const { network, nextCommittee: known } = client
  const { attestedHeader, nextSyncCommittee: next, nextSyncCommitteeBranch: branch } = update
  const attested = attestedHeader.beacon.slot
  if (!next || !branch) return undefined
  const { committee: type } = lightClientTypes(fork, network.preset)
  if (branch.every(isZero)) {
    if (!isEmpty(type, next))
      refuse('nextCommittee', `The update of slot ${attested} has a sync committee without a proof.`)
    return undefined
  }
  const isOfPeriod = periodAt(network, attested) === periodAt(network, client.finalized.beacon.slot)
  if (isOfPeriod && known && !equalBytes(type.encode(next), type.encode(known)))
    refuse('nextCommittee', `The update of slot ${attested} has another sync committee than the proven one.`)
  if (!isBranch(type.root(next), branch, fork.nextCommittee, attestedHeader.beacon.stateRoot))
    refuse('nextCommitteeBranch', `The next sync committee is not in the state of slot ${attested}.`)
  return next
}

/** Returns the root that a sync committee signs: of a block, with the version of the fork of the slot before the signature's. */
export function signingRoot(
  { genesisValidatorsRoot }: Network,
  version: Uint8Array,
  root: Uint8Array,
): Uint8Array {
  const forkData = hashPair(bytesRoot(version), genesisValidatorsRoot)
  return hashPair(root, concatBytes(SYNC_COMMITTEE_DOMAIN, forkData.subarray(0, 28)))
}

const SYNC_COMMITTEE_DOMAIN = /* @__PURE__ */ Uint8Array.of(7, 0, 0, 0)

const isEmpty = <T>(type: Type<T>, value: T): boolean =>
  equalBytes(type.encode(value), type.encode(type.empty()))
