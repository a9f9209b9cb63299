import { STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Headers } from '../http/refusal.ts'

/**
 * Writes the head of a response as node:http does for Fastify; the length is that of the body in bytes, left out where there is none.
 * It leaves the connection open unless a header says otherwise.
 */
export type HeadWriter = (status: number, headers: Headers, length?: number | 'chunked') => string

/** A writer of heads for one server. */
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

/** Puts headers behind others that they may replace; the same object again for the same two, which a writer of heads sees. */
export function createJoiner(): (first: Headers | undefined, headers: Headers) => Headers {
  let last: { readonly first: Headers; readonly headers: Headers; readonly both: Headers } | undefined
  return (first, headers) => {
    if (first === undefined) return headers
    if (last?.first !== first || last.headers !== headers)
      last = { first, headers, both: { ...first, ...headers } }
    return last.both
  }
}

/** Writes parts to a socket at once: true where the system has taken them all, else a promise that is true when it has, and false when it never will. */
export type Write = (...parts: readonly (string | Uint8Array)[]) => true | Promise<boolean>

/** The writer of one socket, which nothing else may write to. */
export function createWriter(socket: Socket): Write {
  return (...parts) => {
    if (parts.length > 1) socket.cork()
    for (const part of parts) socket.write(part, 'latin1')
    if (parts.length > 1) socket.uncork()
    if (socket.writableLength === 0) return true
    // A write of nothing ends behind them. Each write with a function to call would be another turn of the loop's microtasks, 0.5 µs.
    return new Promise((resolve) => socket.write(nothing, (error) => resolve(error == null)))
  }
}

const nothing = new Uint8Array(0)
