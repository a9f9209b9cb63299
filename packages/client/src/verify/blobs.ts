import { parseChainConfig, blobGasPrice } from '@lectern/chain'
import { ClientError } from '../error.ts'
import type { BlobPrice } from './members.ts'

/**
 * Computes the price of blob gas by a chain's own schedule (EIP-4844, EIP-7840, EIP-7892): the `blobs` of a verifier.
 * @param chainConfig The `config` of a genesis.json in geth's format, or the `chainConfig` of `lectern serve`'s `/status`.
 * Nothing proves it: it is as good as its source.
 * @throws ClientError INVALID_OPTION for a malformed config.
 * @example
 * const verify = verifier({ level: 'full', blobs: blobPrices(genesis.config) })
 */
export function blobPrices(chainConfig: unknown): BlobPrice {
  try {
    const config = parseChainConfig(chainConfig)
    return (block) =>
      config.blobSchedule.some(({ timestamp }) => timestamp <= block.timestamp)
        ? blobGasPrice(block, config)
        : undefined
  } catch (cause) {
    throw new ClientError('INVALID_OPTION', (cause as Error).message, { cause })
  }
}
