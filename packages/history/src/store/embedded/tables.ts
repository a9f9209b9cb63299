import { EventEmitter } from 'node:events'
import { accessSync, constants, existsSync, readdirSync, statSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type Database,
  type Key,
  open,
  type PutOptions,
  type RootDatabase,
  type RootDatabaseOptions,
  type Transaction,
} from 'lmdb'
import { damaged, HistoryError } from '../../error.ts'
import { makeFolder } from '../../folder.ts'
import { checkLength, checkStart } from './file-checks.ts'
import { IDENTITY, openIdentity } from '../records/identity.ts'
import { LOCK_FILE, checkSpace, lockOpening } from './lock.ts'

type Root = RootDatabase<Uint8Array, string> & { readonly path: string }

/** A table whose keys are numbers below 2^48, in their order. */
export type NumberTable = Database<Uint8Array, number>

/** The tables of a store, all in one LMDB environment: what one transaction writes, one commit shows. */
export interface Tables {
  readonly root: Root
  /** `identity` and `state`. */
  readonly meta: Database<Uint8Array, string>
  /** Block number → what its transactions' answers need of it. */
  readonly blocks: NumberTable
  /** Block number → header, uncles and withdrawals, in a table of their own, so that the rows above are in the processor's cache. */
  readonly headers: NumberTable
  /** Position of the first → hashes of a block's transactions, so that a block with hashes needs no records. */
  readonly hashes: NumberTable
  /** Position → transaction record. */
  readonly records: NumberTable
  /** Level × 2^32 + bucket → entries of the hash index. */
  readonly levels: NumberTable
}

/** The file that holds everything, in a store's folder. */
export const DATA_FILE = 'store.mdb'

/** Opens the tables of a folder. Throws HistoryError `foreign`, `newer`, `older`, `damaged`, `locked` or `unwritable`. */
export function openTables(
  datadir: string,
  { readOnly, file = DATA_FILE }: { readonly readOnly: boolean; readonly file?: string },
): Tables {
  const path = join(datadir, file)
  using _ = lockOpening(datadir)
  if (existsSync(path)) checkStart(path)
  if (readOnly) checkLock(`${path}-lock`)
  let root: Root | undefined
  try {
    root = open<Uint8Array, string>(path, { ...environment, readOnly }) as Root
    checkLength(path, usedBytes(root)) // a writer may make it longer meanwhile
    const meta = table<string>(root, 'meta', 'ordered-binary')
    const identity = read(meta, IDENTITY) // the first read registers this process as a reader
    if (identity) openIdentity(identity) // of another format, whose tables are others
    const tables: Tables = {
      root,
      meta,
      blocks: table(root, 'blocks', numberKey),
      headers: table(root, 'headers', numberKey),
      hashes: table(root, 'hashes', numberKey),
      records: table(root, 'records', numberKey, asTheyAre),
      levels: table(root, 'levels', numberKey),
    }
    closeAtExit(root)
    return tables
  } catch (cause) {
    void root?.close()
    if (cause instanceof HistoryError) throw cause
    const { message } = cause as Error
    // LMDB locks the byte of its pid for each process. Where another holds it, lmdb tries for ten seconds, then goes on without a transaction.
    if (message.includes('No transaction to renew') || cause instanceof TypeError)
      throw new HistoryError(
        'locked',
        `${path} cannot be read: another process has the pid ${process.pid} as well, in another container (processes that share a store must share a PID namespace), or closed the store just now.`,
        { cause },
      )
    if (message.startsWith('Invalid argument'))
      // LMDB's mutexes, where `lockOpening` could not lock
      throw new HistoryError(
        'locked',
        `${path} cannot be opened: another process was closing it, and this one cannot write into ${datadir} to wait for that. Try again.`,
        { cause },
      )
    // LMDB's own errors say that the file is not as it should be, the system's that it cannot be reached.
    const code = message.startsWith('MDB_') ? 'damaged' : 'unwritable'
    throw new HistoryError(code, `${path} cannot be opened: ${message}.`, { cause })
  }
}

/** Closes the tables of a folder. */
export function closeTables({ root }: Pick<Tables, 'root'>): Promise<void> {
  openRoots.delete(root)
  using _ = lockOpening(dirname(root.path))
  return root.close() // at once: no transaction is open that does not end with its call
}

const openRoots = new Set<Root>()
let isHeard = false

/** LMDB's environments are closed as the process exits, and then without the lock. */
function closeAtExit(root: Root): void {
  openRoots.add(root)
  if (isHeard) return
  isHeard = true
  process.once('exit', () => {
    for (const root of openRoots)
      try {
        void closeTables({ root })
      } catch {} // the lock was taken for too long
  })
}

/** Makes the folder if it is not there. Throws HistoryError `unwritable`, or `foreign` where it holds other things than a store. */
export async function prepareFolder(datadir: string): Promise<void> {
  await makeFolder(datadir)
  checkSpace(datadir)
  if (existsSync(join(datadir, DATA_FILE))) return
  const other = readdirSync(datadir).find((name) => !ours.some((start) => name.startsWith(start)))
  if (other !== undefined)
    throw new HistoryError('foreign', `${datadir} is not empty and holds no store: it holds ${other}.`)
}

// LMDB's own lock lies beside the data file, and stays where that one was deleted; a kill leaves what is not yet whole.
const ours = [LOCK_FILE, DATA_FILE, 'lost+found']

/** Refuses a folder without a store. Throws HistoryError `missing`. */
export function requireStore(datadir: string): void {
  if (!existsSync(datadir))
    throw new HistoryError('missing', `${datadir} does not exist: import a chain into it first.`)
  // To read an empty file would kill this process.
  if (!statSync(join(datadir, DATA_FILE), { throwIfNoEntry: false })?.size)
    throw new HistoryError('missing', `${datadir} holds no store: import a chain into it first.`)
}

/** A reader that cannot note what it reads in LMDB's lock would be given pages that the writer has used again. Throws HistoryError `unwritable`. */
function checkLock(path: string): void {
  try {
    accessSync(path, constants.W_OK)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return // a copy that nobody writes
    throw new HistoryError(
      'unwritable',
      `${path} cannot be written: a reader notes there what it reads. Give write access to it, or read a copy of the store without that file.`,
      { cause },
    )
  }
}

/** How many bytes of the file are in use, pages that wait to be used again included. */
export function usedBytes(root: Root): number {
  const { env } = root as unknown as {
    env: { info(): { lastPageNumber: number }; stat(): { pageSize: number } }
  }
  return (env.info().lastPageNumber + 1) * env.stat().pageSize
}

/** The number of the last commit, as LMDB counts them. */
export function lastCommit(root: Root): number {
  return (root as unknown as { env: { info(): { lastTxnId: number } } }).env.info().lastTxnId
}

/** Makes the file longer than what is in use and `room` bytes more, without taking disk for it. A transaction may leave its last pages unwritten, and then the file would look cut off. */
export function reserve({ root }: Tables, room: number): void {
  const length = usedBytes(root) + room
  if (statSync(root.path).size < length) truncateSync(root.path, length)
}

/** Which snapshot to read; without one it is the event turn's. */
export interface ReadOptions {
  readonly transaction: Transaction
}

/** The value at a key, good until the next read. */
export function read<K extends Key>(
  table: Database<Uint8Array, K>,
  key: K,
  options?: ReadOptions,
): Uint8Array | undefined {
  const reader = table as unknown as Reader<K>
  try {
    const value = reader.getBinaryFast(key, options)
    return value && toOwnLength(value, reader.path)
  } catch (cause) {
    throw toDamage(cause)
  }
}

/**
 * The values at the keys from one to another, the last not included, by one walk through the table: two thirds of what a `read` of each takes.
 * Each is good until the next read. Where a page is damaged, there are fewer.
 */
export function* readRange(
  table: NumberTable,
  start: number,
  end: number,
  options?: ReadOptions,
): Generator<Uint8Array> {
  const { path } = table as unknown as Reader<number>
  for (const { value } of table.getRange({ ...options, start, end })) yield toOwnLength(value, path)
}

/** lmdb gives its own buffer, longer than the `length` that it sets on it. */
function toOwnLength(value: Uint8Array, path: string): Uint8Array {
  if (value.length >= VIEWED) checkView(value, path)
  return new Uint8Array(value.buffer, value.byteOffset, value.length)
}

// lmdb copies what is shorter, which the writer's `reserve` makes safe; of what is longer it gives a view of the mapped file.
const VIEWED = 2 ** 24
// The bytes of the file that one such view can begin in.
const VIEW_STARTS = 0xf0000000

/** Refuses, unread, a value that a damaged page says to end behind the file's end: reading there kills the process (SIGBUS). */
function checkView(value: Uint8Array, path: string): void {
  const { size } = statSync(path)
  const start = size < VIEW_STARTS ? value.byteOffset : 0
  if (start + value.length > size) throw damaged('the length of a value')
}

/** Begins to read from the last commit, where that has not been done in this event turn. */
export function beginTurn({ meta }: Tables): void {
  ;(meta as unknown as { ensureReadTxn(): void }).ensureReadTxn() // lmdb's types leave it out
}

/**
 * Gives a function that ends the reading of this event turn where it began longer ago than `FRESH`, so that what is read next is from a later
 * commit, if there is one. A turn lasts a millisecond or more: a client that another process has shown a commit would not find it here.
 */
export function createRenewal(tables: Tables): () => void {
  const { meta } = tables as unknown as { meta: { resetReadTxn(): void } } // lmdb's types leave it out
  let began = -Infinity
  onTurn(tables, () => (began = performance.now()))
  return () => {
    if (performance.now() - began > FRESH) meta.resetReadTxn()
  }
}

/** Milliseconds: less than a response and the next request take between two processes. */
const FRESH = 0.1

/** Calls a listener whenever the reads that follow may be from another commit than those before. */
export function onTurn(tables: Tables, listener: () => void): void {
  // lmdb's own `on` calls a `super` that has none.
  for (const table of Object.values(tables))
    EventEmitter.prototype.on.call(table, 'begin-transaction', listener)
}

/**
 * Gives the transaction of the event turn, which may be used past it until `done()`. The turn must have begun. lmdb's own `useReadTransaction` makes a
 * native call each time (0.5 µs), which only the first of a turn needs.
 */
export function createPin(tables: Tables): () => Transaction {
  let current: (Transaction & { use?(): void }) | undefined
  onTurn(tables, () => (current = undefined))
  return () => {
    if (current?.use) current.use()
    else current = tables.root.useReadTransaction()
    return current
  }
}

/** LMDB's own errors are about pages that are not what they should be. */
function toDamage(cause: unknown): unknown {
  const { message } = cause as Error
  const isPage = message.startsWith('MDB_') || cause instanceof RangeError // no memory is of that length
  return isPage ? damaged(`a page (${message})`, { cause }) : cause
}

/** lmdb's types leave the second parameter out, and the path. */
interface Reader<K> {
  readonly path: string
  getBinaryFast(key: K, options?: ReadOptions): Buffer | undefined
}

/** Puts at a key above all others. LMDB fills pages whole for it, and refuses a key that is not above, which lmdb reports by `false`. */
export function append(table: NumberTable, key: number, value: Uint8Array): void {
  const options: PutOptions & { append: true } = { append: true }
  const done = table.putSync(key, value, options) as unknown as boolean
  if (!done) throw damaged(`key ${key}, which is not the highest,`)
}

const environment = {
  noSubdir: true, // a folder's name may have a dot, by which lmdb distinguishes files from folders
  encoding: 'binary',
  maxDbs: 8,
  pageSize: 8192, // 583 bytes a transaction, and 136 thousand of them a second; 4096: 615, and 100; a lookup on a cold disk takes a quarter longer
  maxReaders: 1024, // snapshots and processes at a time
  mapSize: 2 ** 30, // the file may grow past it: each time it is mapped once more, twice as big
  noReadAhead: true, // hashes are asked for in no order
  overlappingSync: false, // a commit returns when it is on the disk
} satisfies RootDatabaseOptions & { noReadAhead: boolean }

type KeyEncoding = 'ordered-binary' | typeof numberKey

function table<K extends string | number>(
  root: Root,
  name: string,
  key: KeyEncoding,
  encoder?: typeof asTheyAre,
): Database<Uint8Array, K> {
  const keys = typeof key === 'string' ? { keyEncoding: key } : { keyEncoder: key }
  const options = { encoding: 'binary', ...keys, encoder } as const // lmdb's types leave the encoder out
  const opened = root.openDB<Uint8Array, K>(name, options) as Database<Uint8Array, K> | undefined
  if (opened === undefined)
    throw new HistoryError('foreign', `${DATA_FILE} is not a store of Lectern: it has no table ${name}.`)
  return opened
}

/** The encoder of a table that is read in ranges: without it lmdb copies each value, which takes 1 µs. */
const asTheyAre = { encode: (value: Uint8Array) => value, decode: (value: Uint8Array) => value }

const numberKey = {
  writeKey(key: number, target: Uint8Array, start: number): number {
    for (let i = start + 5, rest = key; i >= start; i--, rest = Math.floor(rest / 256)) target[i] = rest % 256
    return start + 6
  },
  readKey(source: Uint8Array, start: number): number {
    let key = 0
    for (let i = start; i < start + 6; i++) key = key * 256 + source[i]!
    return key
  },
}
