import { STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { MaybePromise } from '@lectern/spec'
import type { Headers } from '../http/refusal.ts'
import { type Reply, type Whole, writeParts } from '../rpc/reply.ts'

/** Writes the head of a response as node:http does for Fastify; `length` is that of the body. It leaves the connection open unless a header says otherwise. */
export type HeadWriter = (status: number, headers: Headers, length?: number | 'chunked') => string

export function createHeadWriter(server: Server): HeadWriter {
  let last: { readonly status: number; readonly headers: Headers } | undefined
  let second = 0
  let date = ''
  let start = '' // up to the length of the last head, which most share
  let end = '' // what is behind the date
  return (status, headers, length) => {
    if (last?.headers !== headers || last.status !== status) {
      last = { status, headers }
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      start = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}`
      const seconds = Math.trunc(server.keepAliveTimeout / 1_000)
      end = 'connection' in headers ? '' : `Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n`
    }
    const now = Math.trunc(Date.now() / 1_000)
    if (now !== second) date = `Date: ${new Date((second = now) * 1_000).toUTCString()}\r\n`
    const size = typeof length === 'number' ? `content-length: ${length}\r\n` : ''
    const close = length === 'chunked' ? 'Transfer-Encoding: chunked\r\n\r\n' : '\r\n'
    return `${start}${size}${date}${end}${close}`
  }
}

/** Joins headers, the second ones replacing the first. Returns the same object for the same two. */
export function createJoiner(): (first: Headers | undefined, headers: Headers) => Headers {
  let last: { readonly first: Headers; readonly headers: Headers; readonly both: Headers } | undefined
  return (first, headers) => {
    if (first === undefined) return headers
    if (last?.first !== first || last.headers !== headers)
      last = { first, headers, both: { ...first, ...headers } }
    return last.both
  }
}

/** Writes the responses of one connection, one after the other. */
export interface Writer {
  reset(): void
  /** Whether some of the response was written. */
  hasBegun(): boolean
  send(status: number, headers: Headers, body?: Uint8Array): MaybePromise<void>
  /** Writes a response of status 200. */
  sendWhole(headers: Headers, response: Whole & { readonly reply?: Reply }): MaybePromise<void>
  /** Writes a response of status 200 in pieces, each once the one before is read. */
  stream(headers: Headers, pieces: AsyncIterable<Uint8Array>): Promise<void>
}

/** Creates the writer of a socket, which nothing else may write to; `hold` counts bytes while they are unread. */
export function createWriter(
  socket: Socket,
  writeHead: HeadWriter,
  hold: (bytes: number) => Disposable,
): Writer {
  let hasBegun = false
  return {
    reset: () => void (hasBegun = false),
    hasBegun: () => hasBegun,
    send(status, headers, body) {
      const head = writeHead(status, headers, body?.length)
      const isWritten = body === undefined ? write(head) : write(head, body)
      return isWritten === true ? undefined : untilRead(isWritten, body?.length ?? 0)
    },
    sendWhole(headers, response) {
      const { parts, release } = writeParts(response, writeHead(200, headers, response.size))
      const isWritten = write(...parts)
      return isWritten === true ? release() : untilRead(isWritten, response.size, release)
    },
    async stream(headers, pieces) {
      let isRead = await write(writeHead(200, headers, 'chunked'))
      for await (const piece of pieces) {
        if (!isRead) return
        isRead = await write(`${piece.length.toString(16)}\r\n`, piece, '\r\n')
      }
      if (isRead) await write('0\r\n\r\n')
    },
  }

  /** Writes parts: true if the system has taken them, else a promise: true once it has, false if it never will. */
  function write(...parts: readonly (string | Uint8Array)[]): true | Promise<boolean> {
    hasBegun = true
    if (parts.length > 1) socket.cork()
    for (const part of parts) socket.write(part, 'latin1')
    if (parts.length > 1) socket.uncork()
    if (socket.writableLength === 0) return true
    // A write of nothing ends after them. Each write with a function to call would be another turn of the loop's microtasks, 0.5 µs.
    return new Promise((resolve) => socket.write(nothing, (error) => resolve(error == null)))
  }

  /** Counts bytes until the client has read them, or left. */
  async function untilRead(isWritten: Promise<boolean>, bytes: number, release = () => {}): Promise<void> {
    using _ = hold(bytes)
    if (await isWritten) release()
  }
}

const nothing = new Uint8Array(0)
