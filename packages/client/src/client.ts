import type { HashParameter, MethodName, Receipt, Transaction } from '@lectern/spec'
import { type Answer, checkParameters, completeError, notFound, performCall } from './call.ts'
import type {
  BlockOf,
  Client,
  Getters,
  Outcome,
  OutcomeOf,
  WireBlock,
  WireMethods,
} from './client-interface.ts'
import type {
  BlockOptions,
  CallOptions,
  ClientOptions,
  Decode,
  Results,
  Verify,
  WireResults,
} from './client-options.ts'
import { ClientError } from './error.ts'
import { http } from './transport/http.ts'
import { readNumbers } from './options.ts'
import { throwIfAborted, withTimeout } from './timeout.ts'
import type { Call, CallEvent, ClientEvent, Transport } from './transport/transport.ts'

/**
 * Creates a client of an endpoint. It checks parameters before it sends anything (INVALID_PARAMS), and refuses the result
 * of another call (WRONG_ANSWER). Equal calls in flight are sent once.
 * @param options A URL or a transport alone is short for `{ transport }`.
 * @returns Functions that resolve to null for what is not found, and reject with a ClientError. `orThrow` has the same
 * functions, which throw NOT_FOUND instead; `proven` has those that also return the report of `verify`.
 * @throws ClientError INVALID_OPTION for a URL that is not of http, and for a deadline that is not a number.
 * @example
 * const ethereum = createClient('http://127.0.0.1:8545')
 * const block = await ethereum.getBlock('latest', { transactions: true })
 */
export function createClient<R extends Results = WireResults, P = unknown>(
  options: string | URL | Transport | ClientOptions<R, P>,
): Client<R, P> {
  const isShort = typeof options !== 'object' || !('transport' in options)
  const settings: ClientOptions<R, P> = isShort ? { transport: options } : options
  const {
    transport,
    deadline,
    verify: proof,
    validate,
    decode,
    onEvent,
  } = readNumbers({ deadline: 30_000 }, settings)
  const from = typeof transport === 'function' ? transport : http(transport)
  const running = new Map<string | Call, RunningCall>()

  const client: Client<R, P> = {
    ...createMethods('nullable'),
    orThrow: createMethods('required'),
    proven: createMethods<'proven', P>('proven'),
  }
  performers.set(client, perform)
  return client

  function createMethods<O extends Outcome, Q = unknown>(outcome: O): WireMethods<O, Q> & Getters<R, O, Q> {
    type Of<T> = Promise<OutcomeOf<T, O, Q>>
    const byHash =
      <T>(method: MethodName, decode?: Decode<R>) =>
      (hash: HashParameter, options?: CallOptions) =>
        perform({ method, params: [hash] }, options, outcome, decode) as Of<T>
    const method = 'eth_getBlockByNumber'
    return {
      eth_getTransactionByHash: byHash<Transaction>('eth_getTransactionByHash'),
      eth_getTransactionReceipt: byHash<Receipt>('eth_getTransactionReceipt'),
      eth_getBlockByNumber: <Full extends boolean>(block: unknown, isFull: Full, options?: CallOptions) =>
        perform({ method, params: [block, isFull] }, options, outcome) as Of<WireBlock<Full>>,
      getTransaction: byHash<R['transaction']>('eth_getTransactionByHash', decode),
      getReceipt: byHash<R['receipt']>('eth_getTransactionReceipt', decode),
      getBlock: <Full extends boolean = false>(
        block: unknown,
        { transactions, ...options }: BlockOptions<Full> = {},
      ) =>
        perform(
          { method, params: [toQuantity(block), transactions ?? false] },
          options,
          outcome,
          decode,
        ) as Of<BlockOf<R, Full>>,
    }
  }

  /** Performs a call, or joins an equal one in flight. */
  async function perform(
    call: Call,
    { signal, verify = proof }: CallOptions = {},
    outcome: Outcome = 'nullable',
    decode?: Decode<R>,
  ): Promise<unknown> {
    let events: readonly CallEvent[] = []
    try {
      checkParameters(call)
      if (outcome === 'proven' && !verify)
        throw new ClientError('INVALID_OPTION', 'proven needs a client with `verify`.')
      if (signal) throwIfAborted(signal)
      // A call with an own signal or proof is not shared.
      const key = signal || verify !== proof ? call : JSON.stringify(call)
      const known = running.get(key)
      const current = known ?? start(call, signal, verify)
      running.set(key, current)
      events = current.events
      const { result, report } = await current.answer.finally(() => running.delete(key))
      if (result === null && outcome !== 'nullable') throw notFound(call)
      const own: unknown = known ? JSON.parse(JSON.stringify(result)) : result
      const decoded = decode && own !== null ? decode[call.method as MethodName](own as never) : own
      return outcome === 'proven' ? { result: decoded, report } : decoded
    } catch (error) {
      throw error === signal?.reason ? error : completeError(error, call, events)
    }
  }

  /** Starts a call with the client's deadline, and collects its events. */
  function start(
    call: Call,
    outer: AbortSignal | undefined,
    verify: Verify | false | undefined,
  ): RunningCall {
    const events: CallEvent[] = []
    const emit = (event: CallEvent): void => {
      events.push(event) // `performCall` has added the call
      if (onEvent) void (async () => onEvent(event as ClientEvent))().catch(() => {})
    }
    const run = (signal: AbortSignal): Promise<Answer> =>
      performCall(from, call, { signal, deadline: Date.now() + deadline, emit }, verify, validate)
    return { events, answer: withTimeout(deadline, outer ? [outer] : [], run) }
  }
}

/** Performs any call of a client, a companion's too. */
type Performer = (call: Call, options: CallOptions) => Promise<unknown>

/** The performer of each client, for the companions that its providers pass on. */
export const performers: WeakMap<object, Performer> = new WeakMap()

/** A call in flight, and its events so far. */
interface RunningCall {
  readonly answer: Promise<Answer>
  readonly events: readonly CallEvent[]
}

/** Returns a number as the wire writes it; any other value unchanged. */
function toQuantity(value: unknown): unknown {
  const isNumber = typeof value === 'bigint' || Number.isSafeInteger(value)
  return isNumber && Number(value) >= 0 ? `0x${(value as bigint).toString(16)}` : value
}
