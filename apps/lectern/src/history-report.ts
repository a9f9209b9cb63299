import { toHex } from '@lectern/chain'
import type { Head, Store } from '@lectern/history'

/** What a store holds and how far it is proven: block numbers as JSON numbers, the chain id as a decimal string, hashes as `0x` hex. */
export interface HistoryReport {
  readonly chainId: string | null
  readonly genesis: string | null
  readonly lowest: number | null
  readonly head: PlaceReport | null
  /** Nothing follows the last block, so its hash stands on trust: a person names it (`--head`) or nobody does. */
  readonly proven: 'anchored' | 'self-consistent'
  readonly anchor: PlaceReport | null
}

interface PlaceReport {
  readonly number: number
  readonly hash: string
}

/** Describes a store for programs. */
export function describeHistory({ chain, head }: Pick<Store, 'chain' | 'head'>): HistoryReport {
  return {
    chainId: chain && String(chain.config.chainId),
    genesis: chain && toHex(chain.genesisHash),
    lowest: head && Number(head.lowest),
    head: head && describePlace(head),
    proven: head?.anchor == null ? 'self-consistent' : 'anchored',
    anchor: head?.anchor == null ? null : describePlace(head.anchor),
  }
}

const describePlace = ({ number, hash }: Pick<Head, 'number' | 'hash'>): PlaceReport => ({
  number: Number(number),
  hash: toHex(hash),
})
