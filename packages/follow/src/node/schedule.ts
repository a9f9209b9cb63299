import type { ChainConfig } from '@lectern/chain'
import type { RpcReply } from './rpc.ts'

/** From when on a fraction prices blobs. */
type Price = ChainConfig['blobSchedule'][number]

/** The prices of blobs that a node says in `eth_config` (EIP-7910), of its current fork and of the next one; none of a node without that method. */
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

/** The first of a node's prices that a config does not have; undefined where it has all. Before its first price a config says nothing. */
export function findUnknownPrice(prices: readonly Price[], { blobSchedule }: ChainConfig): Price | undefined {
  return prices.find(({ timestamp, updateFraction }) => {
    const known = blobSchedule.findLast((price) => price.timestamp <= timestamp)
    return known !== undefined && known.updateFraction !== updateFraction
  })
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
