import { fromBigInt, toQuantity } from './bytes.ts'
import { engine, keccak256 } from './engine.ts'
import { ChainError } from './error.ts'
import { encodeFields } from './fields.ts'
import { noble } from './noble.ts'
import { envelope, fieldsOf, type Transaction } from './transaction.ts'

/** The chain a transaction is signed for; undefined for a legacy one without replay protection (v 27 or 28). */
export function transactionChainId(transaction: Transaction): bigint | undefined {
  if (transaction.type !== 0) return transaction.chainId
  return transaction.v >= 35n ? (transaction.v - 35n) / 2n : undefined // EIP-155
}

/** The 20-byte address whose key signed a transaction. Throws ChainError `sender` where no key can have. */
export function recoverSender(transaction: Transaction): Uint8Array {
  const { r, s } = transaction
  if (r === 0n || s === 0n || r >= ORDER || s >= ORDER)
    throw new ChainError(
      'sender',
      `sender: r ${toQuantity(r)} and s ${toQuantity(s)} must lie between 0 and the curve's order.`,
    )
  const yParity = parity(transaction)
  try {
    return (engine ?? noble).recover(signingHash(transaction), r, s, yParity)
  } catch (cause) {
    const signature = `r ${toQuantity(r)}, s ${toQuantity(s)} and parity ${yParity}`
    throw new ChainError('sender', `sender: no key can have made the signature of ${signature}.`, { cause })
  }
}

/** The 32-byte hash that a transaction's signature is over. */
export function signingHash(transaction: Transaction): Uint8Array {
  const fields = encodeFields(fieldsOf(transaction.type), transaction).slice(0, -3)
  const chainId = transaction.type === 0 ? transactionChainId(transaction) : undefined
  const replay = chainId === undefined ? [] : [fromBigInt(chainId), new Uint8Array(), new Uint8Array()] // EIP-155
  return keccak256(envelope(transaction.type, [...fields, ...replay]))
}

// s above half the order is taken: Homestead forbids it, but Frontier's blocks have it, and the block's root has judged.
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

function parity(transaction: Transaction): number {
  if (transaction.type !== 0) return transaction.yParity
  const { v } = transaction
  if (v === 27n || v === 28n) return Number(v - 27n)
  if (v >= 35n) return Number((v - 35n) % 2n)
  throw new ChainError('sender', `sender: v must be 27, 28 or at least 35, not ${v}.`)
}
