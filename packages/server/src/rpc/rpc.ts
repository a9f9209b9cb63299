import { performance } from 'node:perf_hooks'
import type { MaybePromise } from '@lectern/spec'
import { errorAnswer, writeAnswer, type Answer } from './answer.ts'
import { answerBatch, busy, refuseCall, type Batch } from './batch.ts'
import { judgeCall, type Call } from './call.ts'
import { createCanonicalReader } from './canonical.ts'
import { isolate, RpcError } from '../error.ts'
import { toLimits, type Limits } from './limits.ts'
import type { Reply } from './reply.ts'
import {
  openSource,
  runCall,
  tellAnswer,
  type Caller,
  type ChainHead,
  type Service,
  type Source,
} from './service.ts'
import { sliceRequest } from './slices.ts'
import { mustCallWait, spend, takeTurn } from '../load/turns.ts'

/** What is served, and how. */
export interface RpcOptions extends Pick<Service, 'methods' | 'onAnswer' | 'onBatch'> {
  /** Those of the limits that differ from the default ones. */
  readonly limits?: Partial<Limits> | undefined
  /** Is told of each error that callers see as -32603 only. */
  readonly onError?: Service['onError'] | undefined
}

/**
 * Answers the bytes of a request, at once where the methods give their results at once; undefined when nothing is to be answered.
 * Never throws or rejects.
 */
export type Rpc = (body: Uint8Array, caller?: Caller) => MaybePromise<Reply | undefined>

/** JSON-RPC 2.0 over the methods, without HTTP; throws a RangeError for a limit that is not a positive integer. */
export function createRpc({ methods, limits, onError = () => {}, onAnswer, onBatch }: RpcOptions): Rpc {
  const service: Service = {
    methods,
    limits: toLimits(limits),
    onError: isolate('onError', onError),
    onAnswer: onAnswer && isolate('onAnswer', onAnswer),
    onBatch: onBatch && isolate('onBatch', onBatch),
  }
  const readCanonical = createCanonicalReader(service.limits)
  return (body, caller) => {
    const start = performance.now()
    const fail = (error: unknown): Reply => {
      if (!(error instanceof RpcError)) service.onError(error, 'snapshot', caller) // all that is left to throw
      const fault = error instanceof RpcError ? error : new RpcError('InternalError', 'Internal error.')
      const answer = errorAnswer('null', fault)
      tellAnswer(answer, start, service, caller)
      return toReply(answer, undefined)
    }
    try {
      const { batch, items, judge } = readCanonical(body) ?? readRequest(body, service.limits)
      const reply = batch
        ? answerBatch({ items, judge }, service, caller)
        : answerCall(judge(0), start, service, caller)
      return reply instanceof Promise ? reply.catch(fail) : reply
    } catch (error) {
      return fail(error)
    }
  }
}

function answerCall(
  call: Call | Answer | undefined,
  start: number,
  service: Service,
  caller: Caller | undefined,
): MaybePromise<Reply | undefined> {
  if (call === undefined) return undefined
  if ('json' in call || !mustCallWait()) return answerNow(call, start, service, caller)
  if (caller?.mayWait?.() === false) return answerNow(refuseCall(call, busy), start, service, caller)
  return takeTurn('call').then(() =>
    caller?.isGone?.() ? undefined : answerNow(call, performance.now(), service, caller),
  )
}

function answerNow(
  call: Call | Answer,
  start: number,
  service: Service,
  caller: Caller | undefined,
): MaybePromise<Reply> {
  const source = openSource(service)
  const answerFrom = (source: Source) => answerWith(source, call, start, service, caller)
  return source instanceof Promise ? source.then(answerFrom) : answerFrom(source)
}

function answerWith(
  { methods, chainHead, release }: Source,
  call: Call | Answer,
  start: number,
  service: Service,
  caller: Caller | undefined,
): MaybePromise<Reply> {
  const reply = (answer: Answer): Reply => {
    release()
    tellAnswer(answer, start, service, caller)
    return toReply(answer, chainHead)
  }
  try {
    if ('json' in call) return reply(call)
    if (caller?.spend?.(1) === 0) return reply(refuseCall(call, 'Too many requests.'))
    const answer = runCall(call, methods, service, caller)
    spend(performance.now() - start)
    return answer instanceof Promise ? answer.then(reply) : reply(answer)
  } catch (error) {
    release()
    throw error
  }
}

function toReply(answer: Answer, chainHead: ChainHead | null | undefined): Reply {
  return { size: answer.size, write: (head) => writeAnswer(answer, head), items: 1, chainHead, answer }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }) // a byte order mark stays, and is not JSON

/** What any body asks; throws an RpcError for one that is no JSON, or too large or deep. */
function readRequest(body: Uint8Array, limits: Limits): Batch & { readonly batch: boolean } {
  if (body.length > limits.bodyBytes)
    throw new RpcError('LimitExceeded', `A body holds at most ${limits.bodyBytes} bytes.`)
  const text = attempt(() => utf8.decode(body), 'The body is not UTF-8.')
  const value = attempt(() => JSON.parse(text) as unknown, 'The body is not JSON.')
  const { batch, slices } = sliceRequest(text, limits)
  return {
    batch,
    items: slices.length,
    judge: (index) => judgeCall(slices[index], batch ? (value as unknown[])[index] : value, limits),
  }
}

function attempt<T>(read: () => T, message: string): T {
  try {
    return read()
  } catch {
    throw new RpcError('ParseError', message)
  }
}
