import {
  fromHex,
  toHex,
  type BlockProof,
  type NodePicker,
  type ReceiptProof,
  type TransactionProof,
} from '@lectern/chain'
import { firstReceipt, proveBlock, toQuantity } from '@lectern/chain/internal'
import { type MaybePromise, when } from '@lectern/spec'
import { missing } from '../../error.ts'
import type { Proofs, Sync } from '../interface.ts'
import { settle } from './maybe-promise.ts'
import { createProvenBlocks, type ProvenBlock } from './proven-blocks.ts'
import type { BlockParts, BlockRecord, Reader, TransactionRecord } from './reader.ts'

/** Creates the proofs of a reader's blocks. Those of one block share its tries and the JSON of its receipts, up to `cachedBytes`. */
export function createProofs<B extends BlockRecord>(reader: Sync<Reader<B>>, cachedBytes: number): SyncProofs
export function createProofs<B extends BlockRecord>(reader: Reader<B>, cachedBytes: number): Proofs
export function createProofs<B extends BlockRecord>(reader: Reader<B>, cachedBytes: number): Proofs {
  const findProvenBlock = createProvenBlocks(reader, cachedBytes)
  return {
    block(number) {
      const head = reader.head()
      if (head === null || number < head.lowest || number > head.number) return null
      return when(readBlock(Number(number)), proveBlock)
    },
    *transaction(hash) {
      const found = yield* find(hash)
      if (found === undefined) return null
      const { header, inRoots, transactionNodes } = yield* blockOf(found)
      if (found.index >= inRoots) return null
      return [toJson('{', toTransactionProof(header, found, yield* transactionNodes()), '}')]
    },
    *receipt(hash) {
      const found = yield* find(hash)
      if (found === undefined) return null
      const { index, receipt } = found
      const block = yield* blockOf(found)
      if (index >= block.inRoots) return null
      const first = firstReceipt(receipt, index, reader.family())
      const proof = toTransactionProof(block.header, found, yield* block.transactionNodes())
      const receipts = yield* block.receipts()
      const indexes = Array.from({ length: index - first + 1 }, (_, at) => first + at)
      const nodes = receipts.nodes(indexes).map(toHex)
      const pieces = (function* () {
        yield toJson(
          '{',
          { ...proof, firstReceipt: toQuantity(first) } satisfies Partial<ReceiptProof>,
          ',"receipts":[',
        )
        yield* receipts.write(first, index)
        yield toJson('],', { receiptNodes: nodes } satisfies Partial<ReceiptProof>, '}')
      })()
      return receipts.isReadLater ? readLater(pieces) : (pieces as Iterable<Uint8Array>)
    },
  }

  /** Finds a transaction, and copies it: the copy stays good from one step to another. */
  function* find(hash: string): Generator<Promise<void>, CopiedTransaction | undefined> {
    return yield* settle(
      when(reader.transaction(fromHex(hash)), (found) => {
        if (found === undefined) return undefined
        const { number, index, bytes, receipt } = found
        return { number, index, bytes: bytes.slice(), receipt: receipt.slice() }
      }),
    )
  }

  function* blockOf({ number }: CopiedTransaction): Generator<Promise<void>, ProvenBlock> {
    return findProvenBlock(yield* settle(readBlock(number)), number)
  }

  function readBlock(number: number): MaybePromise<B & BlockParts> {
    return when(reader.block(number), (block) => block ?? missing(number))
  }
}

async function* readLater(pieces: Iterable<MaybePromise<Uint8Array>>): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield await piece
}

/** Proofs of a reader without promises: no step waits. */
export interface SyncProofs extends Proofs {
  block(number: bigint): BlockProof | null
  transaction(hash: `0x${string}`): Generator<void, Iterable<Uint8Array> | null>
  receipt(hash: `0x${string}`): Generator<void, Iterable<Uint8Array> | null>
}

type CopiedTransaction = Pick<TransactionRecord, 'number' | 'index' | 'bytes' | 'receipt'>

/** Writes the members of an object as JSON, between two texts. */
const toJson = (before: string, members: object, after: string): Uint8Array =>
  Buffer.from(before + JSON.stringify(members).slice(1, -1) + after, 'latin1')

const toTransactionProof = (
  header: Uint8Array,
  { index, bytes }: CopiedTransaction,
  nodes: NodePicker,
): TransactionProof => ({
  header: toHex(header),
  index: toQuantity(index),
  transaction: toHex(bytes),
  transactionNodes: nodes([index]).map(toHex),
})
