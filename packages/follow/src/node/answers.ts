import * as Type from 'typebox'
import { Compile } from 'typebox/schema'

/** A compiled schema of what a node answers. */
interface Answer<T> {
  Check(value: unknown): value is T
}

const hex = (digits: string) => Type.String({ pattern: `^0x[0-9a-fA-F]{${digits}}$` })
const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** The hashes of a block's transactions or uncles. */
export const hashes: Answer<string[]> = Compile(Type.Array(hex('64')))

/** The id of a chain; nodes write it in either case, and with leading zeros. */
export const chainId: Answer<string> = Compile(hex('1,64'))

/** The number of a block in `eth_syncing`. */
export const blockNumber: Answer<string> = Compile(hex('1,16'))

/** The part of a fork in `eth_config` (EIP-7910) that prices blobs. */
export const pricedFork: Answer<{
  activationTime: number
  blobSchedule: { baseFeeUpdateFraction: number }
}> = Compile(
  Type.Object({ activationTime: count, blobSchedule: Type.Object({ baseFeeUpdateFraction: count }) }),
)
