import { fromHex } from '@lectern/chain'
import type { Transport } from '@lectern/client'
import { type BlobPrice, blobPrices, type Trust } from '@lectern/client/verify'
import { beacon, serverHistory } from '@lectern/client/verify/beacon'
import { HistoryError, networks, readGenesis } from '@lectern/history'
import { findNetwork } from '../config/beacon-options.ts'
import type { ProxyFlags } from '../config/proxy-options.ts'
import { Failure } from '../failure.ts'
import { describeConfig } from '../observe/history-report.ts'
import { type OpenSource, useFastHashes } from '../serve/source.ts'
import { createUpstreamFetch, openUpstream, type UpstreamNodes } from '../serve/upstream.ts'
import { proveTransport } from './prove-transport.ts'

/** Opens the nodes of `lectern proxy`. Throws Failure if none responds, or for a chain whose blocks cannot be proven by the flags. */
export const openProxy: OpenSource = async (options, log) => {
  const flags = options.proxy!
  const timeout = 1_000 * options['upstream.timeout']
  await useFastHashes()
  const ask = async (
    nodes: UpstreamNodes,
    method: string,
    ...params: readonly unknown[]
  ): Promise<unknown> => {
    const bounds = { signal: AbortSignal.timeout(timeout), deadline: Date.now() + timeout }
    return (await nodes.options.transport({ method, params, text: JSON.stringify(params) }, bounds)).result
  }
  const send = createUpstreamFetch(options)
  const chainId = await ask(openUpstream(options, { log, send })!, 'eth_chainId')
    .then((id) => BigInt(id as string))
    .catch((cause: unknown) => {
      const reason = (cause as Error).message
      throw new Failure(`No node names its chain: ${reason}`, { cause, mayPass: true })
    })
  const trust = await chooseTrust(flags, chainId)
  const blobs = await choosePrices(flags, chainId)
  const wrap = (node: Transport): Transport => proveTransport(node, { trust, blobs })
  const nodes = openUpstream(options, { log, send, chainId, wrap })!

  /** The newest proven block, as a head. */
  const readHead = async () => {
    const block = (await ask(nodes, 'eth_getBlockByNumber', 'latest', false).catch((cause: unknown) => {
      throw new HistoryError('unavailable', `No block is proven: ${(cause as Error).message}`, { cause })
    })) as { readonly [member: string]: string } | null
    if (block === null) return null
    const name = { number: BigInt(block['number']!), hash: fromHex(block['hash']!) }
    const anchor = trust === 'none' ? null : { ...name, grounds: 'sync-committee' as const }
    const timestamp = BigInt(block['timestamp']!)
    return { ...name, timestamp, lowest: 0n, anchor, safe: null, finalized: null }
  }
  return {
    store: { chain: null, snapshot: async () => ({ ...nothing, head: await readHead() }) },
    methods: unstored,
    proofs: undefined,
    upstream: nodes,
    location: options.upstream.join(),
    isReplaced: () => false,
  }
}

/** A snapshot of no blocks. */
const nothing = { head: null, blockHash: () => undefined, async [Symbol.asyncDispose]() {} }

/** Methods that find nothing, so that the upstream is asked. */
const unstored = {
  eth_getTransactionByHash: () => null,
  eth_getTransactionReceipt: () => null,
  eth_getBlockByNumber: () => null,
}

async function chooseTrust(flags: ProxyFlags, chainId: bigint): Promise<Trust | 'none'> {
  const { api, checkpoint, headers, threshold, latest: level } = flags
  if (api.length === 0) return 'none'
  if (checkpoint === undefined)
    throw new Failure(
      '--beacon.api needs --beacon.checkpoint: the root of a finalized beacon block that you trust.',
    )
  const network = await findNetwork(flags, chainId)
  return beacon({ api, checkpoint, network, headers, threshold, level, history: serverHistory() })
}

/** Returns the prices of blob gas; undefined for a chain whose schedule is not known. */
async function choosePrices({ genesis }: ProxyFlags, chainId: bigint): Promise<BlobPrice | undefined> {
  const chain =
    genesis === undefined
      ? Object.values(networks).find(({ config }) => config.chainId === chainId)
      : (await readGenesis(genesis)).chain
  return chain && blobPrices(describeConfig(chain.config))
}
