import type { MethodName } from '@lectern/spec'
import { bring, type Inspect } from './bring.ts'
import type { ClientEvent, Step } from './event.ts'
import type { BlockOptions, CallOptions, Client } from './functions.ts'
import { http } from './http.ts'
import { readNumbers } from './options.ts'
import { checkParameters, toQuantity } from './parameters.ts'
import {
  type Answers,
  type Ask,
  type Decode,
  type Question,
  reports,
  type Validate,
  type Verify,
  type WireAnswers,
} from './plug.ts'
import { completeError, notFound } from './trail.ts'
import type { Transport } from './transport.ts'
import { keepRunning, limit, never, type Running, within } from './within.ts'

/** How a client asks. */
export interface ClientOptions<A extends Answers = WireAnswers> {
  /** The address of an endpoint, or what brings calls to one: `http(…)`, `failover([…])`. */
  readonly transport: string | URL | Transport
  /** Milliseconds for a whole call: every try, every wait, every endpoint, and the proof. */
  readonly deadline?: number | undefined
  /** Proves each result; `verifier(…)` of @lectern/client/verify makes one. */
  readonly verify?: Verify | undefined
  /** What else a result must be; `strict` and `lenient(…)` hold it against the document's schemas. */
  readonly validate?: Validate | undefined
  /** What getTransaction, getReceipt and getBlock make of a result; `values` gives bigint for each quantity. */
  readonly decode?: Decode<A> | undefined
  /** Hears what happens on the way; what it throws is lost. */
  readonly onEvent?: ((event: ClientEvent) => unknown) | undefined
}

/**
 * A client of an endpoint; an address or a transport alone is short for `{ transport }`. Parameters are checked
 * before anything is sent (INVALID_PARAMS), and an answer to another question is refused (WRONG_ANSWER). Throws a
 * ClientError (INVALID_OPTION) for an address that is none and for a deadline that is no number.
 */
export function createClient<A extends Answers = WireAnswers>(
  options: string | URL | Transport | ClientOptions<A>,
): Client<A> {
  const {
    transport,
    deadline,
    verify: proof,
    validate,
    decode,
    onEvent,
  } = readNumbers(
    { deadline: 30_000 },
    (options as ClientOptions<A>).transport
      ? (options as ClientOptions<A>)
      : { transport: options as Transport },
  )
  const from = typeof transport === 'function' ? transport : http(transport)
  const running = new Map<string | Question, RunningCall>()

  return { ...functions(false), require: functions(true) } as unknown as Client<A>

  function functions(isRequired: boolean): object {
    const byHash = (method: MethodName, decode?: Decode<A>) => (hash: unknown, options?: CallOptions) =>
      ask({ method, params: [hash] }, options, isRequired, decode)
    const method = 'eth_getBlockByNumber'
    return {
      eth_getTransactionByHash: byHash('eth_getTransactionByHash'),
      eth_getTransactionReceipt: byHash('eth_getTransactionReceipt'),
      eth_getBlockByNumber: (number: unknown, whole: unknown, options?: CallOptions) =>
        ask({ method, params: [number, whole] }, options, isRequired),
      getTransaction: byHash('eth_getTransactionByHash', decode),
      getReceipt: byHash('eth_getTransactionReceipt', decode),
      getBlock: (block: unknown, { transactions = false, ...options }: BlockOptions = {}) =>
        ask({ method, params: [toQuantity(block), transactions] }, options, isRequired, decode),
    }
  }

  async function ask(
    question: Question,
    { signal, verify = proof }: CallOptions = {},
    isRequired: boolean,
    decode?: Decode<A>,
  ): Promise<unknown> {
    let steps: readonly Step[] = []
    try {
      checkParameters(question)
      signal?.throwIfAborted()
      // Calls that are the same, and cannot be given up apart, are one call; each caller gets a result of its own.
      const key = signal || verify !== proof ? question : JSON.stringify(question)
      const known = running.get(key)
      const call = known ?? keepRunning(running, key, begin(question, verify, signal))
      steps = call.steps
      const result = await call.result
      if (result === null && isRequired) throw notFound(question)
      const mine = known ? structuredClone(result) : result
      const given = decode && result ? decode[question.method](mine as never) : mine
      if (given) reports.set(given, reports.get(result as object))
      return given
    } catch (error) {
      throw error === signal?.reason ? error : completeError(error, question, steps)
    }
  }

  function begin(
    question: Question,
    verify: Verify | false | undefined,
    caller: AbortSignal | undefined,
  ): RunningCall {
    const steps: Step[] = []
    const emit = (step: Step): void => {
      steps.push(step)
      // a listener's fault is its own
      if (onEvent) void (async () => onEvent({ ...question, ...step }))().catch(() => {})
    }
    const run = (signal: AbortSignal): Promise<unknown> => {
      const bounds = { signal, deadline: Date.now() + deadline, emit }
      const inspect: Inspect = async (reply, from) => {
        if (reply.result === null) return
        validate?.(question.method, reply.result)
        if (!verify) return
        const further: Ask = (method, params) => bring(from, { method, params }, bounds)
        const report = await verify(question, reply, further, signal)
        emit({ type: 'verified', url: reply.url, report })
      }
      return bring(from, question, bounds, inspect)
    }
    const callers = caller ? [caller] : []
    // A proof asks further, and so has to be told when the call is over; a transport knows its deadline.
    const result = verify ? within(deadline, callers, run) : limit(deadline, callers, run(caller ?? never))
    return { steps, result }
  }
}

/** A call on its way, and what has happened so far. */
interface RunningCall extends Running {
  readonly steps: readonly Step[]
}
