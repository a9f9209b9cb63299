import { fromHex, toHex } from '@lectern/chain'
import {
  type BlockProof,
  firstReceipt,
  type NodePicker,
  proveBlock,
  type ReceiptProof,
  toQuantity,
  type TransactionProof,
} from '@lectern/chain/internal'
import { createProvenBlocks } from './proven-blocks.ts'
import type { HeldTransaction } from '../embedded/records.ts'
import { requireBlock } from '../embedded/stored-block.ts'
import type { View } from '../embedded/view.ts'

/** The JSON of a proof in pieces, which are made when they are asked for. Proofs share them: nobody may change them. */
export type ProofJson = Iterable<Uint8Array>

/** What anyone can check an answer with, who trusts a block's hash; null where the thing asked for is not held. Proofs are made in steps of about a millisecond, so that others have their turn between them. */
export interface Proofs {
  block(number: bigint): BlockProof | null
  /** A TransactionProof, by the 32-byte hash, `0x` hex. */
  transaction(hash: `0x${string}`): Generator<void, ProofJson | null>
  /** A ReceiptProof, by the 32-byte hash of its transaction, `0x` hex. */
  receipt(hash: `0x${string}`): Generator<void, ProofJson | null>
}

/**
 * The proofs of what a view holds. The first of a block reads all of it and makes its tries; those that follow share them and the JSON of its
 * receipts, up to `keptBytes` of the blocks asked for last. Of a block of 59 receipts of 190 KB the first takes 50 ms in steps of 5 at most, the next 0.3.
 */
export function createProofs(view: View, keptBytes: number): Proofs {
  const blocks = createProvenBlocks(view, keptBytes)
  return {
    block(number) {
      const { head, lowest } = view.state()
      if (head === null || number < BigInt(lowest) || number > BigInt(head.number)) return null
      return proveBlock(requireBlock(view, Number(number)))
    },
    *transaction(hash) {
      const found = view.transaction(fromHex(hash))
      if (found === undefined) return null
      const { header, transactionNodes } = find(found)
      return [toJson('{', toTransactionProof(header, found, yield* transactionNodes()), '}')]
    },
    *receipt(hash) {
      const found = view.transaction(fromHex(hash))
      if (found === undefined) return null
      const { index } = found
      const block = find(found)
      const first = firstReceipt(found.receipt, index)
      const proof = toTransactionProof(block.header, found, yield* block.transactionNodes())
      const receipts = yield* block.receipts()
      const indexes = Array.from({ length: index - first + 1 }, (_, at) => first + at)
      const nodes = receipts.nodes(indexes).map(toHex)
      return (function* () {
        yield toJson(
          '{',
          { ...proof, firstReceipt: toQuantity(first) } satisfies Partial<ReceiptProof>,
          ',"receipts":[',
        )
        yield* receipts.write(first, index)
        yield toJson('],', { receiptNodes: nodes } satisfies Partial<ReceiptProof>, '}')
      })()
    },
  }

  function find({ number }: HeldTransaction) {
    return blocks.find(requireBlock(view, number), number)
  }
}

/** The members of an object as JSON, between two texts. */
const toJson = (before: string, members: object, after: string): Uint8Array =>
  Buffer.from(before + JSON.stringify(members).slice(1, -1) + after, 'latin1')

const toTransactionProof = (
  header: Uint8Array,
  { index, bytes }: HeldTransaction,
  nodes: NodePicker,
): TransactionProof => ({
  header: toHex(header),
  index: toQuantity(index),
  transaction: toHex(bytes),
  transactionNodes: nodes([index]).map(toHex),
})
