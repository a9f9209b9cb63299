import { type ChainConfig, findPrice } from '../block/config.ts'
import { keccak256 } from '../crypto/engine.ts'
import { ChainError } from '../error.ts'
import { encodeRlp } from '../encoding/rlp.ts'
import { type Header, type Transaction } from '../family/ethereum.ts'

/** The gas of one blob (EIP-4844). */
export const GAS_PER_BLOB = 131072n

/** Returns the wei per gas that a transaction pays in a block with this base fee; without a base fee, its cap. */
export function effectiveGasPrice(transaction: Transaction, baseFeePerGas?: bigint): bigint {
  if ('gasPrice' in transaction) return transaction.gasPrice
  const { maxFeePerGas, maxPriorityFeePerGas } = transaction
  if (baseFeePerGas === undefined) return maxFeePerGas
  return cappedPrice(baseFeePerGas, maxPriorityFeePerGas, maxFeePerGas)
}

/** Returns the price of a transaction with a fee market: base fee and tip, up to its cap (EIP-1559). */
export function cappedPrice(base: bigint, tip: bigint, cap: bigint): bigint {
  return base + tip < cap ? base + tip : cap
}

/** Returns the 20-byte address of the contract that a transaction creates. The nonce is big-endian, without leading zeros. */
export function createdAddress(from: Uint8Array, nonce: Uint8Array): Uint8Array {
  return keccak256(encodeRlp([from, nonce])).slice(12)
}

export function blobGasUsed(transaction: Transaction): bigint {
  return 'blobVersionedHashes' in transaction
    ? GAS_PER_BLOB * BigInt(transaction.blobVersionedHashes.length)
    : 0n
}

/** Returns the wei per blob gas in a block; undefined before Cancun. Throws ChainError `config` without a fraction, `header` above 256 bits. */
export function blobGasPrice(
  header: Pick<Header, 'excessBlobGas' | 'timestamp' | 'number'>,
  config: ChainConfig,
): bigint | undefined {
  if (header.excessBlobGas === undefined) return undefined
  const entry = findPrice(config, header.timestamp)
  if (entry === undefined)
    throw new ChainError(
      'config',
      `config: block ${header.number} prices blobs, but no fork up to its time ${header.timestamp} does (cancunTime is missing).`,
      { number: header.number },
    )
  const price = fakeExponential(header.excessBlobGas, entry.updateFraction)
  if (price === undefined)
    throw new ChainError(
      entry.isAssumed ? 'config' : 'header',
      `header: excessBlobGas ${header.excessBlobGas} makes a price of more than 256 bits.`,
      { number: header.number },
    )
  return price
}

/** Returns e^(numerator / denominator) by EIP-4844's series in integers; undefined from 2^256 on, where it may have too many terms. */
function fakeExponential(numerator: bigint, denominator: bigint): bigint | undefined {
  const limit = denominator << 256n
  let sum = 0n
  let term = denominator
  for (let i = 1n; term > 0n; i++) {
    sum += term
    if (sum >= limit) return undefined
    term = (term * numerator) / (denominator * i)
  }
  return sum / denominator
}
