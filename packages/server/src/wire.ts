import { STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'

/** The headers of an answer, in their order. */
export type Headers = Readonly<Record<string, string>>

/**
 * Writes the head of an answer as node:http does for Fastify; the length is that of the body in bytes, left out where there is none.
 * It keeps the connection unless a header says otherwise.
 */
export type HeadWriter = (status: number, headers: Headers, length?: number | 'chunked') => string

/** A writer of heads for one server. */
export function createHeadWriter(server: Server): HeadWriter {
  let last: { readonly status: number; readonly headers: Headers; readonly text: string } | undefined
  let second = 0
  let date = ''
  return (status, headers, length) => {
    if (last?.headers !== headers || last.status !== status) {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      last = { status, headers, text: `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}` }
    }
    const now = Math.trunc(Date.now() / 1_000)
    if (now !== second) date = new Date((second = now) * 1_000).toUTCString()
    const size = typeof length === 'number' ? `content-length: ${length}\r\n` : ''
    const kept = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.trunc(server.keepAliveTimeout / 1_000)}\r\n`
    const end = length === 'chunked' ? 'Transfer-Encoding: chunked\r\n\r\n' : '\r\n'
    return `${last.text}${size}Date: ${date}\r\n${'connection' in headers ? '' : kept}${end}`
  }
}

/** Writes parts to a socket at once: true where the system has taken them all, else a promise that is true when it has, and false when it never will. */
export type Write = (...parts: readonly (string | Uint8Array)[]) => true | Promise<boolean>

/** The writer of one socket, which nothing else may write to. One promise must be settled before the next write. */
export function createWriter(socket: Socket): Write {
  let open = 0
  let settle: ((isTaken: boolean) => void) | undefined
  const taken = (error?: Error | null) => {
    open -= 1
    if (error == null && open > 0) return
    settle?.(error == null)
    settle = undefined
  }
  return (...parts) => {
    open += parts.length
    if (parts.length > 1) socket.cork()
    for (const part of parts) socket.write(part, 'latin1', taken)
    if (parts.length > 1) socket.uncork()
    return socket.writableLength === 0 ? true : new Promise((resolve) => (settle = resolve))
  }
}

/** The head and the body of an answer in one piece: the head goes into the free bytes before the body, see headRoom. */
export function join(start: string, body: Uint8Array): Buffer {
  const bytes = Buffer.from(body.buffer, body.byteOffset - start.length, start.length + body.length)
  bytes.write(start, 'latin1')
  return bytes
}
