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

/** All bytes of a reply in an array of its own, for those who answer by other ways than HTTP; undefined where nothing is to be answered. */
export async function readReply(reply: Reply | undefined): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (reply === undefined) return undefined
  const { body, release } = reply
  if (!(body instanceof Uint8Array)) return Buffer.concat(await Array.fromAsync(body))
  const bytes = Uint8Array.from(body)
  release?.()
  return bytes
}
