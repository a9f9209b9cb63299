import { ChainError } from './error.ts'
import { encodedSize, encodeList, encodeRlp, listItems, rlpLength, stringContent } from './rlp.ts'

/** A block as every archive yields it: bytes that nobody has checked yet. */
export interface RawBlock {
  /** RLP. */
  readonly header: Uint8Array
  /** EIP-2718 bytes: a legacy transaction's RLP list, or `type ‖ payload`. */
  readonly transactions: readonly Uint8Array[]
  /** RLP headers. */
  readonly uncles: readonly Uint8Array[]
  /** RLP items; absent before Shanghai. */
  readonly withdrawals?: readonly Uint8Array[]
  /** EIP-2718 bytes, with bloom. */
  readonly receipts: readonly Uint8Array[]
  /** EIP-7685 `type ‖ data`, where the origin has them (execution). */
  readonly requests?: readonly Uint8Array[]
}

/** The part of a block that its own RLP holds. */
export type BlockBody = Omit<RawBlock, 'receipts' | 'requests'>

/** A block's RLP (one item of a chain.rlp, or a p2p block) split into its parts, without a copy. Throws ChainError `block` or `rlp`. */
export function splitBlock(rlp: Uint8Array): BlockBody {
  const parts = listItems(rlp)
  const [header, transactions, uncles, withdrawals] = parts
  if (header === undefined || transactions === undefined || uncles === undefined)
    throw new ChainError(
      'block',
      `block: a list of ${parts.length} parts must hold a header, transactions and uncles.`,
    )
  if (parts.length > 4)
    throw new ChainError(
      'unsupported',
      `block: ${parts.length} parts are not supported; withdrawals are the last.`,
    )
  return {
    header,
    transactions: listItems(transactions).map(fromBodyItem),
    uncles: listItems(uncles),
    ...(withdrawals && { withdrawals: listItems(withdrawals) }),
  }
}

/** The RLP of the whole block. */
export function encodeBlock(block: BlockBody): Uint8Array {
  return encodeList([
    block.header,
    encodeList(block.transactions.map(toBodyItem)),
    encodeList(block.uncles),
    ...(block.withdrawals ? [encodeList(block.withdrawals)] : []),
  ])
}

/** The length in bytes of the RLP of the whole block, which an answer gives as `size`. */
export function blockSize(block: BlockBody): number {
  let transactions = 0
  for (const bytes of block.transactions) transactions += isTyped(bytes) ? encodedSize(bytes) : bytes.length
  return rlpLength(
    block.header.length +
      rlpLength(transactions) +
      rlpLength(total(block.uncles)) +
      (block.withdrawals ? rlpLength(total(block.withdrawals)) : 0),
  )
}

// In a body a typed transaction is a byte string that holds its EIP-2718 bytes, a legacy one its list (EIP-2718).
const fromBodyItem = (item: Uint8Array): Uint8Array => (isList(item) ? item : stringContent(item))
const toBodyItem = (bytes: Uint8Array): Uint8Array => (isTyped(bytes) ? encodeRlp(bytes) : bytes)

const isList = (bytes: Uint8Array): boolean => bytes.length > 0 && bytes[0]! >= 0xc0
const isTyped = (bytes: Uint8Array): boolean => !isList(bytes)
const total = (parts: readonly Uint8Array[]): number => parts.reduce((sum, part) => sum + part.length, 0)
