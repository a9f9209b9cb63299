import { executionBlock, type LightClient, networks } from '@lectern/consensus'
import { toHex } from '@lectern/chain'
import { toQuantity } from '@lectern/chain/internal'
import { type BeaconNodes, createBeaconClient } from './beacon-client.ts'
import type { Ask, Locate } from '../client-options.ts'
import { readHeader } from './block.ts'
import { checkEqual, refute, unavailable } from './checks.ts'
import type { FindHistory } from './history-proof.ts'
import type { BeaconVoucher } from './report.ts'
import { headerChain } from './trust.ts'
import type { Trust } from './verifier.ts'

/** Beacon nodes, and how much of what they prove is trusted. */
export interface BeaconOptions extends BeaconNodes {
  /**
   * - `finalized`: the finalized block and its ancestors.
   * - `attested`: also the newest block that at least `threshold` members of the committee signed, and its ancestors. They
   *   may still be replaced.
   * @default 'finalized'
   */
  readonly level?: BeaconVoucher['level'] | undefined
  /** The most headers to get between the block that the committee signed and the one in question. @default 10_000 */
  readonly maxHeaders?: number | undefined
  /**
   * Gets the server's proof of an old block in one request; `serverHistory()` creates one. Without such a proof each header
   * up to the signed block is asked for, `maxHeaders` at most. @default none
   */
  readonly history?: FindHistory | undefined
}

type Proven = Omit<BeaconVoucher, 'sentence' | 'history'>

/** A trusted header; the number of its block is undefined until the header of its hash was read. */
type Top = Omit<Proven, 'block'> & {
  readonly block: { readonly number: bigint | undefined; readonly hash: string }
}

/**
 * Trusts the blocks that the beacon chain's sync committees sign, and their ancestors. A light client follows the chain
 * from a checkpoint; the beacon nodes need not be trusted. It resolves latest, safe and finalized. The report's `anchor` has the slot and the
 * number of signers. From Gloas on a beacon header lacks the number of its execution block, which `eth_getBlockByHash` of the endpoint returns.
 * @throws ClientError INVALID_OPTION for a URL or a checkpoint that is none.
 * @example
 * const verify = verifier({ level: 'full', trust: beacon({ api: 'https://beacon.example', checkpoint: '0x…' }) })
 */
export function beacon({
  level = 'finalized',
  maxHeaders,
  history: find,
  network = networks.mainnet,
  ...nodes
}: BeaconOptions): Trust {
  const size = network.preset.committeeSize
  const least = nodes.threshold ?? Math.ceil((size * 2) / 3)
  const checkpoint = nodes.checkpoint.toLowerCase()
  const { follow } = createBeaconClient({ ...nodes, network })
  let top: { readonly voucher: Proven; readonly chain: Trust } | undefined

  const numbers = new Map<string, bigint>() // of the last block whose header has no number

  const nameTop = ({ finalized, optimistic, participants }: LightClient, most = level): Top => {
    const isAttested = most === 'attested' && participants.optimistic >= least
    const header = isAttested ? optimistic : finalized
    const execution =
      executionBlock(header) ?? refute('trust', 'an execution block', `slot ${header.beacon.slot}`)
    const hash = toHex(execution.hash)
    const signers = isAttested ? participants.optimistic : participants.finalized
    return {
      level: isAttested ? level : 'finalized',
      slot: header.beacon.slot,
      participants: signers,
      committee: size,
      checkpoint,
      block: { number: execution.number ?? numbers.get(hash), hash },
    }
  }

  /** The number of the top's block, out of the header that has its hash. */
  const numberTop = async ({ block: { number, hash }, ...top }: Top, ask: Ask): Promise<Proven> => {
    if (number === undefined) {
      const json = await ask('eth_getBlockByHash', [hash, false])
      if (json === null) throw unavailable(hash)
      const header = readHeader(json)
      checkEqual('trust', hash, header.hash)
      number = BigInt(header.json['number'] as string)
      numbers.clear()
      numbers.set(hash, number)
    }
    return { ...top, block: { number, hash } }
  }

  type Anchor = NonNullable<typeof top>

  const advance = async (
    isEnough: (client: LightClient) => boolean,
    ask: Ask,
    signal: AbortSignal,
  ): Promise<Anchor> => {
    const voucher = await numberTop(nameTop(await follow(isEnough, signal)), ask)
    if (!top || voucher.block.hash !== top.voucher.block.hash)
      top = { voucher, chain: headerChain({ ...voucher.block, maxHeaders }) }
    return top
  }

  const vouch = async (
    { voucher, chain }: Anchor,
    ...[block, ask, signal, url]: Parameters<Trust>
  ): Promise<BeaconVoucher> => {
    if (block.number > voucher.block.number)
      refute(
        'trust',
        `at most block ${voucher.block.number}, which is ${voucher.level}`,
        `block ${block.number}`,
      )
    const found =
      url && block.number < voucher.block.number && find?.(url, network, block, voucher.block, signal)
    const { kind: history, sentence } = (found && (await found)) || {
      kind: 'headers' as const,
      sentence: (await chain(block, ask, signal)) as string,
    }
    const by = voucher.participants
      ? `${voucher.participants} of ${size} signed slot ${voucher.slot} as ${voucher.level}, from the checkpoint ${checkpoint}`
      : `the checkpoint ${checkpoint}`
    return { ...voucher, history, sentence: `${sentence}: ${by}` }
  }

  const trust: Trust = async (block, ask, signal, url) => {
    const isEnough = (client: LightClient) => (nameTop(client).block.number ?? -1n) >= block.number
    // A block below one that is proven already needs no beacon node.
    const tried = top && block.number <= top.voucher.block.number ? top : await advance(isEnough, ask, signal)
    try {
      return await vouch(tried, block, ask, signal, url)
    } catch (error) {
      // An attested block may have been replaced.
      if (signal.aborted || tried.voucher.level !== 'attested') throw error
      const newer = await advance(() => false, ask, signal).catch(() => tried)
      if (newer === tried) throw error
      return await vouch(newer, block, ask, signal, url)
    }
  }

  const locate: Locate = async (call, ask, signal) => {
    const [tag, ...rest] = call.params
    if (!tags.has(tag)) return call
    const known = await follow(() => false, signal)
    const { block } = await numberTop(nameTop(known, tag === 'latest' ? level : 'finalized'), ask)
    return { method: call.method, params: [toQuantity(block.number), ...rest] }
  }

  return Object.assign(trust, { locate })
}

/** The tags that a light client resolves: what is finalized is safe. */
const tags: ReadonlySet<unknown> = new Set(['latest', 'safe', 'finalized'])

export { type BeaconClient, type BeaconNodes, createBeaconClient } from './beacon-client.ts'
export { type FindHistory, type ProvenHistory, serverHistory } from './history-proof.ts'
