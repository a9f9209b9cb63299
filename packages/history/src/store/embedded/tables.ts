import { accessSync, constants, existsSync, readdirSync, statSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Database, open, type RootDatabase, type RootDatabaseOptions } from 'lmdb'
import { HistoryError } from '../../error.ts'
import { makeFolder } from '../../folder.ts'
import { checkLength, checkStart } from './file-checks.ts'
import { IDENTITY, openIdentity } from '../records/identity.ts'
import { type NumberTable, read, usedBytes } from './lmdb-internals.ts'
import { LOCK_FILE, checkSpace, lockOpening } from './lock.ts'

type Root = RootDatabase<Uint8Array, string> & { readonly path: string }

/** The tables of a store, in one LMDB environment: a transaction writes to all of them. */
export interface Tables {
  readonly root: Root
  /** `identity` and `state`. */
  readonly meta: Database<Uint8Array, string>
  /** Block number → the context of its transactions. */
  readonly blocks: NumberTable
  /** Block number → header, uncles and withdrawals: apart, so that the rows of `blocks` fit the processor's cache. */
  readonly headers: NumberTable
  /** Position of the first → hashes of a block's transactions: a block with hashes needs no records. */
  readonly hashes: NumberTable
  /** Position → transaction record. */
  readonly records: NumberTable
  /** Level × 2^32 + bucket → entries of the hash index. */
  readonly levels: NumberTable
  /** Group of positions → rows of the cold blocks that begin there. */
  readonly cold: NumberTable
  /** Index → a part of the compressed bytes of all cold blocks. */
  readonly frames: NumberTable
}

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
    checkLength(path, usedBytes(root)) // a writer may extend it meanwhile
    const meta = table<string>(root, 'meta', { keyEncoding: 'ordered-binary' })
    const identity = read(meta, IDENTITY) // the first read registers this process as a reader
    if (identity) openIdentity(identity) // throws for another format, whose tables differ
    const tables: Tables = {
      root,
      meta,
      blocks: table(root, 'blocks', byNumber),
      headers: table(root, 'headers', byNumber),
      hashes: table(root, 'hashes', byNumber),
      records: table(root, 'records', byNumber, asTheyAre),
      levels: table(root, 'levels', byNumber),
      cold: table(root, 'cold', byNumber),
      frames: table(root, 'frames', byNumber),
    }
    closeAtExit(root)
    return tables
  } catch (cause) {
    void root?.close()
    if (cause instanceof HistoryError) throw cause
    const { message } = cause as Error
    // LMDB locks the byte of a process's pid. If another process has it, lmdb retries for ten seconds, then continues without a transaction.
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
    // LMDB's errors mean a damaged file, the system's an unreachable one.
    const code = message.startsWith('MDB_') ? 'damaged' : 'unwritable'
    throw new HistoryError(code, `${path} cannot be opened: ${message}.`, { cause })
  }
}

export function closeTables({ root }: Pick<Tables, 'root'>): Promise<void> {
  openRoots.delete(root)
  using _ = lockOpening(dirname(root.path))
  return root.close() // at once: no transaction is open that does not end with its call
}

const openRoots = new Set<Root>()
let isHeard = false

/** Closes the tables as the process exits: LMDB would do so without the lock. */
function closeAtExit(root: Root): void {
  openRoots.add(root)
  if (isHeard) return
  isHeard = true
  process.once('exit', () => {
    for (const root of openRoots)
      try {
        void closeTables({ root })
      } catch {} // another process has the lock
  })
}

/** Creates the folder if it is missing. Throws HistoryError `unwritable`, or `foreign` for a folder of other files. */
export async function prepareFolder(datadir: string): Promise<void> {
  await makeFolder(datadir)
  checkSpace(datadir)
  if (existsSync(join(datadir, DATA_FILE))) return
  const other = readdirSync(datadir).find((name) => !ours.some((start) => name.startsWith(start)))
  if (other !== undefined)
    throw new HistoryError('foreign', `${datadir} is not empty and holds no store: it holds ${other}.`)
}

// LMDB's lock file remains if the data file is deleted; a kill leaves a partial data file.
const ours = [LOCK_FILE, DATA_FILE, 'lost+found']

/** Throws HistoryError `missing` if the folder holds no store. */
export function requireStore(datadir: string): void {
  if (!existsSync(datadir))
    throw new HistoryError('missing', `${datadir} does not exist: import a chain into it first.`)
  if (!statSync(datadir).isDirectory())
    throw new HistoryError('location', `${datadir} is a file, not a folder.`)
  // Reading an empty file would kill this process.
  if (!statSync(join(datadir, DATA_FILE), { throwIfNoEntry: false })?.size)
    throw new HistoryError('missing', `${datadir} holds no store: import a chain into it first.`)
}

/** Throws HistoryError `unwritable` if LMDB's lock file is not writable: the writer would reuse pages that this reader reads. */
function checkLock(path: string): void {
  try {
    accessSync(path, constants.W_OK)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return // a copy without a writer
    throw new HistoryError(
      'unwritable',
      `${path} cannot be written: a reader notes there what it reads. Give write access to it, or read a copy of the store without that file.`,
      { cause },
    )
  }
}

/** Extends the file to `room` bytes after its used ones, as a hole. A transaction may leave its last pages unwritten, as if the file were cut off. */
export function reserve({ root }: Tables, room: number): void {
  const length = usedBytes(root) + room
  if (statSync(root.path).size < length) truncateSync(root.path, length)
}

const environment = {
  noSubdir: true, // lmdb takes a folder with a dot in its name for a file
  encoding: 'binary',
  maxDbs: 8,
  pageSize: 8192, // 4096 takes more disk and is slower to write, but a quarter faster to look up on a cold disk
  maxReaders: 1024, // snapshots and processes together
  mapSize: 2 ** 30, // doubled whenever the file outgrows it
  noReadAhead: true, // hashes are read at random
  overlappingSync: false, // a commit returns once it is on the disk
} satisfies RootDatabaseOptions & { noReadAhead: boolean }

function table<K extends string | number>(
  root: Root,
  name: string,
  keys: { readonly keyEncoding: 'ordered-binary' } | { readonly keyEncoder: typeof numberKey },
  encoder?: typeof asTheyAre,
): Database<Uint8Array, K> {
  const options = { encoding: 'binary', ...keys, encoder } as const // lmdb's types leave the encoder out
  const opened = root.openDB<Uint8Array, K>(name, options) as Database<Uint8Array, K> | undefined
  if (opened === undefined)
    throw new HistoryError('foreign', `${DATA_FILE} is not a store of Lectern: it has no table ${name}.`)
  return opened
}

/** The encoder of a table that is read in ranges: without it lmdb copies each value. */
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

const byNumber = { keyEncoder: numberKey }
