import type { Socket } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { type MaybePromise, when } from '@lectern/spec'
import { takeTurn } from '../load/queue.ts'
import { kindOf } from '../load/schedule.ts'
import type { Whole } from '../rpc/reply.ts'
import { discard, type ResponseInPieces, type RpcResponse, toStream } from '../rpc/response.ts'
import type { Rpc } from '../rpc/rpc.ts'
import { compressResponse } from './compress-response.ts'
import { type Coding, createCompressor } from './content-coding.ts'
import type { HttpPolicy } from './policy.ts'
import { type Headers, type Refusal, refusals } from './refusal.ts'

/** An admitted request whose body is there. */
export interface RpcRequest {
  readonly socket: Socket
  /** The client's address, and whom it stands for (`toClient`). */
  readonly ip: string
  readonly client: string
  /** The codings that the client accepts. */
  readonly accept: string | undefined
  /** The request's id in logs. */
  readonly id?: string
  readonly body: Uint8Array
  /** Whether the client has left, or the request has a response. */
  isGone(): boolean
}

/** Writes the response to one request, in one of four ways; a promise until it is written. */
export interface ResponseWriter {
  /** Writes a body as it is, or none. */
  send(status: number, headers: Headers, body?: Uint8Array): MaybePromise<void>
  sendWhole(headers: Headers, response: Whole): MaybePromise<void>
  /** Writes a response of status 200 in pieces, each once the one before is read. */
  stream(headers: Headers, pieces: Readable): MaybePromise<void>
  refuse(refusal: Refusal): MaybePromise<void>
}

const noHeaders: Headers = {}

/** Calls a listener once a client closes its connection, or its half, as node:http takes it. */
function onGone(socket: Socket, listener: () => void): Disposable {
  socket.once('end', listener).once('close', listener)
  return { [Symbol.dispose]: () => void socket.off('end', listener).off('close', listener) }
}

const streamPieces = ({ pieces }: ResponseInPieces, coding: Coding | undefined): Readable =>
  coding === undefined ? toStream(pieces) : pipeline(toStream(pieces), createCompressor(coding), () => {})

/** Runs the calls of a request in its turn and writes their response. Returns no promise if the methods and the socket are immediate. */
export function respond(
  rpc: Rpc,
  policy: HttpPolicy,
  request: RpcRequest,
  writer: ResponseWriter,
): MaybePromise<void> {
  const { access, load } = policy
  const { socket, ip, client, id, isGone } = request
  let body: Uint8Array | undefined = request.body
  let granted = Infinity
  const finish = (response: RpcResponse | undefined): MaybePromise<void> => {
    if (isGone()) return response && discard(response)
    if (response === undefined) return writer.send(204, noHeaders)
    const isWhole = 'write' in response
    const coding = policy.chooseCoding(request.accept, isWhole ? response.size : Infinity)
    let headers = policy.chainHeaders(response, coding)
    if (granted < response.items) headers = { 'retry-after': `${access.rate.waitOf(ip)}`, ...headers }
    if (!isWhole) return writer.stream(headers, streamPieces(response, coding))
    if (coding === undefined) return writer.sendWhole(headers, response)
    return compressResponse(response, coding, (compressed) =>
      isGone() ? undefined : writer.send(200, headers, compressed),
    )
  }
  return policy.schedule<MaybePromise<void>>(
    { kind: kindOf(body), socket, client, bytes: body.length, isGone },
    (job) => {
      const response = rpc(body!, {
        ...(id !== undefined && { id }),
        client,
        isGone,
        onGone: (listener) => onGone(socket, listener),
        wait: () => load.requests.pause(client),
        turn: () => takeTurn(job),
        reserve: (bytes) => load.responses.hold(bytes, client),
        spend: (calls) => (granted = 1 + access.rate.take(ip, calls - 1)), // one was taken before
      })
      body = undefined // is not stored while the response is made
      return when(response, finish)
    },
    () => writer.refuse(policy.refuse(refusals.overload)),
  )
}
