import { parseChainConfig } from '@lectern/chain'
import { blobGasPrice } from '@lectern/chain/internal'
import { ClientError } from '../error.ts'
import type { BlobPrice } from './members.ts'

/**
 * Tells the price of blob gas by a chain's own schedule: the `blobs` of a verifier. It takes the `config` of a
 * genesis.json in geth's format, of which it reads chainId, the times of the forks from Cancun on, and blobSchedule
 * (EIP-4844, EIP-7840, EIP-7892). Throws a ClientError (INVALID_OPTION) for one that is malformed.
 */
export function blobPrices(genesisConfig: unknown): BlobPrice {
  try {
    const config = parseChainConfig(genesisConfig)
    return (block) =>
      config.blobSchedule.some(({ timestamp }) => timestamp <= block.timestamp)
        ? blobGasPrice(block, config)
        : undefined
  } catch (cause) {
    throw new ClientError('INVALID_OPTION', (cause as Error).message, { cause })
  }
}
