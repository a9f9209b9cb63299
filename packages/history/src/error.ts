import { getSystemErrorMessage } from 'node:util'

/**
 * What went wrong: 4444, -32602 and -32002 are the protocol's codes for history below the lowest stored block, for parameters that are none, and for what the store does not know yet; the rest are ours.
 * `archive`: a file cannot be read or is cut off. `genesis`: a genesis.json cannot be used, or is another chain's.
 * `block`: a block fails verification. `parent`: a block names another parent than the block before it. `conflict`: a block differs from the stored one. `head`: the trusted head was not found.
 * `store`: the store has nothing to verify. `fork-unknown`: a stored block is of a fork that is not known here: a newer Lectern is needed.
 * Of a store, on opening: `missing`: none is there. `foreign`: something else is. `newer`, `older`: a later or an earlier Lectern wrote it. `chain`: it is another chain's. `locked`: another process writes it, or opened it with the same pid in another container.
 * Of a cluster: `location`: a URL names no store. `unavailable`: it does not answer, or too little of it does: never said of what is absent. `fenced`: another process writes since, and nothing that this one writes is seen.
 * Of a store, later: `unwritable`: the disk or its rights refuse. `damaged`: bytes are not what was written. `read-only`, `closed`: it was opened for reading, or is closed.
 * `contiguity`: a block does not follow the head. `anchor`: a block to trust is not stored, or a trusted one would be removed.
 */
export type HistoryCode =
  | 'archive'
  | 'genesis'
  | 'block'
  | 'parent'
  | 'conflict'
  | 'head'
  | 'store'
  | 'fork-unknown'
  | 'missing'
  | 'foreign'
  | 'newer'
  | 'older'
  | 'chain'
  | 'locked'
  | 'location'
  | 'unavailable'
  | 'fenced'
  | 'unwritable'
  | 'damaged'
  | 'read-only'
  | 'closed'
  | 'contiguity'
  | 'anchor'
  | -32602
  | -32002
  | 4444

/** Why history cannot be read, verified or stored, in one sentence with the value in it. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError'
  readonly code: HistoryCode

  constructor(code: HistoryCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The error of stored bytes that are not as they were written. */
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

/** Why something failed, without a full stop: in the system's own words where it refused (`no such file or directory`), else the error's message. */
export function reasonOf(error: unknown): string {
  const { errno, syscall, message } = error as NodeJS.ErrnoException
  // zlib's errors have numbers of their own, and no call of the system.
  const reason = errno === undefined || syscall === undefined ? message : getSystemErrorMessage(errno)
  return reason.replace(/(?<!\.)\.$/, '')
}
