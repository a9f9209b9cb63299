import {
  type RawBlock,
  toHex,
  pickTrieNodes,
  type ReceiptProof,
  type TransactionProof,
} from '../src/index.ts'
import { dropBloom, firstReceipt, toQuantity } from '../src/internal.ts'

/** The RLP of the nodes above leaves that lead to some indexes of an ordered trie, the root first. */
export function trieNodes(items: readonly Uint8Array[], indexes: readonly number[]): Uint8Array[] {
  const steps = pickTrieNodes(items)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value(indexes)
  }
}

/** The parts of a block that proofs are made of. */
type ProofParts = Pick<RawBlock, 'header' | 'transactions' | 'receipts'>

/** The proof of the transaction at an index. */
export function proveTransaction(
  { header, transactions }: Omit<ProofParts, 'receipts'>,
  index: number,
): TransactionProof {
  return {
    header: toHex(header),
    index: toQuantity(index),
    transaction: toHex(transactions[index]!),
    transactionNodes: trieNodes(transactions, [index]).map(toHex),
  }
}

/** The proof of the receipt at an index. Throws ChainError for bytes that are no receipt. */
export function proveReceipt(block: ProofParts, index: number): ReceiptProof {
  const { receipts } = block
  const first = firstReceipt(receipts[index]!, index)
  const indexes = Array.from({ length: index - first + 1 }, (_, at) => first + at)
  return {
    ...proveTransaction(block, index),
    firstReceipt: toQuantity(first),
    receipts: indexes.map((at) => toHex(dropBloom(receipts[at]!))),
    receiptNodes: trieNodes(receipts, indexes).map(toHex),
  }
}
