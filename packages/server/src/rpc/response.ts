import { Readable } from 'node:stream'
import type { Reply, Whole, WholeBatch } from './reply.ts'
import type { ChainHead } from './service.ts'

/** The response to a body: one reply or a batch, in pieces if it is large. */
export type RpcResponse = (Whole | WholeBatch | ResponseInPieces) & {
  /** The calls that were asked, 1 outside a batch. */
  readonly items: number
  /** The stored blocks that it is from: null if none is stored, undefined if the methods do not say. */
  readonly chainHead: ChainHead | null | undefined
  /** Where it is from, if there is an upstream: `mixed` for a batch with replies of both, and for one in pieces. */
  readonly source: 'store' | 'upstream' | 'mixed' | undefined
  /** The reply itself, outside a batch. */
  readonly reply?: Reply
}

/** A response of many bytes. */
export interface ResponseInPieces {
  /** Each is made on demand. Read them to the end or call `return()`: until then a snapshot stays open. */
  readonly pieces: AsyncIterableIterator<Uint8Array<ArrayBuffer>>
}

/**
 * Reads all bytes of a response, to send them by something else than HTTP.
 *
 * @param response - the return value of an `Rpc`
 * @returns the bytes in a new array; undefined for no response
 */
export async function readResponse(
  response: RpcResponse | undefined,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (response === undefined) return undefined
  if ('pieces' in response) return Buffer.concat(await Array.fromAsync(response.pieces))
  const { bytes, release } = response.write()
  const own = Uint8Array.from(bytes)
  release()
  return own
}

/** Ends a response that is not read, so that its snapshot is closed. */
export function discard(response: RpcResponse): Promise<void> | undefined {
  return 'pieces' in response ? response.pieces.return!().then(() => {}) : undefined
}

/** A stream that makes a piece once the one before is read: Readable.from() would make one ahead. */
export function toStream(pieces: AsyncIterator<Uint8Array>): Readable {
  return new Readable({
    highWaterMark: 0,
    read() {
      pieces.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      Promise.resolve(pieces.return?.()).then(() => done(error), done)
    },
  })
}
