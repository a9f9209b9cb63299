import { toHex, type VerifiedBlock } from '@lectern/chain'
import { damaged } from '../../error.ts'
import type { Checked } from '../interface.ts'
import { compareCount, compareRow, notFound } from '../records/compare-row.ts'
import {
  COLUMN,
  encodeBlockRow,
  encodeHashes,
  encodeParts,
  encodeTransactionRecord,
} from '../records/records.ts'
import { GROUP } from './cold-rows.ts'
import { CHUNK } from './cold-stream.ts'
import { findHash, findNumbers } from './hashes.ts'
import { read, readRange, type ReadOptions } from './lmdb-internals.ts'
import { checkColdBlock, checkColdState } from './cold-checks.ts'
import type { Tables } from './tables.ts'
import type { View } from './view.ts'
import { hashesOf } from '../cold/compression.ts'

export interface BlockEntry {
  readonly table: 'blocks' | 'headers' | 'records' | 'hashes'
  readonly key: number
  /** Good until the next one is made. */
  readonly value: Uint8Array
}

/** Where a block is written. */
interface Place {
  /** The position of its first transaction. */
  readonly first: number
  /** The hashes of its transactions. */
  readonly hashes: readonly Uint8Array[]
  readonly isCold: boolean
}

/** Encodes the rows of a block, apart from the hash index and frames. */
export function* encodeBlock(
  block: VerifiedBlock,
  { first, hashes, isCold }: Place,
): Generator<BlockEntry, void> {
  const { hash, header, raw, size, blobGasPrice } = block
  const { timestamp, baseFeePerGas } = header
  const number = Number(block.number)
  const row = { hash, first, count: hashes.length, timestamp, baseFeePerGas, blobGasPrice, size }
  yield { table: 'blocks', key: number, value: encodeBlockRow(row, number) }
  yield { table: 'headers', key: number, value: encodeParts(raw, number) }
  if (isCold) return
  for (const [index, transaction] of block.transactions.entries()) {
    const record = { ...transaction, number, index }
    yield { table: 'records', key: first + index, value: encodeTransactionRecord(record, first + index) }
  }
  for (const [index, value] of encodeHashes(hashes, first).entries())
    yield { table: 'hashes', key: first + index * COLUMN, value }
}

/** Creates the checks of a snapshot: they compare rows with what verification found. */
export function createChecks(tables: Tables, view: View, options?: ReadOptions) {
  return {
    checkBlock(block: VerifiedBlock, first: number): void {
      const number = Number(block.number)
      const { hash, transactions } = block
      const { cold } = view.state()
      const isCold = cold !== undefined && number <= cold.number
      if (isCold) checkColdBlock(tables, view.cold, { number, first, transactions }, options)
      const hashes = hashesOf(block)
      for (const { table, key, value: right } of encodeBlock(block, { first, hashes, isCold })) {
        const index = table === 'records' ? key - first : undefined
        compareRow({ number, index, table, key, stored: read(tables[table], key, options), right })
      }
      const rows = [...readRange(tables.hashes, first, first + transactions.length, options)].length
      if (rows !== (isCold ? 0 : Math.ceil(transactions.length / COLUMN)))
        throw damaged(`the hashes of block ${number}`)
      const state = view.state()
      for (const [index, { hash }] of transactions.entries())
        if (!findHash(tables, state, hash, (position) => position === first + index || undefined, options))
          throw notFound(number, `transaction ${toHex(hash)}`)
      if (!findNumbers(tables, state, hash, options).some((found) => found === number))
        throw notFound(number, toHex(hash))
    },
    checkState({ last, transactions }: Checked): void {
      const { lowest, head, transactions: all, cold } = view.state()
      const top = head?.number ?? -1
      compareCount(last, last === top ? all : view.requireRow(last + 1).first, transactions)
      const outside = [
        ['blocks', 0, lowest],
        ['blocks', top + 1, Infinity],
        ['headers', 0, lowest],
        ['headers', top + 1, Infinity],
        ['records', 0, cold?.transactions ?? 0],
        ['records', all, Infinity],
        ['hashes', 0, cold?.transactions ?? 0],
        ['hashes', all, Infinity],
        ['cold', Math.ceil((cold?.transactions ?? 0) / GROUP), Infinity],
        ['frames', Math.ceil((cold?.bytes ?? 0) / CHUNK), Infinity],
      ] as const
      for (const [table, start, end] of outside) {
        const [key] = tables[table].getKeys({ ...options, start, ...(end < Infinity && { end }), limit: 1 })
        if (key !== undefined) throw damaged(`row ${key} of ${table}, of which the state does not know,`)
      }
      checkColdState(tables, view.cold, cold, options)
    },
  }
}
