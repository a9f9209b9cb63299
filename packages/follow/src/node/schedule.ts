import type { ChainConfig } from '@lectern/chain'
import type { RpcReply } from './rpc.ts'

/** A fraction that prices blobs, and its first time. */
type Price = ChainConfig['blobSchedule'][number]

/** Reads the blob prices of a node's current and next fork from `eth_config` (EIP-7910); none without that method. */
export function readPrices({ result }: RpcReply): Price[] {
  const { current, next } = Object(result) as Record<string, unknown>
  return [current, next].flatMap((fork) => {
    const { activationTime, blobSchedule } = Object(fork) as Record<string, unknown>
    const { baseFeeUpdateFraction } = Object(blobSchedule) as Record<string, unknown>
    return isCount(activationTime) && isCount(baseFeeUpdateFraction)
      ? { timestamp: BigInt(activationTime), updateFraction: BigInt(baseFeeUpdateFraction) }
      : []
  })
}

/** Finds the first of a node's prices that a config lacks. Before its first price a config says nothing. */
export function findUnknownPrice(prices: readonly Price[], { blobSchedule }: ChainConfig): Price | undefined {
  return prices.find(({ timestamp, updateFraction }) => {
    const known = blobSchedule.findLast((price) => price.timestamp <= timestamp)
    return known !== undefined && known.updateFraction !== updateFraction
  })
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
