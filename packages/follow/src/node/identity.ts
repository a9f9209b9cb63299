import { toHex } from '@lectern/chain'
import type { Price } from '@lectern/chain/internal'
import { families, familyOf, recognizeFamily } from '@lectern/chain/families'
import { type ChainIdentity, ofFamily } from '@lectern/history'
import { FollowError } from '../error.ts'
import { readOutline } from './outline.ts'
import { countHosts } from '../reducer/agreement.ts'
import { createRpc, type Rpc, type RpcOptions } from './rpc.ts'
import { readPrices } from './answers.ts'
import { guard, probes, readChainId, resultOf } from './source.ts'

interface Said {
  readonly host: string
  readonly identity: ChainIdentity
  readonly key: string
}

/** Returns the chain that most hosts say they are of, with the blob prices that most of these state. Throws FollowError with what each said. */
export async function askIdentity(urls: readonly string[], options?: RpcOptions): Promise<ChainIdentity> {
  const reasons: string[] = []
  const all: Said[] = []
  const rpcs = urls.map((url) => createRpc(url, options))
  const answers = rpcs.map((rpc) =>
    guard(rpc.name, undefined, () => readIdentity(rpc)).catch((error: unknown) => {
      if (!(error instanceof FollowError)) throw error
      return error
    }),
  )
  for (const [index, answer] of (await Promise.all(answers)).entries()) {
    const { name, host } = rpcs[index]!
    if (answer instanceof FollowError) {
      reasons.push(answer.message)
      continue
    }
    const { chainId, family } = answer.config
    const key = `chain ${chainId} with the genesis ${toHex(answer.genesisHash)}${family ? ` of the family ${family}` : ''}`
    reasons.push(`${name} is of ${key}.`)
    all.push({ host, identity: answer, key })
  }
  const [first, isFirst] = chooseMost(all, ({ key }) => key)
  if (first === undefined)
    throw new FollowError('genesis', `No node says of which chain it is: ${reasons.join(' ')}`)
  if (!isFirst) throw new FollowError('genesis', `The nodes are of different chains: ${reasons.join(' ')}`)
  const { genesisHash, config } = first[0]!.identity
  const { chainId, family } = config
  if (family === 'unknown')
    throw new FollowError(
      'chain',
      `Chain ${chainId} is of no known family, so its blocks cannot be verified: its id is not listed, and its newest block is not of Ethereum, an OP stack, Arbitrum or Gnosis.`,
    )
  const [priced, isAgreed] = chooseMost(first, ({ identity }) =>
    identity.config.blobSchedule.map((price) => Object.values(price)).join(),
  )
  const blobSchedule = isAgreed ? priced![0]!.identity.config.blobSchedule : toSchedule([])
  return { genesisHash, config: { ...config, blobSchedule } }
}

/** Returns those who say what most hosts say, and whether as many say nothing else. */
function chooseMost(all: readonly Said[], keyOf: (said: Said) => string): [Said[] | undefined, boolean] {
  const groups = [...Map.groupBy(all, keyOf).values()]
  const [first, second] = groups.toSorted((a, b) => countHosts(b) - countHosts(a))
  return [first, countHosts(first ?? []) > countHosts(second ?? [])]
}

async function readIdentity(rpc: Rpc): Promise<ChainIdentity> {
  const method = 'eth_getBlockByNumber'
  const calls = [...probes.slice(0, 2), ['eth_config', []], [method, ['latest', true]]] as const
  const [chainId, genesis, forks, newest] = await rpc.ask(calls)
  const id = readChainId(rpc.name, chainId!)
  const family = familyOf(id) ?? recognizeFamily(resultOf(rpc.name, method, newest!)) ?? families.unknown
  const config = ofFamily({ chainId: id, blobSchedule: toSchedule(readPrices(forks!)) }, family)
  if (family === families.unknown) return { genesisHash: new Uint8Array(32), config }
  const zero = readOutline({ name: rpc.name, family }, resultOf(rpc.name, method, genesis!), 0n)
  if (zero === null) throw new FollowError('genesis', `${rpc.name} has no block 0.`)
  return { genesisHash: zero.hash, config }
}

/** Returns the prices that a node states, after what is assumed: the first of them, or Prague's. */
function toSchedule(stated: readonly Price[]): readonly Price[] {
  const [{ timestamp, updateFraction } = { timestamp: 1n, updateFraction: PRAGUE }] = stated
  return timestamp === 0n ? stated : [{ timestamp: 0n, updateFraction, isAssumed: true }, ...stated]
}

const PRAGUE = 5_007_716n // EIP-7691
