import { performance } from 'node:perf_hooks'
import type { MaybePromise } from '@lectern/spec'
import { errorReply, writeReply, type Reply } from './reply.ts'
import { runBatch, busy, refuseCall, type Batch } from './batch.ts'
import { checkCall, type Call } from './call.ts'
import { createCanonicalReader } from './canonical.ts'
import { isolate, RpcError } from '../error.ts'
import { toLimits, type Limits } from './limits.ts'
import type { RpcResponse } from './response.ts'
import {
  openSource,
  runCall,
  reportReply,
  type RequestContext,
  type ChainHead,
  type Service,
  type Source,
} from './service.ts'
import { sliceRequest } from './slices.ts'
import { mustWait, spend, takeTurn } from '../load/turns.ts'

/** What is served, and how. */
export interface RpcOptions extends Pick<Service, 'methods' | 'onReply' | 'onBatch'> {
  /**
   * Those of the limits that differ from the default ones.
   *
   * @default defaultLimits
   */
  readonly limits?: Partial<Limits> | undefined
  /** Called with each error that clients see as -32603 only. */
  readonly onError?: Service['onError'] | undefined
}

/**
 * Runs the calls of a body: a response, at once where the methods give their results at once; undefined for notifications alone.
 * Never throws or rejects. `context` is who asks.
 */
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
export function createRpc({ methods, limits, onError = () => {}, onReply, onBatch }: RpcOptions): Rpc {
  const service: Service = {
    methods,
    limits: toLimits(limits),
    onError: isolate('onError', onError),
    onReply: onReply && isolate('onReply', onReply),
    onBatch: onBatch && isolate('onBatch', onBatch),
  }
  const readCanonical = createCanonicalReader(service.limits)

  return (body, context) => {
    const start = performance.now()
    const fail = (error: unknown): RpcResponse => {
      if (!(error instanceof RpcError)) service.onError(error, 'snapshot', context) // all that is left to throw
      const fault = error instanceof RpcError ? error : new RpcError('InternalError', 'Internal error.')
      const reply = errorReply('null', fault)
      reportReply(reply, start, service, context)
      return toResponse(reply, undefined)
    }
    try {
      const { batch, items, read } = readCanonical(body) ?? readBody(body, service.limits)
      const response = batch ? runBatch({ items, read }, service, context) : runOne(read(0), start, context)
      return response instanceof Promise ? response.catch(fail) : response
    } catch (error) {
      return fail(error)
    }
  }

  function runOne(
    call: Call | Reply | undefined,
    start: number,
    context: RequestContext | undefined,
  ): MaybePromise<RpcResponse | undefined> {
    if (call === undefined) return undefined
    if ('json' in call || !mustWait('call')) return runNow(call, start, context)
    if (context?.mayWait?.() === false) return runNow(refuseCall(call, busy), start, context)
    return takeTurn('call').then(() =>
      context?.isGone?.() ? undefined : runNow(call, performance.now(), context),
    )
  }

  function runNow(
    call: Call | Reply,
    start: number,
    context: RequestContext | undefined,
  ): MaybePromise<RpcResponse> {
    const source = openSource(service)
    return source instanceof Promise ? source.then(runFrom) : runFrom(source)

    function runFrom({ methods, chainHead, release }: Source): MaybePromise<RpcResponse> {
      const finish = (reply: Reply): RpcResponse => {
        release()
        reportReply(reply, start, service, context)
        return toResponse(reply, chainHead)
      }
      try {
        if ('json' in call) return finish(call)
        if (context?.spend?.(1) === 0) return finish(refuseCall(call, 'Too many requests.'))
        const reply = runCall(call, methods, service, context)
        spend(performance.now() - start)
        return reply instanceof Promise ? reply.then(finish) : finish(reply)
      } catch (error) {
        release()
        throw error
      }
    }
  }
}

function toResponse(reply: Reply, chainHead: ChainHead | null | undefined): RpcResponse {
  return { size: reply.size, write: (head) => writeReply(reply, head), items: 1, chainHead, reply }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }) // a byte order mark stays, and is not JSON

/** The calls of any body; throws an RpcError for one that is no JSON, or too large or deep. */
function readBody(body: Uint8Array, limits: Limits): Batch & { readonly batch: boolean } {
  if (body.length > limits.bodyBytes)
    throw new RpcError('LimitExceeded', `A body holds at most ${limits.bodyBytes} bytes.`)
  const text = attempt(() => utf8.decode(body), 'The body is not UTF-8.')
  const value = attempt(() => JSON.parse(text) as unknown, 'The body is not JSON.')
  const { batch, slices } = sliceRequest(text, limits)
  return {
    batch,
    items: slices.length,
    read: (index) => checkCall(slices[index], batch ? (value as unknown[])[index] : value, limits),
  }
}

function attempt<T>(read: () => T, message: string): T {
  try {
    return read()
  } catch {
    throw new RpcError('ParseError', message)
  }
}
