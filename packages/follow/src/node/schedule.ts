import type { ChainConfig } from '@lectern/chain'
import { pricedFork } from './answers.ts'
import type { RpcReply } from './rpc.ts'

/** A fraction that prices blobs, and its first time. */
type Price = ChainConfig['blobSchedule'][number]

/** Reads the blob prices of a node's current and next fork from `eth_config` (EIP-7910); none without that method. */
export function readPrices({ result }: RpcReply): Price[] {
  const { current, next } = Object(result) as Record<string, unknown>
  return [current, next]
    .filter((fork) => pricedFork.Check(fork))
    .map(({ activationTime, blobSchedule }) => ({
      timestamp: BigInt(activationTime),
      updateFraction: BigInt(blobSchedule.baseFeeUpdateFraction),
    }))
}

/** Finds the first of a node's prices that a config lacks. Before its first price a config says nothing. */
export function findUnknownPrice(prices: readonly Price[], { blobSchedule }: ChainConfig): Price | undefined {
  return prices.find(({ timestamp, updateFraction }) => {
    const known = blobSchedule.findLast((price) => price.timestamp <= timestamp)
    return known !== undefined && known.updateFraction !== updateFraction
  })
}
