import type { Socket } from 'node:net'
import type { MaybePromise } from '@lectern/spec'
import type { HttpPolicy } from '../http/policy.ts'
import { toClient } from '../http/rate.ts'
import { createRefusal, cutOff, type Headers, type Refusal, refusals } from '../http/refusal.ts'
import { respond, type ResponseWriter } from '../http/respond.ts'
import type { InFlightRequest } from '../load/in-flight.ts'
import type { Rpc } from '../rpc/rpc.ts'
import type { HeadOptions } from './plain-head.ts'
import { createReader, type PlainRequest } from './reader.ts'
import { createWriter, type HeadWriter } from './writer.ts'

/** The parts that all connections of a lane use. */
export interface Lane extends HeadOptions {
  readonly rpc: Rpc
  readonly policy: HttpPolicy
  /** Called with each error that is not a method's. */
  readonly onError: (error: unknown, method: string) => void
  readonly writeHead: HeadWriter
  join(first: Headers | undefined, headers: Headers): Headers
  /** Whether requests are answered here, and not by node:http. */
  isServed(): boolean
  /** Ages a connection from now on, while it waits for a request. */
  watch(connection: LaneConnection): void
  leave(connection: LaneConnection): void
}

export interface LaneConnection {
  readonly socket: Socket
  /** Whether it has had a response, and no request is there. */
  isIdle(): boolean
  /** Called at each sweep; true while it waits for a request. It leaves after a quarter of a second, since node:http has the timers. */
  age(): boolean
}

/** How often a connection may be found waiting. */
const mostAges = 25

/** Reads the requests of a connection and answers them one by one. */
export function createConnection(socket: Socket, lane: Lane): LaneConnection {
  const { server, rpc, policy, onError } = lane
  const { access, load } = policy
  const client = toClient(socket.remoteAddress)
  const ip = socket.remoteAddress ?? ''
  const reader = createReader(socket, lane)
  const writer = createWriter(socket, lane.writeHead, (bytes) => load.responses.hold(bytes, client))
  const state = { ages: 0, hasAnswered: false, isBusy: false, hasEnded: false }
  const isGone = () => !socket.writable
  const inFlight: InFlightRequest = { client, isGone, cut }
  const listeners = {
    data(bytes: Buffer) {
      reader.add(bytes)
      if (state.isBusy) socket.pause()
      else read()
    },
    end() {
      if (state.isBusy) state.hasEnded = true
      else if (reader.hasRest()) server.emit('clientError', cutShort, socket)
      else socket.end()
    },
    timeout: () => void (server.emit('timeout', socket) || socket.destroy()),
    error: () => {}, // the socket is closed by it
  }
  for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener)
  const connection: LaneConnection = {
    socket,
    isIdle: () => state.hasAnswered && !state.isBusy && !reader.hasRest(),
    age() {
      if (state.isBusy || (!reader.hasRest() && state.hasAnswered) || socket.destroyed) return false
      if (++state.ages <= mostAges) return true
      leave()
      return false
    },
  }
  return connection

  /** Answers the requests that are there, up to one whose response takes time. */
  function read(): void {
    while (reader.hasRest()) {
      const request = lane.isServed() ? reader.next() : 'other'
      if (request === 'other') return state.hasEnded ? void socket.end() : leave()
      if (request === 'part') return lane.watch(connection)
      state.ages = 0
      const waiting = answer(request)
      if (waiting instanceof Promise) return void finishLater(waiting)
      if (!state.hasAnswered) beIdle()
    }
  }

  /** Answers nothing more until a response is made and written. Reads on up to the next bytes, to see whether the client leaves. */
  async function finishLater(waiting: Promise<void>): Promise<void> {
    state.isBusy = true
    state.hasAnswered = true
    load.requests.start(inFlight)
    socket.setTimeout(server.timeout)
    await waiting
    load.requests.end(inFlight)
    state.isBusy = false
    beIdle()
    socket.resume()
    if (isGone()) reader.takeRest()
    else read()
    if (state.hasEnded && !state.isBusy) listeners.end()
  }

  function beIdle(): void {
    state.hasAnswered = true
    socket.setTimeout(server.keepAliveTimeout + (server.keepAliveTimeoutBuffer ?? 0))
  }

  /** Moves the connection to node:http, which reads the rest first. */
  function leave(): void {
    for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener)
    socket.setTimeout(0)
    socket.pause()
    const rest = reader.takeRest()
    if (rest !== undefined) socket.unshift(rest)
    lane.leave(connection)
    socket.resume()
  }

  /** Ends a request whose time is over: 503, or the end of the connection if the response has begun. */
  function cut(): void {
    const { status, headers, body } = policy.refuse(refusals.time)
    if (writer.hasBegun()) return cutOff(socket)
    void writer.send(status, headers, body)
    socket.end()
  }

  function answer({ head, body }: PlainRequest): MaybePromise<void> {
    writer.reset()
    const { accept, request } = head
    const { origin } = request.headers
    const refusal = policy.admit(request)
    if (refusal !== undefined) return refuse(refusal)
    const byOrigin = (headers: Headers) => lane.join(access.originHeaders(origin), headers)
    const output: ResponseWriter = {
      send: (status, headers, sent) => writer.send(status, byOrigin(headers), sent),
      sendWhole: (headers, response) => writer.sendWhole(byOrigin(headers), response),
      stream: (headers, pieces) => writer.stream(byOrigin(headers), pieces),
      refuse,
    }
    try {
      const waiting = respond(rpc, policy, { socket, ip, client, accept, body, isGone }, output)
      return waiting instanceof Promise ? waiting.catch(fail) : waiting
    } catch (error) {
      return fail(error)
    }

    /** Reports an error that is not a method's: 500, or the end of the connection if the response has begun. */
    function fail(error: unknown): MaybePromise<void> {
      onError(error, 'http')
      return writer.hasBegun() ? void socket.destroy() : refuse(failed)
    }

    function refuse(refused: Refusal): MaybePromise<void> {
      return writer.send(
        refused.status,
        lane.join(access.originHeaders(origin, refused), refused.headers),
        refused.body,
      )
    }
  }
}

const failed = createRefusal('http', 500)
/** The error of node:http for a request that ends too early. */
const cutShort = Object.assign(new Error('Parse Error'), { code: 'HPE_INVALID_EOF_STATE' })
