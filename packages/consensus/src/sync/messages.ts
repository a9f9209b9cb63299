import { show } from '../bytes.ts'
import { refuse } from '../error.ts'
import { findFork } from '../network/forks.ts'
import { forkAt, type Network } from '../network/network.ts'
import type { Type } from '../ssz/types.ts'
import { type Bootstrap, type CommitteeUpdate, lightClientTypes, type OptimisticUpdate } from './objects.ts'

/** A kind of update: with the next committee, with a finalized header, or with a signed one alone. */
export type UpdateKind = 'update' | 'finalityUpdate' | 'optimisticUpdate'

/** An update of any kind; what its kind does not have is absent. */
export type Update = OptimisticUpdate & Partial<CommitteeUpdate>

/** Reads a bootstrap of the beacon API, `{ version, data }`. Throws ConsensusError `json`, or `fork` if it is not of the fork of its slot. */
export function bootstrapFromJson(network: Network, json: unknown): Bootstrap {
  return fromJson(network, 'bootstrap', json)
}

/** Reads an update of the beacon API, `{ version, data }`. Throws as `bootstrapFromJson`; the slot is the attested header's. */
export function updateFromJson(network: Network, kind: UpdateKind, json: unknown): Update {
  return fromJson(network, kind, json)
}

/** Decodes a bootstrap from SSZ. Throws ConsensusError `ssz`, or `fork` if it is not of the fork. */
export function decodeBootstrap(network: Network, fork: string, bytes: Uint8Array): Bootstrap {
  return read(network, 'bootstrap', fork, (type) => type.decode(bytes))
}

/** Decodes an update from SSZ. Throws ConsensusError `ssz`, or `fork` if it is not of the fork. */
export function decodeUpdate(network: Network, kind: UpdateKind, fork: string, bytes: Uint8Array): Update {
  return read(network, kind, fork, (type) => type.decode(bytes))
}

type Kind = UpdateKind | 'bootstrap'
type ObjectOf<K extends Kind> = K extends 'bootstrap' ? Bootstrap : Update

function fromJson<K extends Kind>(network: Network, kind: K, json: unknown): ObjectOf<K> {
  if (typeof json !== 'object' || json === null || !('version' in json) || !('data' in json))
    refuse('json', `The object must have the members version and data; got ${show(json)}.`)
  return read(network, kind, json.version, (type) => type.fromJson(json.data, 'data'))
}

function read<K extends Kind>(
  network: Network,
  kind: K,
  forkName: unknown,
  readAs: (type: Type<ObjectOf<K>>) => ObjectOf<K>,
): ObjectOf<K> {
  const fork = findFork(forkName)
  if (!fork || fork.name === 'phase0')
    refuse(
      'fork',
      `This version knows no light client objects of the fork ${show(forkName)}: a newer one may.`,
    )
  const value = readAs(lightClientTypes(fork, network.preset)[kind] as unknown as Type<ObjectOf<K>>)
  const { slot } = ('header' in value ? value.header : value.attestedHeader).beacon
  const expected = forkAt(network, slot).name
  if (fork.name !== expected)
    refuse(
      'fork',
      `Slot ${slot} of ${network.name} is of the fork ${expected}, but the object is of ${fork.name}.`,
    )
  return value
}
