import type { ChainConfig } from '@lectern/chain'
import { findPrice, type Price } from '@lectern/chain/internal'
import * as Type from 'typebox'
import { Compile } from 'typebox/schema'
import type { RpcReply } from './rpc.ts'

interface Answer<T> {
  Check(value: unknown): value is T
}

const hex = (digits: string) => Type.String({ pattern: `^0x[0-9a-fA-F]{${digits}}$` })
const atLeast = (minimum: number) => Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER })

export const hashes: Answer<string[]> = Compile(Type.Array(hex('64')))

/** The id of a chain; nodes write it in either case, and with leading zeros. */
export const chainId: Answer<string> = Compile(hex('1,64'))

/** The number of a block in `eth_syncing`. */
export const blockNumber: Answer<string> = Compile(hex('1,16'))

/** The part of a fork in `eth_config` (EIP-7910) that prices blobs. */
const pricedFork = Compile(
  Type.Object({
    activationTime: atLeast(0),
    blobSchedule: Type.Object({ baseFeeUpdateFraction: atLeast(1) }),
  }),
)

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
export function findUnknownPrice(prices: readonly Price[], config: ChainConfig): Price | undefined {
  return prices.find(({ timestamp, updateFraction }) => {
    const known = findPrice(config, timestamp)
    return known !== undefined && known.updateFraction !== updateFraction
  })
}
