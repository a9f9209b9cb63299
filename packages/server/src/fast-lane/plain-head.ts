import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestHead } from '../http/access.ts'

export interface Head {
  /** All of it, with the empty line. */
  readonly bytes: Buffer
  readonly bodyLength: number
  readonly accept: string | undefined
  readonly request: RequestHead
}

/** The rules for a plain head. */
export interface HeadOptions {
  readonly server: Server
  /** The one target of the requests that are plain. */
  readonly path: string
  readonly bodyBytes: number
  /** Whether `X-Forwarded-For` counts: its requests are not plain then. */
  readonly isForwarded: boolean
}

/**
 * Reads the plain head at the start of some bytes; undefined if there is none. Clients repeat a few heads, so a known one is only compared.
 *
 * @param known - the connection's last heads, to which a new one is added
 */
export function readHead(
  bytes: Buffer,
  known: Head[],
  socket: Socket,
  { server, path, bodyBytes, isForwarded }: HeadOptions,
): Head | undefined {
  for (const head of known) if (startsWith(bytes, head.bytes)) return head
  const end = bytes.indexOf('\r\n\r\n') + 4
  if (end < 4 || end > Math.min(longestHead, mostHead(server))) return undefined
  const [line, ...lines] = bytes.toString('latin1', 0, end - 4).split('\r\n')
  if (line !== `POST ${path} HTTP/1.1`) return undefined
  const values = new Map<string, string>()
  for (const text of lines) {
    const [, name, value] = plainLine.exec(text) ?? []
    if (name === undefined || value === undefined) return undefined
    const key = name.toLowerCase()
    const pattern = readHeaders.get(key)
    if (pattern === undefined) {
      if (isForwarded && key === 'x-forwarded-for') return undefined
      continue
    }
    if (values.has(key) || !pattern.test(value)) return undefined
    values.set(key, value)
  }
  const [host, type, length] = [...readHeaders.keys()].map((name) => values.get(name))
  if (host === undefined || type === undefined || !(Number(length) <= bodyBytes)) return undefined
  const head = {
    bytes: Buffer.from(bytes.subarray(0, end)), // a copy: what came with it may be large
    bodyLength: Number(length),
    accept: values.get('accept-encoding'),
    request: {
      headers: { host, origin: values.get('origin') },
      url: path,
      ip: socket.remoteAddress ?? '',
      socket,
      raw: { rawHeaders: { length: 2 * lines.length }, httpVersion: '1.1' },
    },
  }
  known.unshift(head)
  known.splice(Math.min(mostKnown, Math.floor(longestHead / head.bytes.length)))
  return head
}

/** The number of short heads that a connection stores: together about the bytes of the longest. */
const mostKnown = 4

const [anything, nothing] = [/^/, /^(?!)/]

/** The headers that are read, at most once each, with the values that are plain. The first three are required; all others change nothing. */
const readHeaders: ReadonlyMap<string, RegExp> = new Map([
  ['host', /^[\w.:[\]-]+$/],
  ['content-type', /^application\/json(?:; ?charset=utf-8)?$/],
  ['content-length', /^[1-9]\d{0,8}$/],
  ['connection', /^keep-alive$/i],
  ['proxy-connection', /^keep-alive$/i], // Node's parser takes it for the one above
  ['accept-encoding', anything],
  ['origin', anything],
  ['transfer-encoding', nothing],
  ['content-encoding', nothing],
  ['expect', nothing],
  ['upgrade', nothing],
])
const plainLine = /^([\w!#$%&'*+.^`|~-]+): ([!-~](?:[ -~]*[!-~])?)$/ // a name is a token (RFC 9110, 5.6.2)
const longestHead = 4_096

/** A length that passes the limit of the server, which the types of Node leave out. */
const mostHead = (server: Server & { maxHeaderSize?: number }): number => (server.maxHeaderSize ?? 16_384) / 4

const startsWith = (bytes: Buffer, start: Buffer): boolean =>
  start.length <= bytes.length && start.compare(bytes, 0, start.length) === 0
