import { readFile } from 'node:fs/promises'
import { InvalidArgumentError, Option } from 'commander'
import { fromHex } from '@lectern/chain'
import { wholeNumber, withVariable } from '@lectern/conformance/flags'
import { type Network, networkFromConfig, networks, readConfig } from '@lectern/consensus'
import { Failure } from '../failure.ts'
import { inGroup, valuesOf } from './flags.ts'
import { hash, list, nodeAddress, parseKind } from './kind.ts'

/** The checkpoint and the network of a light client, from flags. */
export interface CheckpointFlags {
  /** 0x hex; needed unless one is saved. */
  readonly checkpoint: string | undefined
  /** Sent with each request to beacon APIs. */
  readonly headers: Readonly<Record<string, string>> | undefined
  /** The path of a config.yaml; with it the two values of its genesis. */
  readonly config: string | undefined
  readonly genesisRoot: string | undefined
  readonly genesisTime: number | undefined
  readonly prefix: '' | 'follow.'
}

/** How the beacon chain is followed, as the flags say. */
export interface BeaconFlags extends CheckpointFlags {
  /** The URLs of beacon APIs. */
  readonly api: readonly string[]
  /** @default beacon-checkpoint.json in the data folder */
  readonly checkpointFile: string | undefined
  /** @default two thirds of the committee */
  readonly threshold: number | undefined
}

/** The flags of `--finality beacon`; those of `lectern serve` begin with `--follow.` */
export const beaconOptions = (prefix: '' | 'follow.'): readonly Option[] => {
  const name = (rest: string) => `--${prefix}beacon.${rest}`
  // oxfmt-ignore
  return inGroup('Following by the beacon chain', [
    list(name('api <url,…>'), 'beacon APIs that a light client asks', '', nodeAddress),
    withVariable(new Option(name('checkpoint.file <file>'), 'where the newest finalized checkpoint is saved').default(undefined, 'beacon-checkpoint.json in the data folder')),
    wholeNumber(name('threshold <signers>'), 'least signers that make a header finalized', { least: 1, most: 512 }).default(undefined, 'two thirds of the committee'),
    ...checkpointOptions(prefix),
  ])
}

/** The flags that say what a light client trusts, and of which network. */
export const checkpointOptions = (prefix: '' | 'follow.'): readonly Option[] => {
  const name = (rest: string) => `--${prefix}beacon.${rest}`
  // oxfmt-ignore
  return [
    withVariable(new Option(name('checkpoint <root>'), 'root of a finalized beacon block that you trust, at most 14 days old; needed once').argParser(root)),
    withVariable(new Option(name('api.header <header>'), 'header of each request to a beacon API; may be repeated').argParser(header)),
    withVariable(new Option(name('config <file>'), 'config.yaml of a network that is not built in')),
    withVariable(new Option(name('genesis.gvroot <root>'), `genesis validators root of ${name('config')}`).argParser(root)),
    wholeNumber(name('genesis.time <seconds>'), `genesis time of ${name('config')}, in seconds since 1970`),
  ]
}

export function readCheckpointOptions(values: object, prefix: '' | 'follow.'): CheckpointFlags {
  const of = valuesOf(values, `${prefix}beacon.`)
  return {
    checkpoint: of('checkpoint'),
    headers: of('api.header'),
    config: of('config'),
    genesisRoot: of('genesis.gvroot'),
    genesisTime: of('genesis.time'),
    prefix,
  }
}

/** Reads the flags of `beaconOptions`. Throws Failure if no API is named. */
export function readBeaconOptions(values: object, prefix: '' | 'follow.'): BeaconFlags {
  const of = valuesOf(values, `${prefix}beacon.`)
  const api = of<readonly string[]>('api')
  if (api.length === 0)
    throw new Failure(`--${prefix}finality beacon needs a beacon API: name one with --${prefix}beacon.api.`)
  return {
    ...readCheckpointOptions(values, prefix),
    api,
    checkpointFile: of('checkpoint.file'),
    threshold: of('threshold'),
  }
}

/** The beacon chain of a chain: one that is built in, or that of the config file. Throws Failure where there is none. */
export async function findNetwork(
  { config, genesisRoot, genesisTime, prefix }: CheckpointFlags,
  chainId: bigint,
): Promise<Network> {
  if (config === undefined) {
    const found = Object.values(networks).find((network) => network.chainId === chainId)
    if (found) return found
    throw new Failure(
      `The beacon chain of chain ${chainId} is not built in: name its config.yaml with --${prefix}beacon.config.`,
    )
  }
  if (genesisRoot === undefined || genesisTime === undefined)
    throw new Failure(
      `--${prefix}beacon.config needs --${prefix}beacon.genesis.gvroot and --${prefix}beacon.genesis.time.`,
    )
  return networkFromConfig(readConfig(await readFile(config, 'utf8')), {
    genesisTime: BigInt(genesisTime),
    genesisValidatorsRoot: fromHex(genesisRoot),
  })
}

const root = (text: string): string => parseKind(hash, text).toLowerCase()

/** Adds a header to those before it. Throws InvalidArgumentError for a text that is none. */
export function header(
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [, name = '', value = ''] = /^([^:\s]+):\s*(\S.*)$/.exec(text) ?? []
  try {
    return { ...before, ...Object.fromEntries(new Headers([[name, value]])) } // a name without letters is none
  } catch {
    throw new InvalidArgumentError('It must be a name, a colon and a value, as HTTP allows them.')
  }
}
