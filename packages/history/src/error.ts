/**
 * What went wrong: 4444 is the protocol's code for history below the lowest block held; the rest are ours.
 * `archive`: a file cannot be read or is cut off. `genesis`: a genesis.json cannot be used, or is another chain's.
 * `block`: a block does not hold. `parent`: a block names another parent than the block before it. `conflict`: a block differs from the one held. `head`: the trusted head was not found.
 * `store`: the store cannot be opened, written or believed.
 */
export type HistoryCode = 'archive' | 'genesis' | 'block' | 'parent' | 'conflict' | 'head' | 'store' | 4444

/** Why history cannot be read, proved or kept, in one sentence with the value in it. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError'
  readonly code: HistoryCode

  constructor(code: HistoryCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
