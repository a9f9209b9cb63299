import type { MethodName } from '@lectern/spec'
import { checkParameters, completeError, notFound, performCall } from './call.ts'
import type { Client } from './client-interface.ts'
import {
  type BlockOptions,
  type CallOptions,
  type ClientOptions,
  type Decode,
  hidden,
  type Results,
  type Verify,
  type WireResults,
} from './client-options.ts'
import { http, readNumbers } from './http.ts'
import { reasonOf, withTimeout } from './timeout.ts'
import type { Call, ClientEvent, Step, Transport } from './transport.ts'

/**
 * Creates a client of an endpoint. It checks parameters before it sends anything (INVALID_PARAMS), and refuses the result
 * of another call (WRONG_ANSWER). Equal calls in flight are sent once.
 * @param options A URL or a transport alone is short for `{ transport }`.
 * @returns Functions that resolve to null for what is not found, and reject with a ClientError; `orThrow` has the same
 * functions, which throw NOT_FOUND instead of null.
 * @throws ClientError INVALID_OPTION for no http URL, and for a deadline that is no number.
 * @example
 * const ethereum = createClient('http://127.0.0.1:8545')
 * const block = await ethereum.getBlock('latest', { transactions: true })
 */
export function createClient<R extends Results = WireResults>(
  options: string | URL | Transport | ClientOptions<R>,
): Client<R> {
  const {
    transport,
    deadline,
    verify: proof,
    validate,
    decode,
    onEvent,
  } = readNumbers(
    { deadline: 30_000 },
    (options as ClientOptions<R>).transport
      ? (options as ClientOptions<R>)
      : { transport: options as Transport },
  )
  const from = typeof transport === 'function' ? transport : http(transport)
  const running = new Map<string | Call, RunningCall>()

  const client = { ...functions(false), orThrow: functions(true) }
  hidden.set(client, ask satisfies AskClient)
  return client as unknown as Client<R>

  function functions(isRequired: boolean): object {
    const byHash = (method: MethodName, decode?: Decode<R>) => (hash: unknown, options?: CallOptions) =>
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
    } satisfies Record<MethodName, unknown> & Record<string, unknown>
  }

  async function ask(
    call: Call,
    { signal, verify = proof }: CallOptions = {},
    isRequired = false,
    decode?: Decode<R>,
  ): Promise<unknown> {
    let steps: readonly Step[] = []
    try {
      checkParameters(call)
      if (signal?.aborted) throw reasonOf(signal)
      // Equal calls that nobody can abort alone are sent once; each gets a copy of the result.
      const key = signal || verify !== proof ? call : JSON.stringify(call)
      const known = running.get(key)
      const begun = known ?? begin(call, signal, verify)
      running.set(key, begun)
      steps = begun.steps
      const result = await begun.result.finally(() => running.delete(key))
      if (result === null && isRequired) throw notFound(call)
      const mine: unknown = known ? JSON.parse(JSON.stringify(result)) : result
      // `decode` is given with the methods of getTransaction, getReceipt and getBlock alone.
      const given = decode && result ? decode[call.method as MethodName](mine as never) : mine
      hidden.set(Object(given), hidden.get(result as object)) // of a text, an object that nobody looks up
      return given
    } catch (error) {
      throw error === signal?.reason ? error : completeError(error, call, steps)
    }
  }

  /** Performs a call with the client's deadline, and hears its events. */
  function begin(
    call: Call,
    outer: AbortSignal | undefined,
    verify: Verify | false | undefined,
  ): RunningCall {
    const steps: Step[] = []
    const emit = (step: Step): void => {
      steps.push(step) // `performCall` has added the call
      if (onEvent) void (async () => onEvent(step as ClientEvent))().catch(() => {})
    }
    const run = (signal: AbortSignal): Promise<unknown> =>
      performCall(from, call, { signal, deadline: Date.now() + deadline, emit }, verify, validate)
    return { steps, result: withTimeout(deadline, outer ? [outer] : [], run) }
  }
}

/** Performs a call of a client, a companion's too. */
export type AskClient = (call: Call, options: CallOptions) => Promise<unknown>

/** A call in flight, and its events so far. */
interface RunningCall {
  readonly result: Promise<unknown>
  readonly steps: readonly Step[]
}

/** A number as the wire writes it; any other value unchanged. */
const toQuantity = (value: unknown): unknown =>
  (typeof value === 'bigint' || Number.isSafeInteger(value)) && (value as bigint) >= 0
    ? `0x${(value as bigint).toString(16)}`
    : value
