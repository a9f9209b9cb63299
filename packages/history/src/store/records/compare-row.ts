import { toHex } from '@lectern/chain'
import { damaged, HistoryError } from '../../error.ts'
import {
  decodeBlockRow,
  decodeHashes,
  decodeParts,
  decodeReceipt,
  decodeTransactionRecord,
} from './records.ts'
import type { SealedTable } from './seal.ts'

/** A stored row of a block, and the one that the verified block makes. */
export interface ComparedRow {
  readonly number: number
  /** The index of its transaction, for a row of one. */
  readonly index?: number | undefined
  readonly table: Exclude<SealedTable, 'meta' | 'levels' | 'cold'>
  readonly key: number
  readonly stored: Uint8Array | undefined
  readonly right: Uint8Array
}

/** Compares a stored row with what it must be, byte for byte. Throws HistoryError `block` with the first member that differs, or `damaged`. */
export function compareRow({ number, index, table, key, stored, right }: ComparedRow): void {
  if (stored === undefined)
    throw damaged(`${index === undefined ? '' : `transaction ${index} of `}block ${number}`)
  if (Buffer.compare(stored, right) === 0) return
  const of = index === undefined ? '' : ` of transaction ${index}`
  // As text, which stays good when the other one is decoded.
  const read = (sealed: Uint8Array) =>
    Object.entries(decoders[table](sealed, key)).map(([name, value]) => [name, showMember(value)] as const)
  const found = new Map(read(stored))
  for (const [name, wanted] of read(right)) compareMember(number, `${name}${of}`, found.get(name), wanted)
  throw new HistoryError('block', `block ${number}: the stored row${of} is not encoded as it was written.`)
}

/** Throws HistoryError `block` unless a stored member is the right one. */
export function compareMember(number: number | bigint, name: string, stored: unknown, right: unknown): void {
  const [found, wanted] = [showMember(stored), showMember(right)]
  if (found !== wanted)
    throw new HistoryError('block', `block ${number}: the stored ${name} is ${found}, not ${wanted}.`)
}

const showMember = (value: unknown): string => (value instanceof Uint8Array ? toHex(value) : String(value))

/** Throws HistoryError `block` unless the blocks up to a number have as many transactions as the store counts. */
export function compareCount(last: number, counted: number, transactions: number): void {
  if (counted === transactions) return
  const message = `block ${last}: ${counted} transactions are counted up to it, not ${transactions}.`
  throw new HistoryError('block', message)
}

export const notFound = (number: number, what: string): HistoryError =>
  new HistoryError('block', `block ${number}: ${what} is not found by its hash.`)

const decoders: Readonly<Record<ComparedRow['table'], (sealed: Uint8Array, key: number) => object>> = {
  blocks: decodeBlockRow,
  headers: decodeParts,
  records: decodeTransactionRecord,
  hashes: (sealed, key) => ({ hashes: decodeHashes(sealed, key) }),
  receipts: (sealed, key) => ({ receipt: decodeReceipt(sealed, key) }),
}
