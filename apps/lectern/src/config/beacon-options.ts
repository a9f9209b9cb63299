import { InvalidArgumentError, Option } from 'commander'
import { wholeNumber, withVariable } from '@lectern/cli'
import { Failure } from '../failure.ts'
import type { BeaconFlags } from '../follow/beacon-finality.ts'
import { inGroup } from './flags.ts'
import { header } from './follow-options.ts'
import { list, nodeAddress } from './list-option.ts'

/** The flags of `--finality beacon`; those of `lectern serve` begin with `--follow.` */
export const beaconOptions = (prefix: '' | 'follow.'): readonly Option[] => {
  const name = (rest: string) => `--${prefix}beacon.${rest}`
  // oxfmt-ignore
  return inGroup('Following by the beacon chain', [
    list(name('api <urls>'), 'beacon APIs that a light client asks, comma-separated', '', nodeAddress),
    withVariable(new Option(name('api.header <header>'), 'header of each request to a beacon API, such as "authorization: Bearer …"; may be repeated').argParser(header)),
    withVariable(new Option(name('checkpoint <root>'), 'root of a finalized beacon block that you trust, at most 14 days old; needed once').argParser(root)),
    withVariable(new Option(name('checkpoint.file <file>'), 'where the newest finalized checkpoint is saved').default(undefined, 'beacon-checkpoint.json in the data folder')),
    wholeNumber(name('threshold <signers>'), 'least signers that make a header finalized', { least: 1, most: 512 }).default(undefined, 'two thirds of the committee'),
    withVariable(new Option(name('config <file>'), 'config.yaml of a network that is not built in')),
    withVariable(new Option(name('genesis.gvroot <root>'), 'genesis validators root of --beacon.config').argParser(root)),
    wholeNumber(name('genesis.time <seconds>'), 'genesis time of --beacon.config, in seconds since 1970'),
  ])
}

/** The flags of `--finality beacon` as commander gives them; undefined for another finality. Throws Failure where one is missing. */
export function readBeaconOptions(
  values: Readonly<Record<string, unknown>>,
  prefix: '' | 'follow.',
): BeaconFlags | undefined {
  if (values[`${prefix}finality`] !== 'beacon') return undefined
  const of = <T>(name: string): T => values[`${prefix}beacon.${name}`] as T
  const api = of<readonly string[]>('api')
  if (api.length === 0)
    throw new Failure(`--${prefix}finality beacon needs a beacon API: name one with --${prefix}beacon.api.`)
  return {
    api,
    headers: of('api.header'),
    checkpoint: of('checkpoint'),
    checkpointFile: of('checkpoint.file'),
    threshold: of('threshold'),
    config: of('config'),
    genesisRoot: of('genesis.gvroot'),
    genesisTime: of('genesis.time'),
    prefix,
  }
}

function root(text: string): string {
  if (/^0x[0-9a-f]{64}$/i.test(text)) return text.toLowerCase()
  throw new InvalidArgumentError('It must be 0x and 64 hexadecimal digits.')
}
