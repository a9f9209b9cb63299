import { performance } from 'node:perf_hooks'
import { type Companions, type MaybePromise, when } from '@lectern/spec'
import { errorReply, writeReply, type Reply } from './reply.ts'
import { runBatch } from './batch.ts'
import { type Batch, checkCall, createRoutines, refuseCall, type Checked, type Routines } from './call.ts'
import { createCanonicalReader } from './canonical.ts'
import { isolate, RpcError } from '../error.ts'
import { defaultLimits, replaceLimits, type Limits } from './limits.ts'
import type { RpcResponse } from './response.ts'
import {
  askUpstream,
  closeSource,
  findMissing,
  headOf,
  notifyUpstream,
  openSource,
  runCall,
  reportReply,
  type RequestContext,
  type ChainHead,
  type Service,
} from './service.ts'
import { sliceRequest } from './slices.ts'
import { createForwarder, type Forwarded, type Upstream } from './upstream.ts'

/** Options of `createRpc`. */
export interface RpcOptions extends Pick<Service, 'methods' | 'onReply' | 'onBatch'> {
  /** Helper methods that the server answers by itself; `methods` may have others. false serves none. @default {} */
  readonly companions?: Partial<Companions> | false | undefined
  /** Those of the limits that differ from the default ones. @default defaultLimits */
  readonly limits?: Partial<Limits> | undefined
  /**
   * Another endpoint, asked for methods that the server lacks, and for what is not stored. Replies keep its bytes.
   *
   * @default none
   */
  readonly upstream?: Upstream | undefined
  /** Called with each error that clients see as -32603 only. */
  readonly onError?: Service['onError'] | undefined
}

/** Runs the calls of a body and returns the response, without a promise if the methods are synchronous. Undefined for notifications alone. Never throws or rejects. */
export type Rpc = (body: Uint8Array, context?: RequestContext) => MaybePromise<RpcResponse | undefined>

/**
 * JSON-RPC 2.0 over the methods, without HTTP.
 *
 * @param options - the methods, limits and listeners
 * @returns a function from a body to its response
 * @throws RangeError for a limit that is unknown, or no positive integer
 * @example
 * const rpc = createRpc({ methods })
 * const bytes = await readResponse(await rpc(new TextEncoder().encode(body)))
 */
export function createRpc({
  methods,
  companions,
  limits,
  upstream,
  onError = () => {},
  onReply,
  onBatch,
}: RpcOptions): Rpc {
  const routines = createRoutines(companions)
  const service: Service = {
    methods,
    limits: replaceLimits(defaultLimits, limits),
    upstream: upstream && createForwarder(upstream),
    onError: isolate('onError', onError),
    onReply: onReply && isolate('onReply', onReply),
    onBatch: onBatch && isolate('onBatch', onBatch),
  }
  const readCanonical = createCanonicalReader(routines, service.limits)

  return (body, context) => {
    const start = performance.now()
    /** Reports a reply, and returns the response with it. */
    const respond: Respond = (reply, chainHead) => {
      reportReply(reply, start, service, context)
      const { size, upstream: outcome } = reply
      const source = service.upstream && (outcome === undefined ? 'store' : 'upstream')
      return { size, write: (head?: string) => writeReply(reply, head), items: 1, chainHead, source, reply }
    }
    /** The response to a body that is refused as a whole, or that an error of the context kept from being run. */
    const fail = (error: unknown): RpcResponse => {
      if (!(error instanceof RpcError)) service.onError(error, 'other', context)
      const fault = error instanceof RpcError ? error : new RpcError('InternalError', 'Internal error.')
      return respond(errorReply('null', fault))
    }
    try {
      const { batch, items, read } = readCanonical(body) ?? readBody(body, routines, service)
      const call = batch ? undefined : read(0)
      const response = batch
        ? runBatch({ items, read }, service, context)
        : call && runOne(call, service, context, respond)
      return response instanceof Promise ? response.catch(fail) : response
    } catch (error) {
      return fail(error)
    }
  }
}

type Respond = (reply: Reply, chainHead?: ChainHead | null) => RpcResponse

/** Runs the call of a body without a batch, or forwards it. */
function runOne(
  call: NonNullable<Checked>,
  service: Service,
  context: RequestContext | undefined,
  respond: Respond,
): MaybePromise<RpcResponse | undefined> {
  const isRefused = !('json' in call) && context?.spend?.(1) === 0
  if ('text' in call && call.id === undefined)
    return isRefused ? undefined : notifyUpstream(call, service, context)
  const asked = isRefused ? refuseCall(call, 'Too many requests.') : call
  const forward = (missing: Forwarded) =>
    askUpstream(missing, service, context).then((reply) => respond(reply))
  if ('text' in asked) return forward(asked)
  return when(openSource(service, context), (source) =>
    when('json' in asked ? asked : runCall(asked, source, service, context), (reply) => {
      const chainHead = headOf(source, service)
      closeSource(source, service)
      const missing = 'routine' in asked ? findMissing(reply, asked, service, chainHead) : undefined
      return missing === undefined ? respond(reply, chainHead) : forward(missing)
    }),
  )
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }) // a byte order mark stays, and is not JSON

/** The calls of any body; throws an RpcError for one that is no JSON, or too large or deep. */
function readBody(
  body: Uint8Array,
  routines: Routines,
  { limits, upstream }: Service,
): Batch & { readonly batch: boolean } {
  if (body.length > limits.bodyBytes)
    throw new RpcError('LimitExceeded', `A body holds at most ${limits.bodyBytes} bytes.`)
  const text = attempt(() => utf8.decode(body), 'The body is not UTF-8.')
  const value = attempt(() => JSON.parse(text) as unknown, 'The body is not JSON.')
  const { batch, slices } = sliceRequest(text, limits)
  return {
    batch,
    items: slices.length,
    read(index) {
      const call = batch ? (value as unknown[])[index] : value
      return checkCall(slices[index], call, routines, limits, upstream?.allows)
    },
  }
}

function attempt<T>(read: () => T, message: string): T {
  try {
    return read()
  } catch {
    throw new RpcError('ParseError', message)
  }
}
