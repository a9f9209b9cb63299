import type { VerifiedBlock } from '@lectern/chain'
import {
  COLUMN,
  encodeBlockRow,
  encodeHashes,
  encodeParts,
  encodeTransactionRecord,
} from '../records/records.ts'

/** A row that a block has in a table. */
export interface BlockEntry {
  readonly table: 'blocks' | 'headers' | 'records' | 'hashes'
  readonly key: number
  /** Good until the next one is made. */
  readonly value: Uint8Array
}

/** Encodes the rows of a block, apart from the hash index. `first` is the position of its first transaction. */
export function* encodeBlock(block: VerifiedBlock, first: number): Generator<BlockEntry, void> {
  const { hash, header, raw, size, blobGasPrice, transactions } = block
  const { timestamp, baseFeePerGas } = header
  const number = Number(block.number)
  const row = { hash, first, count: transactions.length, timestamp, baseFeePerGas, blobGasPrice, size }
  yield { table: 'blocks', key: number, value: encodeBlockRow(row, number) }
  yield { table: 'headers', key: number, value: encodeParts(raw, number) }
  for (const [index, transaction] of transactions.entries()) {
    const record = { ...transaction, number, index }
    yield { table: 'records', key: first + index, value: encodeTransactionRecord(record, first + index) }
  }
  const hashes = transactions.map(({ hash }) => hash)
  for (const [index, value] of encodeHashes(hashes, first).entries())
    yield { table: 'hashes', key: first + index * COLUMN, value }
}
