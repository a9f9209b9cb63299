import type { Coverage } from './service.ts'

/** What a request is answered with. */
export interface Reply {
  /**
   * The answer's bytes; where a batch's are many, its pieces, each made when it is asked for. Pieces must be read to their end or
   * ended by `return()`, as `for await` and `Readable.from` do: until then they hold a snapshot.
   */
  readonly body: Uint8Array<ArrayBuffer> | AsyncIterableIterator<Uint8Array<ArrayBuffer>>
  /** The calls that were asked, 1 outside a batch. */
  readonly items: number
  /** The blocks that it was answered from: null where none is held, undefined where the methods do not say. */
  readonly coverage: Coverage | null | undefined
  /** Gives the buffer of the body back: once, when nobody reads its bytes any more. A body that is not given back is garbage. */
  readonly release?: () => void
}
