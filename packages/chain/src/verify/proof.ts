import type { RawBlock } from '../block/block.ts'
import { type Hex, toHex } from '../encoding/bytes.ts'
import type { Family } from '../family/family.ts'
import { decodeReceipt } from '../block/receipt.ts'

/** A proof of a block's uncles: the header's hash is the block's, and its sha3Uncles is the hash of their list. */
export interface BlockProof {
  /** RLP. */
  readonly header: Hex
  /** RLP headers. */
  readonly uncles: readonly Hex[]
}

/** A proof that a block contains a transaction: from the header's transactionsRoot the nodes lead to its index. */
export interface TransactionProof {
  /** RLP; its hash is the block's. */
  readonly header: Hex
  /** The transaction's index in the block: a quantity, from 0x0. */
  readonly index: Hex
  /** EIP-2718 bytes. */
  readonly transaction: Hex
  /** The RLP of the nodes above the leaf, the root first; none if the leaf is the root. */
  readonly transactionNodes: readonly Hex[]
}

/** A proof that a block contains a receipt, its gas and first log index. So it proves earlier receipts too: all if this one has logs, else one. */
export interface ReceiptProof extends TransactionProof {
  /** The index of the first of the receipts: a quantity. */
  readonly firstReceipt: Hex
  /** EIP-2718 bytes without the bloom, which follows from the logs, up to the receipt at `index`. */
  readonly receipts: readonly Hex[]
  /** The RLP of the nodes above their leaves, by receiptsRoot, the root first. */
  readonly receiptNodes: readonly Hex[]
}

export function proveBlock({ header, uncles }: Pick<RawBlock, 'header' | 'uncles'>): BlockProof {
  return { header: toHex(header), uncles: uncles.map(toHex) }
}

/** Returns the index of the first receipt that the proof of the one at an index needs. Throws ChainError for bytes that are not a receipt. */
export function firstReceipt(receipt: Uint8Array, index: number, family?: Family): number {
  const hasLogs = decodeReceipt(receipt, family).logs.length > 0
  return hasLogs ? 0 : Math.max(0, index - 1)
}
