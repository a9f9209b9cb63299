import { ClientError } from '@lectern/client'
import type { Trust } from '@lectern/client/verify'
import { beacon, serverHistory } from '@lectern/client/verify/beacon'
import { type Network, networkFromConfig, networks, readConfig } from '@lectern/consensus'
import { isHash } from '../document/text.ts'
import type { TrustChoice } from './proof.ts'
import { listen } from './thread.ts'

// The thread of proofs for who trusts the beacon chain: it carries a light client, and is loaded when that is chosen.

listen((choice, chain) => {
  const { chainId } = Object(chain) as { readonly chainId?: unknown }
  return choice.kind === 'beacon' ? trustBeacon(choice, String(chainId)) : undefined
})

type BeaconChoice = Extract<TrustChoice, { kind: 'beacon' }>

let last: { readonly key: string; readonly trust: Trust } | undefined

/** Trust in the beacon chain; the same choice has the same light client, which knows what it has learned. */
function trustBeacon(choice: BeaconChoice, chainId: string): Trust {
  const key = JSON.stringify([choice, chainId])
  if (last?.key !== key) {
    const { urls: api, checkpoint } = choice
    const network = choice.config ? readNetwork(choice.config) : findNetwork(chainId)
    last = { key, trust: beacon({ api, checkpoint, network, level: 'attested', history: serverHistory() }) }
  }
  return last.trust
}

/** Of the chain that the server says it has: a false one fails at the first signature. */
function findNetwork(chainId: string): Network {
  const found = Object.values(networks).find((network) => String(network.chainId) === chainId)
  if (found) return found
  throw new ClientError(
    'INVALID_OPTION',
    `The beacon chain of chain ${chainId} is not built in: give its config.yaml.`,
  )
}

function readNetwork(text: string): Network {
  const values = readConfig(text)
  const root = String(values['GENESIS_VALIDATORS_ROOT'])
  const time = String(values['GENESIS_TIME'])
  if (!isHash(root) || !/^\d{1,15}$/.test(time))
    throw new ClientError(
      'INVALID_OPTION',
      'The config.yaml must say GENESIS_TIME, in seconds, and GENESIS_VALIDATORS_ROOT, which follow from the genesis state.',
    )
  return networkFromConfig(values, {
    genesisTime: BigInt(time),
    genesisValidatorsRoot: Uint8Array.from({ length: 32 }, (_, at) =>
      Number.parseInt(root.slice(2 + 2 * at, 4 + 2 * at), 16),
    ),
  })
}
