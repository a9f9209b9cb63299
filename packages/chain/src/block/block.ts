import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '../encoding/bytes.ts'
import { ChainError } from '../error.ts'
import {
  encodedSize,
  encodeList,
  encodeRlp,
  firstItem,
  listItems,
  rlpLength,
  stringContent,
} from '../encoding/rlp.ts'

/** A block as archives contain it: unchecked bytes. */
export interface RawBlock {
  /** RLP. */
  readonly header: Uint8Array
  /** EIP-2718 bytes: a legacy transaction's RLP list, or `type ‖ payload`. */
  readonly transactions: readonly Uint8Array[]
  /** RLP headers. */
  readonly uncles: readonly Uint8Array[]
  /** RLP items; absent before Shanghai. */
  readonly withdrawals?: readonly Uint8Array[] | undefined
  /** EIP-2718 bytes, with bloom. */
  readonly receipts: readonly Uint8Array[]
  /** EIP-7685 `type ‖ data`, from a source that has them (execution). */
  readonly requests?: readonly Uint8Array[]
  /** The receipt of the transaction that is in no root, on a chain with such a one: EIP-2718 bytes, which no hash proves. */
  readonly outside?: Uint8Array
  /** The members of a node's JSON that no hash proves, as `packClaims` writes them. */
  readonly claims?: Uint8Array
}

/** The parts of a block that its own RLP contains. */
export type BlockBody = Omit<RawBlock, 'receipts' | 'requests' | 'outside' | 'claims'>

/**
 * Splits a block's RLP into its parts, without a copy.
 * @param rlp One item of a chain.rlp, or a block of the p2p protocol.
 * @throws ChainError `rlp` for what is no RLP; `block` for a list of other parts; `unsupported` for more parts.
 * @example
 * const block = verify({ ...splitBlock(rlp), receipts }, { config, parent })
 */
export function splitBlock(rlp: Uint8Array): BlockBody {
  const parts = listItems(rlp)
  return { header: parts[0]!, ...nameParts(parts, 1) }
}

/** Returns the header's RLP in a block's, without a copy; the rest is not checked. Throws ChainError `block` or `rlp`. */
export function splitHeader(rlp: Uint8Array): Uint8Array {
  const header = firstItem(rlp)
  if (header === undefined) throw new ChainError('block', 'block: an empty list holds no header.')
  return header
}

/** Splits a body's RLP, as archives store it, into transactions, uncles, and withdrawals. Throws ChainError `block` or `rlp`. */
export function splitBody(rlp: Uint8Array): Omit<BlockBody, 'header'> {
  return nameParts(listItems(rlp), 0)
}

/** Splits the RLP of a list of transactions or receipts into their EIP-2718 bytes. Throws ChainError `rlp`. */
export function splitEnvelopes(rlp: Uint8Array): Uint8Array[] {
  return listItems(rlp).map(fromBodyItem)
}

export function encodeBlock(block: BlockBody): Uint8Array {
  return encodeList([block.header, ...bodyParts(block)])
}

/** Returns the RLP of a block's body, as archives store it. */
export function encodeBody(body: Omit<BlockBody, 'header'>): Uint8Array {
  return encodeList(bodyParts(body))
}

/** Returns the RLP of a list of transactions or receipts, from their EIP-2718 bytes. */
export function encodeEnvelopes(envelopes: readonly Uint8Array[]): Uint8Array {
  return encodeList(envelopes.map(toBodyItem))
}

/** Returns the length in bytes of a block's RLP: `size` in JSON. */
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

/** Returns the requestsHash of requests, each `type ‖ data`: sha256 over the sha256 of each that has data (EIP-7685). */
export function hashRequests(requests: readonly Uint8Array[]): Uint8Array {
  return sha256(concatBytes(requests.filter(({ length }) => length > 1).map((request) => sha256(request))))
}

const bodyParts = ({ transactions, uncles, withdrawals }: Omit<BlockBody, 'header'>): Uint8Array[] => [
  encodeList(transactions.map(toBodyItem)),
  encodeList(uncles),
  ...(withdrawals ? [encodeList(withdrawals)] : []),
]

/** Names the parts of a body, which follow `headers` headers. */
function nameParts(parts: readonly Uint8Array[], headers: 0 | 1): Omit<BlockBody, 'header'> {
  const count = parts.length
  const [transactions, uncles, withdrawals] = parts.slice(headers)
  if (transactions === undefined || uncles === undefined) {
    const names = `${headers === 1 ? 'a header, ' : ''}transactions and uncles`
    throw new ChainError('block', `block: a list of ${count} parts must hold ${names}.`)
  }
  if (count > headers + 3)
    throw new ChainError('unsupported', `block: ${count} parts are not supported; withdrawals are the last.`)
  return {
    transactions: splitEnvelopes(transactions),
    uncles: listItems(uncles),
    ...(withdrawals && { withdrawals: listItems(withdrawals) }),
  }
}

// In a body a typed transaction is a byte string of its EIP-2718 bytes, a legacy one its list (EIP-2718).
const fromBodyItem = (item: Uint8Array): Uint8Array => (isList(item) ? item : stringContent(item))
const toBodyItem = (bytes: Uint8Array): Uint8Array => (isTyped(bytes) ? encodeRlp(bytes) : bytes)

const isList = (bytes: Uint8Array): boolean => bytes.length > 0 && bytes[0]! >= 0xc0
const isTyped = (bytes: Uint8Array): boolean => !isList(bytes)
const total = (parts: readonly Uint8Array[]): number => parts.reduce((sum, part) => sum + part.length, 0)
