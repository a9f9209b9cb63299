import { show } from '../bytes.ts'
import { refuse } from '../error.ts'
import { findFork, type Fork } from '../network/forks.ts'
import { forkAt, type Network } from '../network/network.ts'
import {
  type Bootstrap,
  type CommitteeUpdate,
  lightClientTypes,
  type LightClientTypes,
  type OptimisticUpdate,
} from './objects.ts'

/** A kind of update: with the next committee, with a finalized header, or with a signed one alone. */
export type UpdateKind = 'update' | 'finalityUpdate' | 'optimisticUpdate'

/** An update of any kind; what its kind does not have is absent. */
export type Update = OptimisticUpdate & Partial<CommitteeUpdate>

/**
 * The bootstrap of the beacon API's `/eth/v1/beacon/light_client/bootstrap/{block_root}`.
 * @param json `{ version, data }`
 * @throws ConsensusError `json` for another object, `fork` where `version` is not the fork of its slot.
 */
export function bootstrapFromJson(network: Network, json: unknown): Bootstrap {
  const { fork, data } = readEnvelope(json)
  return ofFork(network, fork, typesOf(network, fork).bootstrap.fromJson(data, 'data'))
}

/**
 * An update of the beacon API: one of `/updates`, or that of `/finality_update` or `/optimistic_update`.
 * @param json `{ version, data }`
 * @throws ConsensusError `json` for another object, `fork` where `version` is not the fork of its attested header's slot.
 */
export function updateFromJson(network: Network, kind: UpdateKind, json: unknown): Update {
  const { fork, data } = readEnvelope(json)
  return ofFork(network, fork, typesOf(network, fork)[kind].fromJson(data, 'data'))
}

/** The bootstrap that SSZ writes. Throws ConsensusError `ssz`, or `fork` where it is not of the fork. */
export function decodeBootstrap(network: Network, fork: string, bytes: Uint8Array): Bootstrap {
  const row = knownFork(fork)
  return ofFork(network, row, typesOf(network, row).bootstrap.decode(bytes))
}

/** The update that SSZ writes. Throws ConsensusError `ssz`, or `fork` where it is not of the fork. */
export function decodeUpdate(network: Network, kind: UpdateKind, fork: string, bytes: Uint8Array): Update {
  const row = knownFork(fork)
  return ofFork(network, row, typesOf(network, row)[kind].decode(bytes))
}

const typesOf = (network: Network, fork: Fork): LightClientTypes => lightClientTypes(fork, network.preset)

/** An object, if its header is of the fork. */
function ofFork<T extends Partial<Bootstrap & OptimisticUpdate>>(
  network: Network,
  { name }: Fork,
  value: T,
): T {
  const { slot } = (value.header ?? value.attestedHeader)!.beacon
  const expected = forkAt(network, slot).name
  if (name !== expected)
    refuse(
      'fork',
      `Slot ${slot} of ${network.name} is of the fork ${expected}, but the object is of ${name}.`,
    )
  return value
}

function readEnvelope(json: unknown): { readonly fork: Fork; readonly data: unknown } {
  if (typeof json !== 'object' || json === null || !('version' in json) || !('data' in json))
    refuse('json', `The object must have the members version and data; got ${show(json)}.`)
  return { fork: knownFork(json.version), data: json.data }
}

function knownFork(name: unknown): Fork {
  const fork = findFork(name)
  if (!fork || fork.name === 'phase0')
    refuse('fork', `This version knows no light client objects of the fork ${show(name)}: a newer one may.`)
  return fork
}
