import { toHex } from '@lectern/chain'
import { families, familyOf, recognizeFamily } from '@lectern/chain/families'
import { type ChainIdentity, ofFamily } from '@lectern/history'
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
    const { chainId, family } = answer.config
    const key = `chain ${chainId} with the genesis ${toHex(answer.genesisHash)}${family ? ` of the family ${family}` : ''}`
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
  const { chainId, family } = first.identity.config
  if (family === 'unknown')
    throw new FollowError(
      'chain',
      `Chain ${chainId} is of no known family, so its blocks cannot be verified: its id is not listed, and its newest block is not of Ethereum, an OP stack, Arbitrum or Gnosis.`,
    )
  return first.identity
}

async function readIdentity(rpc: Rpc): Promise<ChainIdentity> {
  const [chainId, genesis, forks] = await rpc.ask([...probes.slice(0, 2), ['eth_config', []]])
  const id = readChainId(rpc.name, chainId!)
  const family = familyOf(id) ?? recognizeFamily(await readNewest(rpc)) ?? families.unknown
  const config = ofFamily({ chainId: id, blobSchedule: readSchedule(forks!) }, family)
  if (family === families.unknown) return { genesisHash: new Uint8Array(32), config }
  const zero = readOutline(
    { name: rpc.name, family },
    resultOf(rpc.name, 'eth_getBlockByNumber', genesis!),
    0n,
  )
  if (zero === null) throw new FollowError('genesis', `${rpc.name} has no block 0.`)
  return { genesisHash: zero.hash, config }
}

async function readNewest(rpc: Rpc): Promise<unknown> {
  const [newest] = await rpc.ask([['eth_getBlockByNumber', ['latest', true]]])
  return resultOf(rpc.name, 'eth_getBlockByNumber', newest!)
}

/** The prices of blobs that a node says, from the first block on; Prague's of a node that says none. */
function readSchedule(reply: RpcReply): ChainIdentity['config']['blobSchedule'] {
  const [current = { updateFraction: PRAGUE }, ...next] = readPrices(reply)
  return [{ ...current, timestamp: 0n }, ...next]
}

const PRAGUE = 5_007_716n // EIP-7691
