import { Buffer } from 'node:buffer'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { BodyError, tooLarge } from '../error.ts'
import { createTicker } from '../load/in-flight.ts'
import type { Uploads } from '../load/memory.ts'
import { toClient } from './rate.ts'

/** Reads the body of a request, as Fastify's parsers do. */
export type ReadBody = (
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
  payload: Readable,
  done: (error: Error | null, body?: Uint8Array) => void,
) => void

/** The largest body that takes no room: all connections together store less than one large body each. */
const smallBytes = 16_384
/** The pieces of a body, and the bytes that allow one more: each piece costs time, and its sender chooses them (chunks). */
const [mostPieces, leastPiece] = [1_024, 512]
/** The milliseconds in which a body may come as slowly as it likes, and how often it is looked at from then on. */
const [grace, sweepTime] = [5_000, 250]

/**
 * Creates the reader of bodies. Each is one array that grows with its bytes and is counted by its size. Refuses a body that is too large or comes in
 * too many pieces (413), too slowly (408), or without room (503). `bodyRate` is the least bytes per second.
 */
export function createBodyReader(bodyBytes: number, bodyRate: number, uploads: Uploads): ReadBody {
  const inFlight = new Set<() => void>()
  const ticker = createTicker(sweepTime, () => {
    for (const check of inFlight) check()
    return inFlight.size > 0
  })
  return ({ ip, headers }, payload, done) => {
    const said = Number(headers['content-length'] ?? bodyBytes)
    if (said > bodyBytes) return done(tooLarge(bodyBytes))
    const client = toClient(ip)
    const since = performance.now()
    let body = Buffer.allocUnsafeSlow(Math.min(said, smallBytes))
    let room: Disposable | undefined
    let [length, pieces] = [0, 0]
    const listeners = { data: take, end: () => settle(null), error: (error: Error) => settle(error) }
    for (const [event, listener] of Object.entries(listeners)) payload.on(event, listener)
    payload.once('close', release)
    inFlight.add(check)
    ticker.start()

    function take(piece: Uint8Array): void {
      const end = length + piece.length
      pieces += 1
      if (end > bodyBytes) return settle(tooLarge(bodyBytes))
      if (pieces > mostPieces + end / leastPiece)
        return settle(
          new BodyError(413, `The body comes in more than ${mostPieces} pieces, of few bytes each.`),
        )
      if (end > body.length && !grow(end)) return settle(new BodyError(503, noRoom))
      body.set(piece, length)
      length = end
    }

    function grow(bytes: number): boolean {
      const size = Math.max(bytes, Math.min(2 * body.length, said))
      room?.[Symbol.dispose]()
      room = uploads.hold(size, client)
      if (room === undefined) return false
      const old = body
      body = Buffer.allocUnsafeSlow(size)
      body.set(old.subarray(0, length))
      return true
    }

    function check(): void {
      if (isSlow(length, performance.now() - since, bodyRate))
        settle(new BodyError(408, `The body comes in less than ${bodyRate} bytes a second.`))
    }

    function release(): void {
      for (const [event, listener] of Object.entries(listeners)) payload.off(event, listener)
      payload.on('error', () => {}) // its connection may yet fail
      inFlight.delete(check)
      room?.[Symbol.dispose]()
    }

    function settle(error: (Error & { statusCode?: number }) | null): void {
      release()
      if (error === null) done(null, body.subarray(0, length))
      else done(error instanceof BodyError ? error : new BodyError(400, 'The body is cut short.', error))
    }
  }
}

const noRoom = 'The server is busy: try again later.'

/** Whether a body of which so many bytes have come in so many milliseconds comes too slowly. */
export const isSlow = (bytes: number, milliseconds: number, rate: number): boolean =>
  bytes < ((milliseconds - grace) / 1_000) * rate
