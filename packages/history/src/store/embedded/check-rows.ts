import { toHex, type VerifiedBlock } from '@lectern/chain'
import { damaged, HistoryError } from '../../error.ts'
import type { Checked } from '../interface.ts'
import { compareRow, notFound } from '../records/compare-row.ts'
import {
  COLUMN,
  decodeBlockRow,
  decodeHashes,
  decodeParts,
  decodeTransactionRecord,
} from '../records/records.ts'
import { type BlockEntry, encodeBlock } from './block-rows.ts'
import { findHash, findNumbers } from './hashes.ts'
import { read, readRange, type ReadOptions, type Tables } from './tables.ts'
import type { View } from './view.ts'

/** Compares the rows of a store with what verification found, as `Snapshot` says. */
export function createChecks(tables: Tables, view: View, options?: ReadOptions) {
  return {
    checkBlock(block: VerifiedBlock, first: number): void {
      const number = Number(block.number)
      const { hash, transactions } = block
      for (const { table, key, value } of encodeBlock(block, first))
        compareRow({
          number,
          of: table === 'records' ? ` of transaction ${key - first}` : '',
          stored: read(tables[table], key, options),
          right: value,
          decode: (sealed) => decoders[table](sealed, key),
        })
      const rows = [...readRange(tables.hashes, first, first + transactions.length, options)].length
      if (rows !== Math.ceil(transactions.length / COLUMN)) throw damaged(`the hashes of block ${number}`)
      const state = view.state()
      for (const [index, { hash }] of transactions.entries())
        if (!findHash(tables, state, hash, (position) => position === first + index || undefined, options))
          throw notFound(number, `transaction ${toHex(hash)}`)
      if (!findNumbers(tables, state, hash, options).some((found) => found === number))
        throw notFound(number, toHex(hash))
    },
    checkState({ last, transactions }: Checked): void {
      const { lowest, head, transactions: all } = view.state()
      const top = head!.number
      const counted = last === top ? all : view.blockRecord(last + 1)!.first
      if (counted !== transactions)
        throw new HistoryError(
          'block',
          `block ${last}: ${counted} transactions are counted up to it, not ${transactions}.`,
        )
      const outside = [
        ['blocks', 0, lowest],
        ['blocks', top + 1, Infinity],
        ['headers', 0, lowest],
        ['headers', top + 1, Infinity],
        ['records', all, Infinity],
        ['hashes', all, Infinity],
      ] as const
      for (const [table, start, end] of outside)
        for (const key of tables[table].getKeys({
          ...options,
          start,
          ...(end < Infinity && { end }),
          limit: 1,
        }))
          throw damaged(`row ${key} of ${table}, of which the state does not know,`)
    },
  }
}

const decoders: Readonly<Record<BlockEntry['table'], (sealed: Uint8Array, key: number) => object>> = {
  blocks: decodeBlockRow,
  headers: decodeParts,
  records: decodeTransactionRecord,
  hashes: (sealed, position) => ({ hashes: decodeHashes(sealed, position) }),
}
