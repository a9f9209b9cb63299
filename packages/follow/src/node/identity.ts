import { toHex } from '@lectern/chain'
import type { ChainIdentity } from '@lectern/history'
import { FollowError } from '../error.ts'
import { readOutline } from './outline.ts'
import { createRpc, type Rpc, type RpcOptions, type RpcReply } from './rpc.ts'
import { readPrices } from './answers.ts'
import { guard, probes, readChainId, resultOf } from './source.ts'

/** The chain that most hosts say they are of, in the words of the first of them. Throws FollowError with what each said, if none answers or as many say another. */
export async function askIdentity(urls: readonly string[], options?: RpcOptions): Promise<ChainIdentity> {
  const reasons: string[] = []
  const said = new Map<string, { readonly identity: ChainIdentity; readonly hosts: Set<string> }>()
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
    const { chainId } = answer.config
    const key = `chain ${chainId} with the genesis ${toHex(answer.genesisHash)}`
    reasons.push(`${name} is of ${key}.`)
    const one = said.get(key) ?? { identity: answer, hosts: new Set() }
    said.set(key, one)
    one.hosts.add(host)
  }
  const [first, second] = [...said.values()].toSorted((a, b) => b.hosts.size - a.hosts.size)
  if (first === undefined)
    throw new FollowError('genesis', `No node says of which chain it is: ${reasons.join(' ')}`)
  if (first.hosts.size === second?.hosts.size)
    throw new FollowError('genesis', `The nodes are of different chains: ${reasons.join(' ')}`)
  return first.identity
}

async function readIdentity(rpc: Rpc): Promise<ChainIdentity> {
  const [chainId, genesis, config] = await rpc.ask([...probes.slice(0, 2), ['eth_config', []]])
  const zero = readOutline(rpc.name, resultOf(rpc.name, 'eth_getBlockByNumber', genesis!), 0n)
  if (zero === null) throw new FollowError('genesis', `${rpc.name} has no block 0.`)
  return {
    genesisHash: zero.hash,
    config: { chainId: readChainId(rpc.name, chainId!), blobSchedule: readSchedule(config!) },
  }
}

/** The prices of blobs that a node says, from the first block on; Prague's of a node that says none. */
function readSchedule(reply: RpcReply): ChainIdentity['config']['blobSchedule'] {
  const [current = { updateFraction: PRAGUE }, ...next] = readPrices(reply)
  return [{ ...current, timestamp: 0n }, ...next]
}

const PRAGUE = 5_007_716n // EIP-7691
