import type { Answer, Whole } from './answer.ts'
import { type Coding, compress } from '../http/content-coding.ts'
import type { CompressedResults } from '../http/compressed-results.ts'
import type { ChainHead } from './service.ts'

/** What a request is answered with: at once, or where a batch's answers are many bytes, in pieces. */
export type Reply = (Whole | Pieces) & {
  /** The calls that were asked, 1 outside a batch. */
  readonly items: number
  /** The stored blocks that it is from: null if none is stored, undefined if the methods do not say. */
  readonly chainHead: ChainHead | null | undefined
  /** The answer itself, outside a batch. */
  readonly answer?: Answer
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

/** Compresses a reply that is whole, and gives the bytes on: at once, or when a thread has compressed them. */
export function compressReply<T>(
  reply: Whole & { readonly answer?: Answer },
  coding: Coding,
  results: CompressedResults,
  send: (body: Uint8Array) => T,
): T | Promise<Awaited<T>> {
  const spliced = reply.answer && results.compress(reply.answer, coding)
  if (spliced !== undefined)
    return spliced instanceof Uint8Array ? send(spliced) : (spliced.then(send) as Promise<Awaited<T>>)
  const { bytes, release } = reply.write()
  const sendPacked = (body: Uint8Array): T => {
    release() // not before: a thread may have read it until now
    return send(body)
  }
  const body = compress(bytes, coding)
  return body instanceof Uint8Array ? sendPacked(body) : (body.then(sendPacked) as Promise<Awaited<T>>)
}
