import { executionBlock, type LightClient, networks } from '@lectern/consensus'
import { toHex } from '@lectern/chain'
import { type BeaconNodes, createBeaconClient } from './beacon-client.ts'
import { refute } from './compare.ts'
import type { FindHistory } from './history-proof.ts'
import type { BeaconVoucher } from './report.ts'
import { headerChain } from './trust.ts'
import type { Trust } from './verifier.ts'

/** Beacon nodes, and how much of what they prove is trusted. */
export interface BeaconOptions extends BeaconNodes {
  /**
   * - `finalized`: the finalized block and its ancestors.
   * - `attested`: also the newest block that at least `threshold` members of the committee signed, and its ancestors: they are seconds
   *   old, and may still be replaced.
   * @default 'finalized'
   */
  readonly level?: BeaconVoucher['level'] | undefined
  /** The most headers to get between the block that the committee signed and the one in question. @default 10_000 */
  readonly maxHeaders?: number | undefined
  /**
   * Gets from the server that gave a result what ties an old block to the signed one, in one request; `serverHistory()` makes one. Without
   * it, and from a server that offers nothing, each header between them is got, `maxHeaders` at most. @default none
   */
  readonly history?: FindHistory | undefined
}

type Proven = Omit<BeaconVoucher, 'sentence' | 'history'>

/**
 * Trusts the blocks that the beacon chain's sync committees sign, and their ancestors: a light client follows it from a checkpoint, and
 * the beacon nodes need not be trusted. The report's `anchor` says by which slot, and by how many of the committee. In an entry of its
 * own, since it carries the curve. Networks from Gloas on are refused: their headers do not have the number of the execution block.
 * @throws ClientError INVALID_OPTION for a URL or a checkpoint that is none.
 * @example
 * const verify = verifier({ level: 'full', trust: beacon({ api: 'https://beacon.example', checkpoint: '0x…' }) })
 */
export function beacon({ level = 'finalized', maxHeaders, history: find, ...nodes }: BeaconOptions): Trust {
  const size = nodes.network?.preset.committeeSize ?? 512
  const least = nodes.threshold ?? Math.ceil((size * 2) / 3)
  const checkpoint = nodes.checkpoint.toLowerCase()
  const { follow } = createBeaconClient(nodes)
  let top: { readonly voucher: Proven; readonly chain: Trust } | undefined

  const nameTop = ({ finalized, optimistic, participants }: LightClient): Proven => {
    const isAttested = level === 'attested' && participants.optimistic >= least
    const header = isAttested ? optimistic : finalized
    const { hash, number } =
      executionBlock(header) ?? refute('trust', 'an execution block', `slot ${header.beacon.slot}`)
    if (number === undefined)
      refute('trust', 'a header with the number of its block', `slot ${header.beacon.slot}`)
    const signers = isAttested ? participants.optimistic : participants.finalized
    return {
      level: isAttested ? level : 'finalized',
      slot: header.beacon.slot,
      participants: signers,
      committee: size,
      checkpoint,
      block: { number: number!, hash: toHex(hash) },
    }
  }

  return async (block, ask, signal, url) => {
    // A block below one that is proven already needs no beacon node.
    if (!top || block.number > top.voucher.block.number) {
      const client = await follow((client) => nameTop(client).block.number >= block.number, signal)
      const voucher = nameTop(client)
      if (voucher.block.hash !== top?.voucher.block.hash)
        top = { voucher, chain: headerChain({ ...voucher.block, maxHeaders }) }
    }
    const { voucher, chain } = top!
    if (block.number > voucher.block.number)
      refute(
        'trust',
        `at most block ${voucher.block.number}, which is ${voucher.level}`,
        `block ${block.number}`,
      )
    const network = nodes.network ?? networks.mainnet
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
}

export { type BeaconClient, type BeaconNodes, createBeaconClient } from './beacon-client.ts'
export { type FindHistory, type ProvenHistory, serverHistory } from './history-proof.ts'
