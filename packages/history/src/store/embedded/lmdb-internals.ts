import { EventEmitter } from 'node:events'
import { statSync } from 'node:fs'
import * as lmdb from 'lmdb'
import type { Database, Key, PutOptions, RootDatabase, Transaction } from 'lmdb'
import { damaged } from '../../error.ts'

// Access to tables through private parts of lmdb, whose types lack them. Its version is exact, and lmdb-internals.test.ts tests each name.

/** A table whose keys are numbers below 2^48, in their order. */
export type NumberTable = Database<Uint8Array, number>

/** The transaction to read; by default the event turn's. */
export interface ReadOptions {
  readonly transaction: Transaction
}

interface Internals<K> {
  readonly path: string
  getBinaryFast(key: K, options?: ReadOptions): Buffer | undefined
  ensureReadTxn(): void
  putSync(key: K, value: Uint8Array, options: PutOptions & { readonly append: true }): boolean
  readonly env: {
    info(): { readonly lastPageNumber: number; readonly lastTxnId: number }
    stat(): { readonly pageSize: number }
  }
}

export const internals = <K extends Key>(table: Database<Uint8Array, K>): Internals<K> =>
  table as unknown as Internals<K>

/** Returns the used bytes of the file, free pages included. */
export function usedBytes(root: RootDatabase<Uint8Array, string>): number {
  const { env } = internals(root)
  return (env.info().lastPageNumber + 1) * env.stat().pageSize
}

/** Returns the number of the last commit, as LMDB counts them. */
export const lastCommit = (root: RootDatabase<Uint8Array, string>): number =>
  internals(root).env.info().lastTxnId

/** Returns the commit that the last value was read from, without its bits above 32. */
export const commitRead = (): number =>
  (lmdb as unknown as { readonly getLastTxnId: () => number }).getLastTxnId()

/** Reads the value at a key, good until the next read. */
export function read<K extends Key>(
  table: Database<Uint8Array, K>,
  key: K,
  options?: ReadOptions,
): Uint8Array | undefined {
  const reader = internals(table)
  try {
    const value = reader.getBinaryFast(key, options)
    return value && toOwnLength(value, reader.path)
  } catch (cause) {
    const { message } = cause as Error
    // LMDB's errors mean damaged pages, and a RangeError an impossible length.
    if (!message.startsWith('MDB_') && !(cause instanceof RangeError)) throw cause
    throw damaged(`a page (${message})`, { cause })
  }
}

/** Reads the values from one key to another, the last not included; each is good until the next read. A damaged page omits some. */
export function* readRange(
  table: NumberTable,
  start: number,
  end: number,
  options?: ReadOptions,
): Generator<Uint8Array> {
  const { path } = internals(table)
  for (const { value } of table.getRange({ ...options, start, end })) yield toOwnLength(value, path)
}

/** Returns a value with its length: lmdb's buffer is longer than its `length` says. */
function toOwnLength(value: Uint8Array, path: string): Uint8Array {
  if (value.length >= VIEWED) checkView(value, path)
  return new Uint8Array(value.buffer, value.byteOffset, value.length)
}

// lmdb copies shorter values, which `reserve` makes safe; longer ones are views of the mapped file.
const VIEWED = 2 ** 24
// The first bytes of the file, in which such a view can begin.
const VIEW_STARTS = 0xf0000000

/** Throws HistoryError `damaged` for a view that ends after the file's end: reading there kills the process (SIGBUS). */
function checkView(value: Uint8Array, path: string): void {
  const { size } = statSync(path)
  const start = size < VIEW_STARTS ? value.byteOffset : 0
  if (start + value.length > size) throw damaged('the length of a value')
}

/** Puts a value at a key above all others: LMDB then fills pages. Throws HistoryError `damaged` for a lower key. */
export function append(table: NumberTable, key: number, value: Uint8Array): void {
  if (!internals(table).putSync(key, value, { append: true }))
    throw damaged(`key ${key}, which is not the highest,`)
}

/** Calls a listener whenever the next reads of some tables may be of another commit. lmdb's own `on` calls a `super` that is missing. */
export function onTurn(tables: object, listener: () => void): void {
  for (const table of Object.values(tables))
    EventEmitter.prototype.on.call(table, 'begin-transaction', listener)
}

/** Returns a function that ends an older turn's transaction: a client may have seen a later commit through another process. */
export function createRenewal(tables: { readonly root: RootDatabase<Uint8Array, string> }): () => void {
  let began = -Infinity
  onTurn(tables, () => (began = performance.now()))
  return () => {
    if (performance.now() - began > FRESH) tables.root.resetReadTxn()
  }
}

const FRESH = 0.1 // milliseconds: less than the time of a response and the next request

/** Returns a function that pins the begun event turn's transaction until `done()`: with one native call per turn, unlike lmdb's own. */
export function createPin(tables: { readonly root: RootDatabase<Uint8Array, string> }): () => Transaction {
  let current: (Transaction & { use?(): void }) | undefined
  onTurn(tables, () => (current = undefined))
  return () => {
    if (current?.use) current.use()
    else current = tables.root.useReadTransaction()
    return current
  }
}
