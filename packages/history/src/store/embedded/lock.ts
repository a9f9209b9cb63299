import { existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { HistoryError } from '../../error.ts'

/** Makes this process the folder's only writer, by a lock of the operating system's. Node has no way to it but SQLite. */
export async function lockWriter(datadir: string): Promise<Disposable> {
  return takeLock(join(datadir, LOCK_FILE), MOMENT, (isBusy, cause) => {
    if (isBusy) throw new HistoryError('locked', `${datadir} is being written by another process.`, { cause })
    throw new HistoryError('unwritable', `${datadir} cannot be written: ${cause.message}.`, { cause })
  })
}

/** Lets one process at a time open or close LMDB in a folder: the last that closes destroys mutexes, even while another opens them. */
export function lockOpening(datadir: string): Disposable {
  return takeLock(join(datadir, OPENING_FILE), OPENING, (isBusy, cause) => {
    if (!isBusy) return { [Symbol.dispose]() {} }
    const message = `${datadir} has been opened or closed by other processes for ${OPENING / 1000} seconds: try again.`
    throw new HistoryError('locked', message, { cause })
  })
}

/** Takes the lock of a file; `fail` handles a lock that another process has, or that cannot be made. */
function takeLock(path: string, timeout: number, fail: (isBusy: boolean, cause: Error) => Disposable) {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite') // only a store that is opened needs it
  let lock: InstanceType<typeof DatabaseSync> | undefined
  try {
    lock = new DatabaseSync(path, { timeout })
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (cause) {
    lock?.close()
    return fail((cause as { errcode?: number }).errcode === SQLITE_BUSY, cause as Error)
  }
  const taken = lock
  return { [Symbol.dispose]: () => taken.close() }
}

const OPENING_FILE = 'store.mdb-opening'
const OPENING = 10_000 // milliseconds; it takes one or two
const MOMENT = 250 // milliseconds: `isWritten` has the lock for less

/** Whether a process writes the store of a folder now. */
export async function isWritten(datadir: string): Promise<boolean> {
  const path = join(datadir, LOCK_FILE)
  if (!existsSync(path)) return false
  const { DatabaseSync } = await import('node:sqlite')
  const lock = new DatabaseSync(path, { readOnly: true, timeout: 0 })
  try {
    lock.prepare('SELECT count(*) FROM sqlite_schema').get() // for a moment, no other process can begin to write
    return false
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return true
    throw error
  } finally {
    lock.close()
  }
}

export const LOCK_FILE = 'writer.lock'

const SQLITE_BUSY = 5

const LEAST = 2 ** 20 // bytes; the first commits take a tenth of it

/** Throws HistoryError `unwritable` if the disk is nearly full: LMDB crashes if its first pages do not fit. */
export function checkSpace(folder: string): void {
  if (isFull(folder)) throw new HistoryError('unwritable', `${folder} cannot be written: ${FULL}.`)
}

/** Returns why a write failed: LMDB calls a full disk "Input/output error". */
export function writeFault(folder: string, { message }: Error): string {
  return isFull(folder) ? `${FULL} (${message})` : message
}

const FULL = `less than ${LEAST / 2 ** 20} MiB is left on its disk`

function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < LEAST
}
