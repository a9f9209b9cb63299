import type { MethodName } from '@lectern/spec'
import { bring } from './bring.ts'
import { ClientError, completeError, type Attempt } from './error.ts'
import type { ClientEvent } from './event.ts'
import type { BlockOptions, CallOptions, Client } from './functions.ts'
import { http } from './http.ts'
import { checkNumbers } from './numbers.ts'
import { checkParameters, toQuantity } from './parameters.ts'
import type { Answers, Decode, Validate, Verify, WireAnswers } from './plug.ts'
import type { Bounds, Transport } from './transport.ts'
import { within } from './within.ts'

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
  const isShort = typeof options !== 'object' || options instanceof URL
  const { deadline = 30_000, ...plugs } = isShort ? { transport: options } : options
  checkNumbers({ deadline }, 1)
  const { verify: proof, validate, decode, onEvent } = plugs
  const transport = typeof plugs.transport === 'function' ? plugs.transport : http(plugs.transport)
  const emit = onEvent && ((event: ClientEvent): void => void (async () => onEvent(event))().catch(() => {})) // a listener's fault is its own
  const running = new Map<string, Running>()

  return { ...functions(false), require: functions(true) } as unknown as Client<A>

  function functions(isRequired: boolean): object {
    const byHash = (method: MethodName, decode?: Decode<A>) => (hash: unknown, options?: CallOptions) =>
      ask(method, [hash], options, isRequired, decode)
    return {
      eth_getTransactionByHash: byHash('eth_getTransactionByHash'),
      eth_getTransactionReceipt: byHash('eth_getTransactionReceipt'),
      eth_getBlockByNumber: (number: unknown, whole: unknown, options?: CallOptions) =>
        ask('eth_getBlockByNumber', [number, whole], options, isRequired),
      getTransaction: byHash('eth_getTransactionByHash', decode),
      getReceipt: byHash('eth_getTransactionReceipt', decode),
      getBlock: (block: unknown, { transactions = false, ...options }: BlockOptions = {}) =>
        ask('eth_getBlockByNumber', [toQuantity(block), transactions], options, isRequired, decode),
    }
  }

  async function ask(
    method: MethodName,
    params: readonly unknown[],
    { signal, verify = proof }: CallOptions = {},
    isRequired: boolean,
    decode?: Decode<A>,
  ): Promise<unknown> {
    let attempts: readonly Attempt[] = []
    try {
      checkParameters(method, params)
      signal?.throwIfAborted()
      // Calls that are the same, and cannot be given up apart, are one call; each caller gets a result of its own.
      const key = JSON.stringify([method, params])
      const isShared = signal === undefined && verify === proof
      const known = isShared ? running.get(key) : undefined
      const call = known ?? begin(method, params, verify, signal)
      attempts = call.attempts
      if (isShared && !known) {
        running.set(key, call)
        const forget = (): boolean => running.delete(key)
        call.result.then(forget, forget)
      }
      const result = await call.result
      if (result === null && isRequired)
        throw new ClientError('NOT_FOUND', `Nothing is known of ${params[0]}.`)
      const mine = known ? structuredClone(result) : result
      return result === null || !decode ? mine : decode[method](mine as never)
    } catch (error) {
      throw completeError(error, method, params, attempts)
    }
  }

  function begin(
    method: MethodName,
    params: readonly unknown[],
    verify: Verify | false | undefined,
    caller: AbortSignal | undefined,
  ): Running {
    const attempts: Attempt[] = []
    const call = { method, params }
    const result = within(deadline, caller ? [caller] : [], (signal) => {
      const bounds: Bounds = { signal, deadline: Date.now() + deadline, attempts, emit }
      return bring(transport, call, bounds, async (reply, from) => {
        if (reply.result === null) return
        validate?.(method, reply.result)
        if (!verify) return
        await verify(call, reply, (method, params) =>
          bring(from, { method, params }, { ...bounds, attempts: [] }),
        )
        emit?.({ type: 'verified', ...call, url: reply.url })
      })
    })
    return { attempts, result }
  }
}

/** A call on its way, and the tries that failed so far. */
interface Running {
  readonly attempts: readonly Attempt[]
  readonly result: Promise<unknown>
}
