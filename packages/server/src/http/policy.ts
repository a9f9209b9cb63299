import type { Socket } from 'node:net'
import { chooseCoding, type Coding, countCompressors, decompress } from './content-coding.ts'
import { createConnections, type Connections } from './connections.ts'
import { createCors, type Cors } from './access.ts'
import { toHttpLimits, type HttpLimits } from './http-limits.ts'
import { isolate } from './listener.ts'
import { createCompressedResults, type CompressedResults } from './compressed-results.ts'
import { createPressure } from '../load/pressure.ts'
import { createRate, type RateOptions } from './rate.ts'
import { createResponses, type Responses } from '../load/responses.ts'
import { createRefusal, endWith, type Refusal } from './refusal.ts'
import type { Coverage } from '../rpc/service.ts'
import { createServerState, type ServerState } from '../load/state.ts'
import { countQueued } from '../load/turns.ts'
import { createInFlight, type InFlight } from '../load/in-flight.ts'
import { createUploads, type UploadRequest } from '../load/memory.ts'
import { createVhosts } from './vhosts.ts'
import type { Headers } from '../fast-lane/wire.ts'

/** Who is let in, how much each may ask, and how answers are sent. */
export interface HttpPolicyOptions {
  /** The host names that are served, beside addresses given as such; `*` is any. Only `localhost` unless given. */
  readonly vhosts?: readonly string[] | undefined
  /** The origins whose pages may ask, beside the server's own; `*` is any. None unless given. */
  readonly corsDomains?: readonly string[] | undefined
  /** How much one client may ask; any amount unless given. */
  readonly rate?: RateOptions | undefined
  /** Those of the limits that differ from the default ones. */
  readonly limits?: Partial<HttpLimits> | undefined
  /** Whether answers of 1,024 bytes and more are compressed for those who accept it; they are unless false. */
  readonly compression?: boolean | undefined
  /**
   * The most compressed bytes that are stored, of results whose JSON the methods give as the same array again.
   *
   * @default 16 MiB
   */
  readonly compressedBytes?: number | undefined
  /** What the server knows of itself, where others read or write it too. */
  readonly state?: ServerState | undefined
  /** Is told of each refusal: its reason in one of a few words, and its HTTP status. */
  readonly onRefuse?: ((reason: string, status: number) => void) | undefined
}

/** What is known of a request before its body is read; a Fastify request is one. */
export interface RequestHead {
  readonly headers: { readonly host?: string | undefined; readonly origin?: string | undefined }
  readonly url: string
  /** The client's address. */
  readonly ip: string
  readonly socket: Socket
  readonly raw: {
    /** Names and values, so twice as many as there are headers; only the number where there is known to be one line of `Host`. */
    readonly rawHeaders: readonly string[] | { readonly length: number }
    readonly httpVersion: string
  }
}

/** What stands between HTTP and the endpoint: one object for all plugins of a server. */
export interface HttpPolicy extends Disposable {
  readonly state: ServerState
  readonly cors: Cors
  /** The headers that every answer to a request of this `Origin` has, refused for this reason or not: those of CORS, and `vary`, for caches, where they differ by origin. Undefined for none. */
  originHeaders(origin: string | undefined, refusal?: Refusal): Headers | undefined
  readonly connections: Connections
  readonly inFlight: InFlight
  readonly compressed: CompressedResults
  /** The bytes of responses in flight. */
  readonly responses: Responses
  /** Why a request for data is not let in; undefined where it is. Asked once a request: it counts. */
  admit(knock: RequestHead): Refusal | undefined
  /** Why a request about the server itself is not let in: load is no reason, so that probes are answered. */
  screen(knock: RequestHead): Refusal | undefined
  /** Why the body of an admitted request is not read, which may have so many bytes; undefined where it is. */
  admitBody(request: UploadRequest, mostBytes: number): Refusal | undefined
  /**
   * All of a compressed body, which may have so many bytes, or why it is not decompressed: each takes room for the most that it may come to, since
   * one connection could else have thousands decompressed at once (pipelining). Rejects with an DecompressError.
   */
  decompress(body: Uint8Array, coding: Coding, mostBytes: number): Promise<Uint8Array> | Refusal
  /** Whether a client's address matters. */
  readonly readsAddress: boolean
  /** Whether there is a place for an admitted request to wait for its turn; where not it counts as refused. */
  mayWait(): boolean
  /** How many of the calls of an admitted request may run, at least one. */
  spend(knock: RequestHead, calls: number): number
  /** The whole seconds until a client that has spent all may ask again. */
  waitOf(knock: RequestHead): number
  /** The headers of a JSON-RPC answer in their order; the same object for the same coverage. */
  headersOf(coverage: Coverage | null | undefined): Headers
  /** How an answer of so many bytes, Infinity for one in pieces, is compressed for a caller who accepts these codings; undefined where it is not. */
  codingOf(acceptEncoding: string | undefined, bytes: number): Coding | undefined
  /** What answers of status 200 depend on beside their request's body, for caches: the value of `vary`; undefined where on nothing. */
  readonly vary: string | undefined
  /** Counts a refusal that was found behind the policy. */
  report(reason: string, status: number): void
}

/** Below this an answer is one packet either way. */
const leastPacked = 1_024

const busy = { 'retry-after': '1' }
const refusals = {
  url: createRefusal('url', 414),
  headers: createRefusal('headers', 431),
  host: createRefusal('host', 400, {
    message: 'A request names one host.',
    headers: { connection: 'close' },
  }),
  connections: createRefusal('connections', 503, {
    message: 'The server has too many connections: try again later.',
    headers: { ...busy, connection: 'close' },
  }),
  overload: createRefusal('overload', 503, { headers: busy }),
  inflight: createRefusal('inflight', 503, { headers: busy }),
  responses: createRefusal('responses', 503, { headers: busy }),
  uploads: createRefusal('uploads', 503, { headers: { ...busy, connection: 'close' } }),
}

/** A policy; throws a RangeError for a limit or rate that is not positive. Closed to names and pages that are not listed. */
export function createHttpPolicy({
  vhosts: names = ['localhost'],
  corsDomains = [],
  rate: rateOptions,
  compression = true,
  compressedBytes = 16 * 2 ** 20,
  state = createServerState(),
  ...options
}: HttpPolicyOptions = {}): HttpPolicy {
  const limits = toHttpLimits(options.limits)
  const onRefuse = isolate('onRefuse', options.onRefuse ?? (() => {}))
  const vhosts = createVhosts(names)
  const cors = createCors(corsDomains)
  const rate = rateOptions && createRate(rateOptions)
  const pressure = createPressure(state, limits.loopDelay)
  const inFlight = createInFlight(state, limits.answerTime)
  const uploads = createUploads(limits.uploadBytes)
  const responses = createResponses(limits.responseBytes)
  const connections = createConnections(limits.connections, (socket) => {
    endWith(socket, tell(refusals.connections))
  })
  const byOrigin: Headers | undefined = corsDomains.length > 0 ? { vary: 'origin' } : undefined
  const vary = [...Object.values(byOrigin ?? {}), ...(compression ? ['accept-encoding'] : [])].join(', ')
  let last: { readonly coverage: unknown; readonly headers: Headers } | undefined
  let lastOrigin: { readonly origin: string; readonly headers: Headers } | undefined

  return {
    state,
    cors,
    connections,
    inFlight,
    responses,
    readsAddress: rate !== undefined,
    compressed: createCompressedResults(compressedBytes),
    originHeaders(origin, refusal) {
      if (byOrigin === undefined || origin === undefined || refusal?.reason === 'origin') return byOrigin
      if (lastOrigin?.origin !== origin)
        lastOrigin = { origin, headers: { ...byOrigin, ...cors.headersFor(origin) } }
      return lastOrigin.headers
    },
    vary: vary === '' ? undefined : vary,
    screen,
    admit(knock) {
      const refusal = screen(knock)
      if (refusal !== undefined) return refusal
      if (connections.isTooMany(knock.socket)) return tell(refusals.connections)
      if (state.inflight >= limits.inflight) return tell(refusals.inflight)
      if (responses.isFull()) return tell(refusals.responses)
      if (rate?.take(knock.ip, 1) === 0)
        return tell(createRefusal('rate', 429, { headers: { 'retry-after': `${rate.waitOf(knock.ip)}` } }))
      const isTooMuch = countQueued() >= limits.queue || pressure.isTooMuch()
      return isTooMuch ? tell(refusals.overload) : undefined
    },
    admitBody: (request, mostBytes) =>
      uploads.take(request, mostBytes) ? undefined : tell(refusals.uploads),
    decompress(body, coding, mostBytes) {
      if (!uploads.hold(mostBytes)) return tell(refusals.uploads)
      return decompress(body, coding, mostBytes).finally(() => uploads.free(mostBytes))
    },
    mayWait: () =>
      countQueued() + responses.countWaiting() < limits.queue || tell(refusals.overload) === undefined,
    spend: (knock, calls) => (rate === undefined ? calls : 1 + rate.take(knock.ip, calls - 1)), // admit() took one
    waitOf: (knock) => rate?.waitOf(knock.ip) ?? 1,
    headersOf(coverage) {
      if (last === undefined || last.coverage !== coverage)
        last = { coverage, headers: describe(coverage, vary) }
      return last.headers
    },
    codingOf(acceptEncoding, bytes) {
      const isTooMuch = bytes === Infinity && countCompressors() >= limits.compressors
      return compression && bytes >= leastPacked && !isTooMuch ? chooseCoding(acceptEncoding) : undefined
    },
    report: onRefuse,
    [Symbol.dispose]() {
      pressure[Symbol.dispose]()
      inFlight[Symbol.dispose]()
    },
  }

  function screen({ url, raw, headers: { host, origin } }: RequestHead): Refusal | undefined {
    if (url.length > limits.urlLength) return tell(refusals.url)
    if (raw.rawHeaders.length > 2 * limits.headerCount) return tell(refusals.headers)
    if (Array.isArray(raw.rawHeaders) && hasTwoHosts(raw.rawHeaders)) return tell(refusals.host)
    if (host === undefined && raw.httpVersion === '1.1') return tell(refusals.host)
    if (!vhosts(host)) return tell(forbid('vhost', `--http.vhosts does not list the host ${quote(host)}.`))
    if (origin !== undefined && !cors.admits(origin, host))
      return tell(forbid('origin', `--http.corsdomain does not list the origin ${quote(origin)}.`))
    return undefined
  }

  function tell(refusal: Refusal): Refusal {
    onRefuse(refusal.reason, refusal.status)
    return refusal
  }
}

/** Whether a request has more than one line of `Host` (RFC 9112 §3.2): Node gives the first, and what is before the server may have read another. */
function hasTwoHosts(names: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < names.length; at += 2)
    if (names[at]!.length === 4 && names[at]!.toLowerCase() === 'host') hosts++
  return hosts > 1
}

const forbid = (reason: string, message: string): Refusal => createRefusal(reason, 403, { message })

const quote = (text = ''): string => JSON.stringify(text.slice(0, 100))

function describe(coverage: Coverage | null | undefined, vary: string): Headers {
  return {
    'content-type': 'application/json',
    ...(vary !== '' && { vary }),
    ...(coverage && {
      'x-chain-head': coverage.head.hash,
      'x-chain-range': `${hex(coverage.lowest)}-${hex(coverage.head.number)}`,
    }),
  }
}

const hex = (number: number): string => `0x${number.toString(16)}`
