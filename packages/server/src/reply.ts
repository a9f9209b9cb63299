import type { Whole } from './answer.ts'
import type { Coverage } from './service.ts'

/** What a request is answered with: at once, or where a batch's answers are many bytes, in pieces. */
export type Reply = (Whole | Pieces) & {
  /** The calls that were asked, 1 outside a batch. */
  readonly items: number
  /** The blocks that it was answered from: null where none is held, undefined where the methods do not say. */
  readonly coverage: Coverage | null | undefined
}

/** An answer of many bytes. */
export interface Pieces {
  /** Each is made when it is asked for. They must be read to their end or ended by `return()`, as `for await` and `Readable.from` do: until then they hold a snapshot. */
  readonly pieces: AsyncIterableIterator<Uint8Array<ArrayBuffer>>
}

/** All bytes of a reply in an array of its own, for those who answer by other ways than HTTP; undefined where nothing is to be answered. */
export async function readReply(reply: Reply | undefined): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (reply === undefined) return undefined
  if ('pieces' in reply) return Buffer.concat(await Array.fromAsync(reply.pieces))
  const { bytes, release } = reply.write()
  const own = Uint8Array.from(bytes)
  release()
  return own
}

/** Ends a reply that nobody will read, so that it holds no snapshot any more. */
export function letGo(reply: Reply): Promise<void> | undefined {
  return 'pieces' in reply ? reply.pieces.return!().then(() => {}) : undefined
}
