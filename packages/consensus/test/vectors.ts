import { readdirSync, readFileSync } from 'node:fs'
import { uncompressSync } from 'snappy'
import { parse } from 'yaml'
import {
  decodeBootstrap,
  decodeUpdate,
  type Network,
  networkFromConfig,
  readConfig,
} from '@lectern/consensus'

/** A case of the official light_client sync tests (consensus-specs, tests/formats/light_client/sync.md). */
export interface SyncCase {
  readonly name: string
  readonly network: Network
  readonly checkpoint: Uint8Array
  readonly bootstrap: Encoded
  readonly steps: readonly Step[]
}

/** An object in SSZ, and the fork that wrote it: a case that crosses a fork has objects of both. */
export interface Encoded {
  readonly fork: string
  readonly bytes: Uint8Array
}

/** A step: an update, or a force update where `update` is undefined; and what must be known after it. */
export interface Step {
  readonly update: Encoded | undefined
  readonly slot: bigint
  readonly finalized: Expected
  readonly optimistic: Expected
}

export interface Expected {
  readonly slot: bigint
  /** `0x` hex. */
  readonly beacon_root: string
  readonly execution_root: string
}

/** The cases of a folder of the corpus, by fork and name. */
export function readSyncCases(folder: string): SyncCase[] {
  return readdirSync(folder).flatMap((fork) =>
    readdirSync(`${folder}/${fork}`).map((name) => readSyncCase(`${folder}/${fork}/${name}`, fork, name)),
  )
}

function readSyncCase(folder: string, fork: string, name: string): SyncCase {
  const readYaml = (file: string) => parse(readFileSync(`${folder}/${file}`, 'utf8')) as unknown
  const readSsz = (file: string) =>
    new Uint8Array(uncompressSync(readFileSync(`${folder}/${file}.ssz_snappy`)) as Buffer)
  const meta = readYaml('meta.yaml') as Record<string, string>
  const values = readConfig(readFileSync(`${folder}/config.yaml`, 'utf8'))
  const network = networkFromConfig(
    { DEPOSIT_CHAIN_ID: '5', ...values },
    { genesisTime: 0n, genesisValidatorsRoot: fromHex(meta['genesis_validators_root']!) },
  )
  const readObject = (file: string, decode: (fork: string, bytes: Uint8Array) => unknown): Encoded => {
    const bytes = readSsz(file)
    const { name } = network.forks.find(({ name }) => isAccepted(() => decode(name, bytes)))!
    return { fork: name, bytes }
  }
  // A step that upgrades the store is left out: a light client keeps each object as its own fork wrote it.
  const steps = (readYaml('steps.yaml') as Record<string, StepYaml>[]).flatMap((step): Step | [] => {
    const given = step['process_update'] ?? step['force_update']
    if (!given) return []
    const { update, current_slot, checks } = given
    return {
      update:
        update === undefined
          ? undefined
          : readObject(update, (...object) => decodeUpdate(network, 'update', ...object)),
      slot: BigInt(current_slot),
      finalized: { ...checks.finalized_header, slot: BigInt(checks.finalized_header.slot) },
      optimistic: { ...checks.optimistic_header, slot: BigInt(checks.optimistic_header.slot) },
    }
  })
  const checkpoint = fromHex(meta['trusted_block_root']!)
  const bootstrap = readObject('bootstrap', (...object) => decodeBootstrap(network, ...object))
  return { name: `${fork} ${name}`, network, checkpoint, bootstrap, steps }
}

function isAccepted(read: () => unknown): boolean {
  try {
    return read() !== undefined
  } catch {
    return false
  }
}

interface StepYaml {
  readonly update?: string
  readonly current_slot: number
  readonly checks: Readonly<
    Record<'finalized_header' | 'optimistic_header', Omit<Expected, 'slot'> & { readonly slot: number }>
  >
}

/** The light client objects of mainnet that portal-spec-tests have for a fork, without their fork digests. */
export function readMainnetObjects(folder: string, fork: string): MainnetObjects {
  const read = (name: string): Uint8Array => {
    const value = parse(readFileSync(`${folder}/${fork}/${name}.yaml`, 'utf8')) as
      | Content
      | readonly Content[]
    return fromHex(('content_value' in value ? value : value[0]!).content_value)
  }
  const whole = read('updates')
  const view = new DataView(whole.buffer, whole.byteOffset)
  const count = view.getUint32(0, true) / 4
  const starts = Array.from({ length: count }, (_, at) => view.getUint32(4 * at, true))
  return {
    bootstrap: read('bootstrap').slice(4),
    updates: starts.map((start, at) => whole.slice(start + 4, starts[at + 1])),
    finalityUpdate: read('finality_update').slice(4),
    optimisticUpdate: read('optimistic_update').slice(4),
  }
}

export interface MainnetObjects {
  readonly bootstrap: Uint8Array
  readonly updates: readonly Uint8Array[]
  readonly finalityUpdate: Uint8Array
  readonly optimisticUpdate: Uint8Array
}

interface Content {
  readonly content_value: string
}

export const fromHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))
export const toHex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`

/** The value of a YAML file, whose members the caller knows. */
export const readYaml = <T>(path: string): T => parse(readFileSync(path, 'utf8')) as T
