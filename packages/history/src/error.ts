import { getSystemErrorMessage } from 'node:util'

/** Why something failed. */
export type HistoryCode =
  /** A file or a URL cannot be read, is cut off, or holds something else. */
  | 'archive'
  /** A genesis.json cannot be used, or is another chain's. */
  | 'genesis'
  /** A block fails verification. */
  | 'block'
  /** A block names another parent than the block before it. */
  | 'parent'
  /** A block differs from the stored one, or was replaced while it was read. */
  | 'conflict'
  /** The trusted head was not found. */
  | 'head'
  /** The store has no block to verify or copy. */
  | 'store'
  /** A stored block is of a fork that this version does not know. */
  | 'fork-unknown'
  /** Opening: there is no store. Exporting: the blocks are not stored. */
  | 'missing'
  /** Opening: the folder holds something else. */
  | 'foreign'
  /** Opening: a later version of Lectern wrote the store. */
  | 'newer'
  /** Opening: an earlier version of Lectern wrote the store. */
  | 'older'
  /** The store is another chain's. */
  | 'chain'
  /** Opening: another process writes the store, or has the same pid in another container. */
  | 'locked'
  /** A URL names no store. */
  | 'location'
  /** A cluster, or too much of it, does not respond. */
  | 'unavailable'
  /** Another process writes the cluster's store: what this one writes is ignored. */
  | 'fenced'
  /** The disk or its permissions refuse. */
  | 'unwritable'
  /** Stored bytes are not what was written. */
  | 'damaged'
  /** The store was opened for reading. */
  | 'read-only'
  /** The store or snapshot is closed. */
  | 'closed'
  /** A block does not follow the head. */
  | 'contiguity'
  /** A block to trust is not stored, or a trusted one would be removed. */
  | 'anchor'
  /** JSON-RPC: a parameter is invalid. */
  | -32602
  /** JSON-RPC: the store does not know a block for the tag yet. */
  | -32002
  /** JSON-RPC: history below the lowest stored block is not available. */
  | 4444

/** An error of reading, verifying or storing history. Its message is one sentence with the value in it. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError'
  readonly code: HistoryCode

  constructor(code: HistoryCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The error of stored bytes that are not what was written. */
export const damaged = (name: string, options?: ErrorOptions): HistoryError =>
  new HistoryError(
    'damaged',
    `The store is damaged: ${name} is not what was written. Import the chain again.`,
    options,
  )

/** The error of a block that a reorg replaced while it was read. */
export const askAgain = (number: number): HistoryError =>
  new HistoryError('unavailable', `Block ${number} was replaced while it was read: ask again.`)

/** The error of a file that cannot be read. */
export const unreadable = (path: string, cause: unknown): HistoryError =>
  new HistoryError('archive', `${path} cannot be read: ${reasonOf(cause)}.`, { cause })

/** Returns why something failed, without a full stop. Errors of the system are put into words: `no such file or directory`. */
export function reasonOf(error: unknown): string {
  const { cause } = error as Error
  if (error instanceof TypeError && cause instanceof Error && cause.message !== '') return reasonOf(cause) // fetch hides it
  const { errno, syscall, message } = error as NodeJS.ErrnoException
  const isSystem = errno !== undefined && syscall !== undefined // zlib has other numbers, and no system call
  return (isSystem ? getSystemErrorMessage(errno) : message).replace(/(?<!\.)\.$/, '')
}
