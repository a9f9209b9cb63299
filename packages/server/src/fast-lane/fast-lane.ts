import { Buffer } from 'node:buffer'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { compressResponse } from '../http/compress-response.ts'
import { createCompressor } from '../http/content-coding.ts'
import { type Whole, writeParts } from '../rpc/reply.ts'
import type { HttpPolicy } from '../http/policy.ts'
import { readHead, type Head, type HeadOptions } from './plain-head.ts'
import { toClient } from '../http/rate.ts'
import { createRefusal, cutOff, type Headers, type Refusal, refusals } from '../http/refusal.ts'
import { discard, type RpcResponse, toStream } from '../rpc/response.ts'
import { kindOf } from '../load/schedule.ts'
import type { Rpc } from '../rpc/rpc.ts'
import { takeTurn, type Job } from '../load/queue.ts'
import { createTicker, type InFlightRequest } from '../load/in-flight.ts'
import { createHeadWriter, createJoiner, createWriter, type HeadWriter } from './wire.ts'

/** What the fast lane serves, and where. */
export interface FastLaneOptions extends HeadOptions {
  readonly rpc: Rpc
  readonly policy: HttpPolicy
  /** Called with each error of this package itself, as Fastify's error handler is. */
  readonly onError: (error: unknown, method: string) => void
}

/**
 * Answers plain requests right from their socket, for half of what they cost by node:http and Fastify. Each connection begins here, and stays
 * while each of its requests is a POST to the path, its head in one piece, without headers that change its meaning (plain-head.ts). At the first
 * other request the connection becomes node:http's for good, with all bytes that are not yet answered; so does one that sends
 * no whole request for a quarter of a second. The responses are those of node:http byte for byte, but for the date.
 * Returns the function that closes the lane: every later request goes to node:http, as all do once the server drains or has stopped listening.
 * Throws a TypeError where the server has a lane already.
 */
export function openFastLane(options: FastLaneOptions): () => void {
  const { server, policy } = options
  const [toNode] = server.listeners('connection') as ((this: Server, socket: Socket) => void)[]
  if (toNode === undefined || withLane.has(server))
    throw new TypeError(`A server has one fast lane: ${options.path} cannot have another.`)
  withLane.add(server)
  const connections = new Set<LaneConnection>()
  const waiting = new Set<LaneConnection>()
  const ticker = createTicker(sweepTime, () => {
    for (const connection of waiting) if (!connection.age()) waiting.delete(connection)
    return waiting.size > 0
  })
  let isOpen = true
  const lane: Lane = {
    ...options,
    writeHead: createHeadWriter(server),
    join: createJoiner(),
    isServed: () =>
      isOpen && server.listening && !policy.state.draining && (server.maxRequestsPerSocket ?? 0) === 0,
    watch(connection) {
      waiting.add(connection)
      ticker.start()
    },
    leave(connection) {
      connections.delete(connection)
      waiting.delete(connection)
      toNode.call(server, connection.socket)
    },
  }

  server.removeListener('connection', toNode)
  server.on('connection', (socket) => {
    if (!isOpen || policy.load.connections.isTooMany(socket)) return toNode.call(server, socket)
    const connection = createConnection(socket, lane)
    connections.add(connection)
    lane.watch(connection)
    socket.once('close', () => connections.delete(connection))
  })
  const { closeIdleConnections, closeAllConnections } = server
  server.closeIdleConnections = () => {
    closeIdleConnections.call(server)
    for (const { socket, isIdle } of connections) if (isIdle()) socket.destroy()
  }
  server.closeAllConnections = () => {
    closeAllConnections.call(server)
    for (const { socket } of connections) socket.destroy()
  }
  server.once('close', ticker[Symbol.dispose])
  return () => void (isOpen = false)
}

const withLane = new WeakSet<Server>()

interface Lane extends FastLaneOptions {
  writeHead: HeadWriter
  join(first: Headers | undefined, headers: Headers): Headers
  isServed(): boolean
  /** Ages a connection from now on, while it waits. */
  watch(connection: LaneConnection): void
  leave(connection: LaneConnection): void
}

/** One connection in the lane. */
interface LaneConnection {
  readonly socket: Socket
  /** Whether it has had a response, and no request is there. */
  isIdle(): boolean
  /** Called at each sweep: whether it still waits for a request. Where none has come in a quarter of a second it leaves, since node:http times it. */
  age(): boolean
}

function createConnection(socket: Socket, lane: Lane): LaneConnection {
  const { server, rpc, policy, writeHead, onError } = lane
  const { access, load } = policy
  const write = createWriter(socket)
  const client = toClient(socket.remoteAddress)
  let rest: Buffer | undefined // a part of a request, or what came behind one that is in flight
  let pieces = 0
  const known: Head[] = []
  let head: Head | undefined
  let granted = Infinity
  let ages = 0
  let hasAnswered = false
  let isBusy = false
  let hasBegun = false // to write the response
  let [body, work]: [Uint8Array?, Job?] = [] // of the request that is in flight

  const isGone = () => !socket.writable
  const inFlight: InFlightRequest = { client, isGone, cut }
  const context = {
    isGone,
    turn: () => takeTurn(work!),
    reserve: (bytes: number) => load.responses.hold(bytes, client),
    spend: (calls: number) => (granted = 1 + access.rate.take(head!.request.ip, calls - 1)), // admit() took one
  }
  const listeners = {
    data: read,
    end: () =>
      void (rest === undefined || isBusy ? socket.end() : server.emit('clientError', cutShort, socket)),
    timeout: () => void (server.emit('timeout', socket) || socket.destroy()),
    error: () => {}, // the socket is closed by it
  }
  for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener)
  const connection: LaneConnection = {
    socket,
    isIdle: () => hasAnswered && !isBusy && rest === undefined,
    age() {
      if (isBusy || (rest === undefined && hasAnswered) || socket.destroyed) return false
      if (++ages <= mostAges) return true
      leave(rest)
      return false
    },
  }
  return connection

  function read(piece: Buffer): void {
    const bytes = rest === undefined ? piece : Buffer.concat([rest, piece])
    rest = undefined
    for (let at = 0; at < bytes.length;) {
      if (isBusy) return void (rest = bytes.subarray(at))
      head = lane.isServed() ? readHead(bytes, at, known, socket, lane) : undefined
      const start = at + (head?.bytes.length ?? 0)
      const end = start + (head?.bodyLength ?? 0)
      const isPartial = end > bytes.length
      if (head === undefined || (isPartial && (++pieces > mostPieces || end - at > mostGathered)))
        return leave(bytes.subarray(at))
      if (isPartial) {
        rest = bytes.subarray(at)
        return lane.watch(connection)
      }
      at = end
      pieces = ages = 0
      const waiting = respond(head, bytes.subarray(start, end))
      if (waiting !== undefined) void wait(waiting)
      else if (!hasAnswered) beIdle()
    }
  }

  /** Gives the connection to node:http, which reads these bytes first. */
  function leave(bytes?: Buffer): void {
    for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener)
    socket.setTimeout(0)
    socket.pause()
    if (bytes !== undefined) socket.unshift(bytes)
    rest = undefined // node:http has it now
    lane.leave(connection)
    socket.resume()
  }

  /** Reads nothing more until a response is made and written. */
  async function wait(waiting: Promise<void>): Promise<void> {
    isBusy = true
    hasAnswered = true
    load.requests.start(inFlight)
    socket.pause()
    socket.setTimeout(server.timeout)
    await waiting.catch(fail)
    load.requests.end(inFlight)
    isBusy = false
    beIdle()
    socket.resume()
    const bytes = rest
    rest = undefined
    if (bytes !== undefined && !isGone()) read(bytes)
  }

  function beIdle(): void {
    hasAnswered = true
    socket.setTimeout(server.keepAliveTimeout + (server.keepAliveTimeoutBuffer ?? 0))
  }

  /** Ends a request whose time is over: 503, or the end of the connection where the response has begun. */
  function cut(): void {
    const { status, headers, body } = policy.refuse(refusals.time)
    if (hasBegun) return void cutOff(socket)
    void write(writeHead(status, headers, body.length), body)
    socket.end()
  }

  function respond({ request }: Head, bytes: Uint8Array): Promise<void> | undefined {
    const refusal = policy.admit(request)
    if (refusal !== undefined) return sendRefusal(refusal)
    granted = Infinity
    hasBegun = false
    body = bytes
    try {
      return policy.schedule(
        { kind: kindOf(bytes), socket, client, bytes: bytes.length, isGone },
        begin,
        refuseWork,
      )
    } catch (error) {
      return fail(error)
    }
  }

  /** Reports an error that is not a method's: 500, or the end of the connection where the response has begun. */
  function fail(error: unknown): Promise<void> | undefined {
    onError(error, 'http')
    return hasBegun ? void socket.destroy() : sendRefusal(failed)
  }

  function begin(begun: Job): Promise<void> | undefined {
    work = begun
    const response = rpc(body!, context)
    body = undefined
    return response instanceof Promise ? response.then(give) : give(response)
  }

  function refuseWork(): Promise<void> | undefined {
    return sendRefusal(policy.refuse(refusals.overload))
  }

  function sendRefusal(refusal: Refusal): Promise<void> | undefined {
    return send(refusal.status, byOrigin(refusal.headers, refusal), refusal.body)
  }

  function give(response: RpcResponse | undefined): Promise<void> | undefined {
    if (response === undefined) return send(204, byOrigin(noHeaders))
    const { items, chainHead } = response
    const isWhole = 'write' in response
    if (isGone()) return discard(response)
    const { accept, request } = head!
    const coding = policy.chooseCoding(accept, isWhole ? response.size : Infinity)
    let headers = policy.chainHeaders(chainHead)
    if (granted < items) headers = { 'retry-after': `${access.rate.waitOf(request.ip)}`, ...headers }
    headers = byOrigin(headers)
    if (coding === undefined) return isWhole ? sendWhole(headers, response) : stream(headers, response.pieces)
    headers = { ...headers, 'content-encoding': coding }
    if (!isWhole)
      return stream(
        headers,
        pipeline(toStream(response.pieces), createCompressor(coding), () => {}),
      )
    return compressResponse(response, coding, (body) => (isGone() ? undefined : send(200, headers, body)))
  }

  /** The headers of a response behind those for its request's origin. */
  function byOrigin(headers: Headers, refusal?: Refusal): Headers {
    return lane.join(access.originHeaders(head!.request.headers.origin, refusal), headers)
  }

  function sendWhole(headers: Headers, response: Whole): Promise<void> | undefined {
    hasBegun = true
    const { parts, release } = writeParts(response, writeHead(200, headers, response.size))
    const isWritten = write(...parts)
    if (isWritten === true) return void release()
    return hold(isWritten, response.size).then((isTaken) => void (isTaken && release()))
  }

  /** Counts bytes until the client has read them, or left. */
  async function hold(isWritten: Promise<boolean>, bytes: number): Promise<boolean> {
    using _ = load.responses.hold(bytes, client)
    return await isWritten
  }

  function send(status: number, headers: Headers, body?: Uint8Array): Promise<void> | undefined {
    hasBegun = true
    const start = writeHead(status, headers, body?.length)
    const isWritten = body === undefined ? write(start) : write(start, body)
    return isWritten === true ? undefined : hold(isWritten, body?.length ?? 0).then(() => {})
  }

  async function stream(headers: Headers, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    hasBegun = true
    let isRead = await write(writeHead(200, headers, 'chunked'))
    for await (const piece of pieces) {
      if (!isRead) return
      isRead = await write(`${piece.length.toString(16)}\r\n`, piece, '\r\n')
    }
    if (isRead) await write('0\r\n\r\n')
  }
}

const noHeaders: Headers = {}
const failed = createRefusal('http', 500)
/** The pieces that a request may come in, since some clients send the head by itself, and the bytes that are buffered until it is whole. */
const [mostPieces, mostGathered] = [16, 32_768]
/** How often connections are looked at, in milliseconds, and how often one may be found waiting: few of many leave at once, so that the others do not wait. */
const [sweepTime, mostAges] = [10, 25]
/** What node:http says of a request that ends in its midst. */
const cutShort = Object.assign(new Error('Parse Error'), { code: 'HPE_INVALID_EOF_STATE' })
