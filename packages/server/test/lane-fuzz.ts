import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createStreamSource } from './streams.ts'

/** How many requests, from which seed, on how many connections at once. */
export interface LaneFuzzOptions {
  readonly requests: number
  readonly seed: number
  readonly connections?: number
  readonly onProgress?: (requests: number) => void
}

/** The outcome of a comparison. */
export interface LaneFuzzReport {
  requests: number
  connections: number
  /** How many answers of each status came. */
  readonly statuses: Map<string, number>
  /** The connections on which the one answered more of the requests before broken bytes than the other. */
  cut: number
  /** The differences, at most five. */
  readonly differences: string[]
}

/** The ports of two servers that are to answer alike; the second one is the measure. */
export type Ports = readonly [number, number]

/**
 * Sends the same bytes, cut at the same offsets, to two servers. Compares all that they send and who ends the connection, except for dates. A packet
 * that ends with bytes that are not HTTP makes node:http forget its earlier requests. So with equal ends the answers may be fewer or more, but as many come
 * first as in single requests.
 */
export async function compareServers(
  ports: Ports,
  { requests, seed, connections = 16, onProgress }: LaneFuzzOptions,
): Promise<LaneFuzzReport> {
  const next = createStreamSource(seed)
  const report: LaneFuzzReport = { requests: 0, connections: 0, statuses: new Map(), cut: 0, differences: [] }
  await Promise.all(Array.from({ length: connections }, work))
  return report

  async function work(): Promise<void> {
    while (report.requests < requests && report.differences.length < 5) {
      const { requests, pieces } = next()
      report.requests += requests
      report.connections += 1
      if (report.connections % 1_000 === 0) onProgress?.(report.requests)
      const [one, measure] = (await Promise.all(ports.map((port) => converse(port, pieces)))) as [
        string,
        string,
      ]
      for (const [, status] of one.matchAll(/HTTP\/1\.1 (\d+)/g))
        report.statuses.set(status!, (report.statuses.get(status!) ?? 0) + 1)
      if (one === measure) continue
      if (await isExplained(pieces, one, measure)) report.cut += 1
      else report.differences.push(JSON.stringify({ pieces: pieces.map(String), one, measure }))
    }
  }

  /** A busy machine brings bytes together again that were sent one by one, so it has some tries, each slower than the one before. */
  async function isExplained(pieces: readonly Buffer[], one: string, measure: string): Promise<boolean> {
    for (const turns of [3, 10, 30, 100])
      if (isCutAlike(one, measure, await converse(ports[1], bytesOf(pieces), turns))) return true
    return false
  }
}

/** The same bytes one by one, but for the long runs of a letter that some headers have. */
const bytesOf = (pieces: readonly Buffer[]): Buffer[] =>
  (
    Buffer.concat(pieces)
      .toString('latin1')
      .match(/a{20,}|[^]/g) ?? []
  ).map((text) => Buffer.from(text, 'latin1'))

/** The refusal that ends a connection, as endWith() writes it; or nothing. */
const end =
  /(?:HTTP\/1\.1 \d+ [A-Za-z ]+\r\nconnection: close\r\ncontent-type: application\/json\r\ncontent-length: \d+\r\n\r\n\{.*\})?\[ended by server\]$/

/** Compares two answers whose refusal may be missing: bytes after it make the system forget what it is still sending. */
function isCutAlike(one: string, measure: string, single: string): boolean {
  const [last, other] = [end.exec(one)?.[0], end.exec(measure)?.[0]]
  if (last === undefined || other === undefined) return false
  // node:http sends 100 Continue as soon as it has read the head, before the responses to earlier requests.
  const [answers, others, all] = [one, measure, single].map((text) =>
    text.replace(end, '').replaceAll(going, ''),
  )
  const [fewer, more] = answers!.length < others!.length ? [answers!, others!] : [others!, answers!]
  // No refusal follows an answer that has ended the connection.
  const isSameEnd = last === other || /\r\nconnection: close\r\n/i.test(more.slice(fewer.length))
  return isSameEnd && all!.startsWith(more) && more.startsWith(fewer)
}

const going = 'HTTP/1.1 100 Continue\r\n\r\n'

/** Moves each 100 Continue to the start: node:http sends them before the answers to earlier requests, so only their number counts. */
function withContinuesFirst(text: string): string {
  const parts = text.split(going)
  return going.repeat(parts.length - 1) + parts.join('')
}

/** How long a server must be silent before the client ends a connection, in milliseconds. */
const silence = 3_000

/** All that a server sends on one connection, without its dates, and who ended it. */
async function converse(port: number, pieces: readonly Buffer[], turns = 3): Promise<string> {
  const chunks: Buffer[] = []
  let endedBy = 'server'
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('end', () => socket.end())
  socket.on('error', () => {})
  socket.setTimeout(silence, () => {
    if (endedBy === 'client') return void socket.destroy()
    endedBy = 'client'
    socket.end()
  })
  for (const piece of pieces) {
    if (!socket.writable) break
    socket.write(piece)
    for (let turn = 0; turn < turns; turn += 1) await nextTurn()
  }
  await closed
  const text = Buffer.concat(chunks).toString('latin1')
  return `${withContinuesFirst(text).replaceAll(/^Date: .*$/gm, 'Date:')}[ended by ${endedBy}]`
}
