import { Buffer } from 'node:buffer'
import { performance } from 'node:perf_hooks'
import { errors, type MaybePromise } from '@lectern/spec'
import { errorReply, type ForwardOutcome, resultReply, type Reply } from './reply.ts'
import type { Call, Callable } from './call.ts'
import { RpcError, toFault } from '../error.ts'
import type { Limits } from './limits.ts'
import type { Caller, Forwarded, Forwarder } from './upstream.ts'

/** The stored blocks that a response is from. */
export interface ChainHead {
  /** The highest block's. */
  readonly number: bigint
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** The lowest stored block. */
  readonly lowest: bigint
}

/** The methods, and companions that it has, over stored blocks that do not change until it is disposed of. */
export type ServedSnapshot = Callable & {
  /** null if no block is stored. Response headers name it; the same object for the same blocks. */
  readonly head?: ChainHead | null
} & (Disposable | AsyncDisposable)

/** The methods, or a store, of which each call or batch takes one snapshot. */
export type Servable = Callable | { snapshot(): MaybePromise<ServedSnapshot> }

/** The source of the calls of one request: a snapshot, the methods, or the error that all of them get. */
export type Source = Callable | ServedSnapshot | RpcError

/** Opens what the calls of a request read: at once if a snapshot is taken at once. Never rejects. */
export function openSource(service: Service, context?: RequestContext): MaybePromise<Source> {
  const { methods } = service
  if (!('snapshot' in methods)) return methods
  const fail = (error: unknown): RpcError => {
    if (error instanceof RpcError) return error
    service.onError(error, 'snapshot', context)
    return new RpcError('InternalError', 'Internal error.')
  }
  try {
    const snapshot = methods.snapshot()
    return isThenable(snapshot) ? Promise.resolve(snapshot).catch(fail) : snapshot
  } catch (error) {
    return fail(error)
  }
}

/** The stored blocks of a source: null if none is stored, undefined if the methods do not say, or fail to (`onError`). */
export function headOf(source: Source, service: Service): ChainHead | null | undefined {
  try {
    return isSnapshot(source, service) ? source.head : undefined
  } catch (error) {
    return void service.onError(error, 'snapshot')
  }
}

/** Disposes of a source that was opened, once nothing more is read of it. Errors of that go to `onError`. */
export function closeSource(source: Source, service: Service): void {
  if (!isSnapshot(source, service)) return
  const fail = (error: unknown) => service.onError(error, 'snapshot')
  try {
    if (Symbol.dispose in source) source[Symbol.dispose]()
    else source[Symbol.asyncDispose]().then(undefined, fail)
  } catch (error) {
    fail(error)
  }
}

/** Methods that are served themselves may be a snapshot, too: it is not ours to dispose of. */
const isSnapshot = (source: Source, { methods }: Service): source is ServedSnapshot =>
  source !== methods && !(source instanceof RpcError)

/** The layer around JSON-RPC and the sender of a request; listeners get it unchanged. */
export interface RequestContext extends Caller {
  /** The request's id in logs. */
  readonly id?: string
  /** Called once a request with the number of its calls, 1 outside a batch: how many of them may run. The rest is refused (-32005). */
  spend?(calls: number): number
  /** Waits for the next turn of a batch that takes long; by default for the next round of the event loop. */
  turn?(): Promise<void>
  /** Takes room for so many bytes of a batch's response, until it is disposed of. */
  reserve?(bytes: number): Disposable
  /** Whether the client has left: what remains of a batch is then not run. */
  isGone?(): boolean
  /** Called when nothing but the upstream is waited for, until it is disposed of: the request then takes no room of others. */
  wait?(): Disposable
}

/** The outcome of one call. */
export interface CallOutcome {
  /** A method that is served, else `other`: never the client's text. */
  readonly method: string
  /** The error's code; undefined for a result. */
  readonly code: number | undefined
  /** From the call's turn to its reply. */
  readonly seconds: number
  /** Of the reply. */
  readonly bytes: number
  /** The outcome at the upstream; undefined if it was not asked. */
  readonly upstream?: ForwardOutcome | undefined
}

/** The methods, limits and listeners of calls. Errors of listeners are ignored. */
export interface Service {
  readonly methods: Servable
  readonly limits: Limits
  /** Asked for what the methods lack. */
  readonly upstream: Forwarder | undefined
  /** Called with each error that the client does not see: what was thrown, and by which method. */
  onError(error: unknown, method: string, context?: RequestContext): void
  /** Called with the outcome of each call, those of a batch one by one. */
  readonly onReply?: ((outcome: CallOutcome, context?: RequestContext) => void) | undefined
  /** Called before each batch with the number of its calls. */
  readonly onBatch?: ((calls: number, context?: RequestContext) => void) | undefined
}

/** Runs a call and returns its reply, without a promise if the handler is synchronous. Never rejects. An error without a code of the document becomes -32603. */
export function runCall(
  { id, params, routine }: Call,
  source: Source,
  { onError }: Service,
  context?: RequestContext,
): MaybePromise<Reply> {
  const method = routine.name
  if (source instanceof RpcError) return errorReply(id, source, method)
  const fail = (error: unknown): Reply => {
    const fault = toFault(error)
    if (fault === undefined) onError(error, method, context)
    return errorReply(id, fault ?? new RpcError('InternalError', 'Internal error.'), method)
  }
  try {
    const result = routine.run(source, params)
    if (result instanceof Uint8Array || !isThenable(result)) return resultReply(id, toJson(result), method)
    return Promise.resolve(result)
      .then((value) => resultReply(id, toJson(value), method))
      .catch(fail)
  } catch (error) {
    return fail(error)
  }
}

/**
 * Returns the call to forward if a reply is null, or an error of one that is not stored or not served here. Where blocks are stored, a tag names
 * one of them or none, so that all tags of a client have one head.
 */
export function findMissing(
  reply: Reply,
  { id, params, routine }: Call,
  { upstream }: Service,
  chainHead: ChainHead | null | undefined,
): Forwarded | undefined {
  const isMissing = reply.code === undefined ? isNull(reply.json) : missingCodes.has(reply.code)
  if (!isMissing || !upstream?.allows(routine.name)) return undefined
  const all = Object.values(params as object)
  if (chainHead && all.some((param) => tags.has(param))) return undefined
  return { id, method: routine.name, params: all, text: JSON.stringify(params) }
}

/** Forwards the one call of a request. Never rejects. */
export async function askUpstream(
  call: Forwarded,
  { upstream }: Service,
  context: RequestContext = {},
): Promise<Reply> {
  using session = upstream!.open(context)
  using _ = context.wait?.()
  return await session.ask(call)
}

/** Forwards a notification, for which the client does not wait: its outcome is reported once it is there. */
export function notifyUpstream(call: Forwarded, service: Service, context: RequestContext = {}): undefined {
  const start = performance.now()
  const session = service.upstream!.open({ client: context.client })
  void session.ask(call).then((reply) => {
    session[Symbol.dispose]()
    reportReply(reply, start, service, context)
  })
}

const missingCodes: ReadonlySet<number> = new Set(
  [errors.MethodNotFound, errors.PrunedHistoryUnavailable, errors.ResourceUnavailable].map(
    ({ code }) => code,
  ),
)
const tags: ReadonlySet<unknown> = new Set(['earliest', 'latest', 'safe', 'finalized'])
const isNull = (json: Uint8Array): boolean => json.length === 4 && json[0] === 0x6e // the n of null

/** Reports a reply to `onReply`; `start` is the time of its turn. */
export function reportReply(
  reply: Reply,
  start: number,
  { onReply }: Service,
  context?: RequestContext,
): void {
  onReply?.(
    {
      method: reply.method ?? 'other',
      code: reply.code,
      seconds: (performance.now() - start) / 1_000,
      bytes: reply.size,
      upstream: reply.upstream,
    },
    context,
  )
}

const isThenable = <T>(value: T | Promise<T>): value is Promise<T> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

function toJson(result: unknown): Uint8Array {
  if (result instanceof Uint8Array && result.length > 0) return result
  const text = result instanceof Uint8Array ? undefined : JSON.stringify(result)
  if (text === undefined) throw new TypeError('A handler gave nothing that JSON can hold.')
  return Buffer.from(text)
}
