/** Why a store refused: a name for a person's mistake or a broken disk, or the JSON-RPC code where a caller on the wire is answered. */
export type StoreCode =
  | 'missing' // no store there
  | 'foreign' // something else is there
  | 'newer' // written by a later Lectern
  | 'locked' // another process writes it
  | 'unwritable' // the disk or its rights refuse
  | 'read-only' // opened for reading
  | 'closed'
  | 'chain' // another chain's
  | 'contiguity' // does not follow the head
  | 'anchor' // not held, or below what a person vouched for
  | 'damaged' // bytes that are not what was written
  | -32602 // a parameter that is none
  | 4444 // pruned history unavailable

/** What a store refuses or cannot do. The message is a sentence with the value in it. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreCode

  constructor(code: StoreCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
