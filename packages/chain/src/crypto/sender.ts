import { secp256k1 } from '@noble/curves/secp256k1.js'
import { encodeTransaction } from '../block/transaction.ts'
import { concatBytes, fromBigInt, toQuantity } from '../encoding/bytes.ts'
import { createSpans, encodeRlp, listPrefix, readSpans } from '../encoding/rlp.ts'
import { ChainError } from '../error.ts'
import { type Engine, engine, keccak256 } from './engine.ts'
import { hashKeccak } from './keccak.ts'
import { ethereum, type Transaction } from '../family/ethereum.ts'
import type { Family } from '../family/family.ts'

/** The default engine: synchronous, pure JavaScript, runs everywhere. */
export const noble: Engine = {
  name: 'noble',
  keccak256: hashKeccak,
  recover(hash, r, s, yParity) {
    const point = new secp256k1.Signature(r, s, yParity).recoverPublicKey(hash)
    return hashKeccak(point.toBytes(false).subarray(1)).subarray(12)
  },
}

/** The chain a transaction is signed for; undefined for a legacy one without replay protection (v 27 or 28). */
export function transactionChainId(transaction: Transaction): bigint | undefined {
  return transaction.type === 0 ? protectedChainId(transaction.v) : transaction.chainId
}

/** The chain id in the `v` of a legacy transaction; undefined where it has none. */
export function protectedChainId(v: bigint): bigint | undefined {
  return v >= 35n ? (v - 35n) / 2n : undefined // EIP-155
}

/**
 * Recovers the sender of a transaction.
 * @param bytes Its EIP-2718 bytes, if they are at hand.
 * @param family The rules of its chain, which name the sender of an unsigned type.
 * @returns The 20-byte address whose key signed it.
 * @throws ChainError `sender` for a signature that no key can have made, `unsupported` for bytes that name no sender.
 */
export function recoverSender(
  transaction: Transaction,
  bytes?: Uint8Array,
  family: Family = ethereum,
): Uint8Array {
  const sender = family.senders?.[transaction.type]
  if (sender) return sender === 'from' ? (transaction as unknown as { from: Uint8Array }).from : sender
  bytes ??= encodeTransaction(transaction, family)
  const { r, s } = transaction
  if (family.hasZeroSignatures && r === 0n && s === 0n)
    throw new ChainError(
      'unsupported',
      'sender: the transaction is of layer 1, and its bytes name no sender.',
    )
  if (r === 0n || s === 0n || r >= ORDER || s >= ORDER)
    throw new ChainError(
      'sender',
      `sender: r ${toQuantity(r)} and s ${toQuantity(s)} must lie between 0 and the curve's order.`,
    )
  const yParity = parity(transaction)
  try {
    return (engine ?? noble).recover(signingHash(transaction, bytes), r, s, yParity)
  } catch (cause) {
    const signature = `r ${toQuantity(r)}, s ${toQuantity(s)} and parity ${yParity}`
    throw new ChainError('sender', `sender: no key can have made the signature of ${signature}.`, { cause })
  }
}

/** The 32-byte hash that a transaction's signature is over: its fields as they lie in its EIP-2718 bytes, without the last three. */
export function signingHash(
  transaction: Transaction,
  bytes: Uint8Array = encodeTransaction(transaction),
): Uint8Array {
  const { type } = transaction
  const at = type === 0 ? 0 : 1
  readSpans(bytes, at, spans)
  const fields = bytes.subarray(spans.content, spans.ends[spans.count - 4])
  const chainId = type === 0 ? transactionChainId(transaction) : undefined
  const replay = chainId === undefined ? NONE : concatBytes([encodeRlp(fromBigInt(chainId)), EMPTY, EMPTY]) // EIP-155
  const prefix = listPrefix(fields.length + replay.length)
  return keccak256(concatBytes([bytes.subarray(0, at), prefix, fields, replay]))
}

// Marked as pure: a bundle that only reads chain ids leaves them out.
const spans = /* @__PURE__ */ createSpans()
const NONE = /* @__PURE__ */ new Uint8Array(0)
const EMPTY = /* @__PURE__ */ Uint8Array.of(0x80)

// s above half the order is accepted: Homestead forbids it, but Frontier's blocks have it, and the block's root was checked.
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

function parity(transaction: Transaction): number {
  if (transaction.type !== 0) return transaction.yParity
  const { v } = transaction
  if (v === 27n || v === 28n) return Number(v - 27n)
  if (v >= 35n) return Number((v - 35n) % 2n)
  throw new ChainError('sender', `sender: v must be 27, 28 or at least 35, not ${v}.`)
}
