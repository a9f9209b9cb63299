import type { Option } from 'commander'
import { wholeNumber } from '@lectern/conformance/flags'
import type { StoreLocation } from '@lectern/history'
import { Failure } from '../failure.ts'

/** The newest blocks that stay uncompressed by default: about two weeks of mainnet. */
const HOT = 100_000

export const hotBlocks = (flag: string): Option =>
  wholeNumber(`${flag} <blocks>`, 'newest blocks to keep uncompressed').default(undefined, String(HOT))

/** Returns the number of newest blocks that stay uncompressed; undefined for a cluster, where all do. Throws Failure for a cluster and the flag. */
export function readHot(location: StoreLocation, hot: number | undefined, flag: string): number | undefined {
  if ('datadir' in location) return hot ?? HOT
  if (hot === undefined) return undefined
  throw new Failure(`${flag} is for a store in a --datadir: a cluster keeps all blocks uncompressed.`)
}
