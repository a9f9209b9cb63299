import { getSystemErrorMessage } from 'node:util'

/** Why something failed. */
export type HistoryCode =
  | 'archive' // a file or a URL cannot be read, is cut off, or holds something else
  | 'genesis' // a genesis.json cannot be used, or is another chain's
  | 'block' // a block fails verification
  | 'parent' // a block names another parent than the block before it
  | 'conflict' // a block differs from the stored one, or was replaced while it was read
  | 'head' // the trusted head was not found
  | 'range' // a source lacks blocks of a range, or the range does not follow the stored blocks
  | 'store' // the store has no block to verify or copy
  | 'fork-unknown' // a stored block is of a fork that this version does not know
  | 'missing' // opening: there is no store. Exporting: the blocks are not stored
  | 'foreign' // opening: the folder holds something else
  | 'newer' // opening: a later version of Lectern wrote the store
  | 'older' // opening: an earlier version of Lectern wrote the store
  | 'chain' // the store is another chain's
  | 'locked' // opening: another process writes the store, or has the same pid in another container
  | 'location' // a URL names no store
  | 'unavailable' // a cluster, or too much of it, does not respond
  | 'fenced' // another process writes the cluster's store: what this one writes is ignored
  | 'unwritable' // the disk or its permissions refuse
  | 'damaged' // stored bytes are not what was written
  | 'read-only' // the store was opened for reading
  | 'closed' // the store or snapshot is closed
  | 'contiguity' // a block does not follow the head
  | 'anchor' // a block to trust is not stored, or a trusted one would be removed
  | -32602 // JSON-RPC: a parameter is invalid
  | -32002 // JSON-RPC: the store does not know a block for the tag yet
  | 4444 // JSON-RPC: history below the lowest stored block is not available

/** An error of reading, verifying or storing history. Its message is one sentence with the value in it. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError'
  readonly code: HistoryCode

  constructor(code: HistoryCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const damaged = (name: string, options?: ErrorOptions): HistoryError =>
  new HistoryError(
    'damaged',
    `The store is damaged: ${name} is not what was written. Import the chain again.`,
    options,
  )

export const askAgain = (number: number): HistoryError =>
  new HistoryError('unavailable', `Block ${number} was replaced while it was read: ask again.`)

export function missing(number: number): never {
  throw damaged(`block ${number}`)
}

/** Creates the error of a file or a URL: it cannot be read, is cut off, or holds something else. */
export const archiveError = (message: string, options?: ErrorOptions): HistoryError =>
  new HistoryError('archive', message, options)

/** Returns a function that throws the error of a file that cannot be read. A HistoryError stays as it is. */
export const failToRead =
  (path: string) =>
  (cause: unknown): never => {
    if (cause instanceof HistoryError) throw cause
    throw archiveError(`${path} cannot be read: ${reasonOf(cause)}.`, { cause })
  }

/** Returns why something failed, without a full stop. Errors of the system are put into words: `no such file or directory`. */
export function reasonOf(error: unknown): string {
  const { cause } = error as Error
  if (error instanceof TypeError && cause instanceof Error && cause.message !== '') return reasonOf(cause) // fetch hides it
  const { errno, syscall, message } = error as NodeJS.ErrnoException
  const isSystem = errno !== undefined && syscall !== undefined // zlib has other numbers, and no system call
  return (isSystem ? getSystemErrorMessage(errno) : message).replace(/(?<!\.)\.$/, '')
}
