import { Option } from 'commander'
import { wholeNumber, withVariable } from '@lectern/conformance/flags'
import { type BeaconFlags, checkpointOptions, readCheckpointOptions } from './beacon-options.ts'
import { choice, inGroup, valuesOf } from './flags.ts'
import { list, nodeAddress } from './kind.ts'

/** The sources of the proofs of `lectern proxy`. */
export interface ProxyFlags extends Omit<BeaconFlags, 'checkpointFile'> {
  readonly latest: 'attested' | 'finalized'
  /** The path of a genesis.json. */
  readonly genesis: string | undefined
}

/** The flags of `lectern proxy` that `lectern serve` has not. */
// oxfmt-ignore
export const proxyOptions = (): readonly Option[] => inGroup('Proofs', [
  list('--beacon.api <urls>', 'beacon APIs that a light client asks, comma-separated; without them a block’s hash is the word of the node', '', nodeAddress),
  wholeNumber('--beacon.threshold <signers>', 'least signers of a block', { least: 1, most: 512 }).default(undefined, 'two thirds of the committee'),
  ...checkpointOptions(''),
  choice('--latest <by>', 'newest block: the newest signed one, which may be replaced, or the newest finalized one', ['attested', 'finalized'], 'attested'),
  withVariable(new Option('--genesis <file>', 'genesis.json of the chain, for the price of blob gas; mainnet and sepolia need none')),
])

export function readProxyOptions(values: object): ProxyFlags {
  const of = valuesOf(values)
  return {
    ...readCheckpointOptions(values, ''),
    api: of('beacon.api'),
    threshold: of('beacon.threshold'),
    latest: of('latest'),
    genesis: of('genesis'),
  }
}
