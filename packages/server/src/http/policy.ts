import { isolate } from '../error.ts'
import { createInFlight, createServerState, type InFlight, type ServerState } from '../load/in-flight.ts'
import { createResponses, createUploads, type Responses, type Uploads } from '../load/memory.ts'
import { sumWaits } from '../load/queue.ts'
import { createSchedule, type Schedule } from '../load/schedule.ts'
import { pieceBytes } from '../rpc/batch.ts'
import type { RpcResponse } from '../rpc/response.ts'
import { type AccessOptions, type AccessPolicy, createAccessPolicy, type RequestHead } from './access.ts'
import { createBodyReader, type ReadBody } from './body.ts'
import { createConnections, type Connections } from './connections.ts'
import { chooseCoding, type Coding, countCompressors } from './content-coding.ts'
import { replaceLimits } from '../rpc/limits.ts'
import { defaultHttpLimits, type HttpLimits } from './http-limits.ts'
import { toClient } from './rate.ts'
import { createRefusal, endWith, type Headers, type Refusal, refusals } from './refusal.ts'

/** Options of a policy. */
export interface HttpPolicyOptions extends AccessOptions {
  /** Those of the limits that differ from the default ones. @default defaultHttpLimits */
  readonly limits?: Partial<HttpLimits> | undefined
  /** Whether responses of 2,048 bytes and more are compressed for those who accept it. @default true */
  readonly compression?: boolean | undefined
  /** The state of the server, if others read or write it too. @default createServerState() */
  readonly state?: ServerState | undefined
  /** Called for each refusal with its reason, one of a few words, and its HTTP status. Errors that it throws are ignored. */
  readonly onRefuse?: ((reason: string, status: number) => void) | undefined
  /** Called for each request that is work with the seconds that it waited for its turn. Errors that it throws are ignored. */
  readonly onWait?: ((seconds: number) => void) | undefined
}

/** The access, compression and load that all plugins of a server share. */
export interface HttpPolicy extends Disposable {
  readonly state: ServerState
  readonly access: AccessPolicy
  readonly load: Load
  /** Why a request for data is refused; undefined where it is not. Asked once a request: it counts. */
  admit(head: RequestHead): Refusal | undefined
  /** Why a request about the server itself is refused: load is no reason, so that probes are answered. */
  admitProbe(head: RequestHead): Refusal | undefined
  /** Returns the coding of a response of so many bytes, Infinity for a stream; undefined for none. */
  chooseCoding(acceptEncoding: string | undefined, bytes: number): Coding | undefined
  /** Whether the waiting requests would take more than half of `maxWait`: others should then use another server. */
  isOverloaded(): boolean
  /** Runs the work of an admitted request; what it refuses does not count by itself. */
  readonly schedule: Schedule
  /** Creates a reader of bodies of so many bytes. */
  createBodyReader(bodyBytes: number): ReadBody
  /** Counts a refusal, and returns it. */
  refuse<R extends Pick<Refusal, 'reason' | 'status'>>(refusal: R): R
  /** The headers of a JSON-RPC response in their order; the same object for the same head, source and coding. */
  chainHeaders(response: Pick<RpcResponse, 'chainHead' | 'source'>, coding?: Coding): Headers
  /** The value of `vary` of responses with status 200; empty for none. */
  readonly vary: string
}

/** The requests and bytes in flight. */
export interface Load {
  readonly connections: Connections
  readonly requests: InFlight
  readonly uploads: Uploads
  readonly responses: Responses
}

/** The least bytes of a response that is compressed: smaller ones are one or two packets anyway. */
const leastCompressed = 2_048

/**
 * Creates the policy of a server, which its plugins share. Only listed host names and origins may ask.
 *
 * @param options - who may ask, the limits, compression
 * @returns the policy; dispose of it once the server is closed
 * @throws RangeError for a limit or rate that is unknown or not positive
 * @example
 * const policy = createHttpPolicy({ vhosts: ['rpc.example'], rate: { perSecond: 100 } })
 * await app.register(jsonRpc, { methods, policy })
 */
export function createHttpPolicy({
  compression = true,
  state = createServerState(),
  ...options
}: HttpPolicyOptions = {}): HttpPolicy {
  const limits = replaceLimits(defaultHttpLimits, options.limits)
  const onRefuse = isolate('onRefuse', options.onRefuse ?? (() => {}))
  const access = createAccessPolicy(options, limits)
  const onWait = isolate('onWait', options.onWait ?? (() => {}))
  const requests = createInFlight(state, limits.responseTime)
  const responses = createResponses(limits.responseBytes)
  const connections = createConnections(limits.connections, (socket) =>
    endWith(socket, refuse(refusals.connections)),
  )
  const uploads = createUploads(limits.uploadBytes)
  const vary = [
    ...(access.originHeaders(undefined) ? ['origin'] : []),
    ...(compression ? ['accept-encoding'] : []),
  ].join(', ')
  const lastHeaders: {
    [C in Coding | 'identity']?: Pick<RpcResponse, 'chainHead' | 'source'> & { readonly headers: Headers }
  } = {}

  return {
    state,
    access,
    load: { connections, requests, responses, uploads },
    chooseCoding(acceptEncoding, bytes) {
      const isTooMuch = bytes === Infinity && countCompressors() >= limits.compressors
      return compression && bytes >= leastCompressed && !isTooMuch ? chooseCoding(acceptEncoding) : undefined
    },
    admit(head) {
      const refusal = access.check(head) ?? findExcess(head)
      return refusal && refuse(refusal)
    },
    admitProbe(head) {
      const refusal = access.check(head)
      return refusal && refuse(refusal)
    },
    isOverloaded: () => sumWaits() > limits.maxWait / 2,
    schedule: createSchedule({ ...limits, pieceBytes, state, uploads, responses, onWait }),
    createBodyReader: (bodyBytes) => createBodyReader(bodyBytes, limits.bodyRate, uploads),
    refuse,
    chainHeaders({ chainHead, source }, coding) {
      const last = lastHeaders[coding ?? 'identity']
      if (last !== undefined && last.chainHead === chainHead && last.source === source) return last.headers
      const headers = toChainHeaders({ chainHead, source }, vary, coding)
      lastHeaders[coding ?? 'identity'] = { chainHead, source, headers }
      return headers
    },
    vary,
    [Symbol.dispose]() {
      requests[Symbol.dispose]()
    },
  }

  function findExcess({ socket, ip }: RequestHead): Refusal | undefined {
    if (connections.isTooMany(socket)) return refusals.connections
    if (state.inflight >= limits.inflight) return refusals.inflight
    const client = toClient(ip)
    // Of its requests that were pipelined many more may be there, each of which would be refused by itself.
    if (requests.countOf(client) > limits.inflight / 2) return refusals.client
    if (responses.isFull(client)) return refusals.responses
    if (access.rate.take(ip, 1) === 0)
      return createRefusal('rate', 429, { headers: { 'retry-after': `${access.rate.waitOf(ip)}` } })
    return undefined
  }

  function refuse<R extends Pick<Refusal, 'reason' | 'status'>>(refusal: R): R {
    onRefuse(refusal.reason, refusal.status)
    return refusal
  }
}

function toChainHeaders(
  { chainHead, source }: Pick<RpcResponse, 'chainHead' | 'source'>,
  vary: string,
  coding: Coding | undefined,
): Headers {
  return {
    'content-type': 'application/json',
    ...(vary !== '' && { vary }),
    ...(chainHead && {
      'x-chain-head': `0x${Buffer.from(chainHead.hash).toString('hex')}`,
      'x-chain-range': `${hex(chainHead.lowest)}-${hex(chainHead.number)}`,
    }),
    ...(source && { 'x-lectern-source': source }),
    ...(coding && { 'content-encoding': coding }),
  }
}

const hex = (number: bigint): string => `0x${number.toString(16)}`
