import { toHex } from '@lectern/chain'
import type { Anchor, ChainIdentity, Grounds, Head, Snapshot, Store } from '@lectern/history'
import type { MaybePromise } from '@lectern/spec'
import type { HistoryReport, LevelRange } from './schemas.ts'

type BlockId = NonNullable<HistoryReport['safe']>

/** The parts of a store that its report needs. */
export interface ReportedStore extends Pick<Store, 'chain'> {
  snapshot(): MaybePromise<Pick<Snapshot, 'head' | 'blockHash'> & AsyncDisposable>
}

export async function describeHistory(store: ReportedStore): Promise<HistoryReport> {
  await using snapshot = await store.snapshot()
  const { chain } = store
  const { head } = snapshot
  const { anchor = null } = head ?? {}
  const find = async (number: bigint | null = null) =>
    number === null ? null : describeBlock({ number, hash: (await snapshot.blockHash(number))! })
  return {
    chainId: chain && String(chain.config.chainId),
    genesis: chain && toHex(chain.genesisHash),
    chainConfig: chain && describeConfig(chain.config),
    lowest: head && Number(head.lowest),
    head: head && { ...describeBlock(head), time: Number(head.timestamp) },
    levels: head ? levelsOf(head) : [],
    anchor: anchor && { ...describeBlock(anchor), grounds: anchor.grounds },
    safe: await find(head?.safe),
    finalized: await find(head?.finalized),
  }
}

/** Returns the stored blocks in ranges: up to each anchor by its grounds, above the last by nothing but their own hashes. */
export function levelsOf({
  lowest,
  number: top,
  anchor,
  earlier = [],
  executed = -1n,
}: Pick<Head, 'lowest' | 'number' | 'anchor' | 'earlier' | 'executed'>): LevelRange[] {
  const anchors = [...earlier, ...(anchor ? [anchor] : [])]
  const ends = new Set([...anchors.map(({ number }) => number), executed, top])
  const ranges: LevelRange[] = []
  let from = lowest
  for (const to of [...ends].filter((end) => end >= lowest && end <= top).toSorted((a, b) => Number(a - b))) {
    const voucher = anchors.find(({ number }) => number >= to)
    const grounds = voucher ? (voucher.grounds ?? 'unknown') : 'nothing'
    const level = grounds === 'built-in' ? 'accumulator' : grounds
    ranges.push({ from: Number(from), to: Number(to), level, executed: to <= executed })
    from = to + 1n
  }
  return ranges
}

const describeBlock = ({ number, hash }: Pick<Head, 'number' | 'hash'>): BlockId => ({
  number: Number(number),
  hash: toHex(hash),
})

export const describeConfig = ({
  chainId,
  blobSchedule,
}: ChainIdentity['config']): NonNullable<HistoryReport['chainConfig']> => ({
  chainId: String(chainId),
  blobSchedule: blobSchedule.map(({ timestamp, updateFraction }) => ({
    timestamp: Number(timestamp),
    baseFeeUpdateFraction: Number(updateFraction),
  })),
})

/** Names the source of an anchor, as a part of a sentence. */
export function describeVoucher({ number, grounds }: Anchor): string {
  return vouchers[grounds ?? 'unknown'](number)
}

const vouchers: Readonly<Record<Grounds | 'unknown', (number: bigint) => string>> = {
  stated: (number) => `Block ${number} has the hash that --head named`,
  accumulator: (number) => `The accumulator roots that you trust vouch for block ${number}`,
  'built-in': (number) => `The built-in accumulator roots vouch for block ${number}`,
  'historical-roots': (number) => `The built-in historical roots of the beacon chain prove block ${number}`,
  summaries: (number) => `The historical summaries of the beacon chain prove block ${number}`,
  'sync-committee': (number) => `The beacon chain's sync committee signed block ${number} as finalized`,
  unknown: (number) => `An earlier import vouches for block ${number}`,
}

/** The end of a sentence about an anchor: the safe and the finalized block, where they are others. */
export function describeFinality({ anchor, safe, finalized }: Head): string {
  if (safe === finalized && safe === (anchor?.number ?? null)) return ''
  const [first, second] = [safe, finalized].map((number) => (number === null ? 'none' : `block ${number}`))
  return `; the safe one is ${first}, the finalized one ${second}`
}
