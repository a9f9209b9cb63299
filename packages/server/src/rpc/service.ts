import { Buffer } from 'node:buffer'
import { performance } from 'node:perf_hooks'
import type { MaybePromise, Methods } from '@lectern/spec'
import { errorAnswer, resultAnswer, type Answer } from './answer.ts'
import type { Call } from './call.ts'
import { RpcError, toFault } from '../error.ts'
import type { Limits } from './limits.ts'
import type { Room } from '../load/memory.ts'

/** The stored blocks that a response is from. */
export interface ChainHead {
  /** The highest block's. */
  readonly number: bigint
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** The lowest stored block. */
  readonly lowest: bigint
}

/** The methods over stored blocks that do not change until it is disposed of. */
export type ServedSnapshot = Methods & {
  /** null if no block is stored. Response headers name it; the same object for the same blocks. */
  readonly head?: ChainHead | null
} & (Disposable | AsyncDisposable)

/** What can be served: the methods, or a store, of which each call or batch takes one snapshot. */
export type Servable = Methods | { snapshot(): MaybePromise<ServedSnapshot> }

/** What one request is answered from: a snapshot, or the methods themselves. */
export interface Source {
  readonly methods: Methods
  /** undefined if the methods do not say. */
  readonly chainHead: ChainHead | null | undefined
  release(): void
}

/** Takes what a request is answered from: at once if a snapshot is taken at once. Errors of its release go to `onError`. */
export function openSource({ methods, onError }: Service): MaybePromise<Source> {
  if (!('snapshot' in methods)) return { methods, chainHead: undefined, release: () => {} }
  const open = (snapshot: ServedSnapshot): Source => ({
    methods: snapshot,
    chainHead: snapshot.head,
    release() {
      if (Symbol.dispose in snapshot) return snapshot[Symbol.dispose]()
      snapshot[Symbol.asyncDispose]().then(undefined, (error) => onError(error, 'snapshot'))
    },
  })
  const snapshot = methods.snapshot()
  return isThenable(snapshot) ? snapshot.then(open) : open(snapshot)
}

/** Who asks: what the protocol around JSON-RPC knows of a request, passed on as it is to those who are told of it. */
export interface Caller {
  /** The request's name in logs. */
  readonly id?: string
  /** Is asked once a request with the number of its calls, 1 outside a batch: how many of them may run. The rest is refused (-32005). */
  spend?(calls: number): number
  /** Is asked where the request has to wait for its turn: whether there is a place to wait. Where there is none it is refused (-32005). */
  mayWait?(): boolean
  /** Takes room for so many bytes of a response, for each batch: it waits until they may be made. */
  reserve?(bytes: number): Room
  /** Whether nobody waits for the answer any more: what is left of a batch is then not run. */
  isGone?(): boolean
}

/** What became of one call. */
export interface AnswerFact {
  /** A method that is served, else `other`: never the caller's text. */
  readonly method: string
  /** The error's code; undefined for a result. */
  readonly code: number | undefined
  /** From the call's turn to its answer. */
  readonly seconds: number
  /** Of the answer. */
  readonly bytes: number
}

/** What requests are answered from, and who is told of it. */
export interface Service {
  readonly methods: Servable
  readonly limits: Limits
  /** Is told of each error that is kept from the caller: what was thrown, and by which method. As of all listeners, errors that it throws are ignored. */
  onError(error: unknown, method: string, caller?: Caller): void
  /** Is told of each call that is answered, those of a batch one by one. */
  readonly onAnswer?: ((fact: AnswerFact, caller?: Caller) => void) | undefined
  /** Is told of each batch, before it is run: its calls. */
  readonly onBatch?: ((calls: number, caller?: Caller) => void) | undefined
}

/**
 * The answer of a call: at once where its handler gives its result at once. Never rejects.
 * A handler that throws, or gives nothing, is answered with -32603, unless the document declares what it throws.
 */
export function runCall(
  { id, params, routine }: Call,
  source: Methods,
  { onError }: Service,
  caller?: Caller,
): MaybePromise<Answer> {
  const method = routine.name
  const fail = (error: unknown): Answer => {
    const fault = toFault(error)
    if (fault === undefined) onError(error, method, caller)
    return errorAnswer(id, fault ?? new RpcError('InternalError', 'Internal error.'), method)
  }
  try {
    const result = routine.run(source, params)
    if (result instanceof Uint8Array || !isThenable(result)) return resultAnswer(id, toJson(result), method)
    return Promise.resolve(result)
      .then((value) => resultAnswer(id, toJson(value), method))
      .catch(fail)
  } catch (error) {
    return fail(error)
  }
}

/** Tells of an answer; `start` is what performance.now() gave when its call had its turn. */
export function tellAnswer(answer: Answer, start: number, { onAnswer }: Service, caller?: Caller): void {
  onAnswer?.(
    {
      method: answer.method ?? 'other',
      code: answer.code,
      seconds: (performance.now() - start) / 1_000,
      bytes: answer.size,
    },
    caller,
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
