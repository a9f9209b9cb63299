import { Buffer } from 'node:buffer'
import { setMaxListeners } from 'node:events'
import { RpcError } from '../error.ts'
import { replaceLimits } from './limits.ts'
import { errorReply, type ForwardOutcome, type Reply, upstreamReply } from './reply.ts'
import { createMatcher, defaultMethods } from './forwarded-methods.ts'
import { createSlots } from './slots.ts'

/** A call for an upstream. */
export interface UpstreamCall {
  readonly method: string
  /** An array, or whatever else the client sent. */
  readonly params: readonly unknown[]
  /** The JSON of `params` as the client wrote it. */
  readonly text: string
}

/** The limits of a call. */
export interface UpstreamBounds {
  /** Aborts it: its time is over, or its client has left. */
  readonly signal: AbortSignal
  /** When its time is over, in milliseconds as Date.now counts them. */
  readonly deadline: number
}

/** A result of an upstream. */
export interface UpstreamReply {
  readonly result: unknown
  /** The JSON of `result` as the upstream wrote it; without it, `result` is written anew. */
  readonly text?: string | undefined
}

/** Another endpoint, which is asked for what the server lacks. */
export interface Upstream {
  /**
   * Performs a call; a Transport of `@lectern/client` does. It rejects with an error that has the upstream's JSON-RPC error as `text`, its JSON, or
   * as `cause`. Other errors are answered as -32002.
   */
  transport(call: UpstreamCall, bounds: UpstreamBounds): Promise<UpstreamReply>
  /**
   * The methods that may be forwarded: names, or patterns with `*`. Methods of operators, such as `admin_peers`, need a pattern with their prefix.
   *
   * @default ['eth_*', 'net_*', 'web3_*']
   */
  readonly methods?: readonly string[] | undefined
  /** The most calls at the upstream at a time, those of a batch one by one; further ones wait. @default 256 */
  readonly inflight?: number | undefined
  /** Milliseconds for the calls of a request, waiting included. @default 10_000 */
  readonly timeout?: number | undefined
}

/** A call of a client that is forwarded. */
export interface Forwarded extends UpstreamCall {
  /** The id's raw text; undefined for a notification. */
  readonly id: string | undefined
}

/** The client of a forwarded call. */
export interface Caller {
  /** Whom it stands for; one client has half of the room. */
  readonly client?: string | undefined
  /** Calls a listener once the client leaves, until it is disposed of. */
  onGone?(listener: () => void): Disposable
}

export interface Forwarder {
  /** Whether a method that the server lacks is forwarded. */
  allows(method: string): boolean
  /** Begins the calls of a request, which end together: once the client leaves, or their time is over. */
  open(caller: Caller): ForwarderSession
}

/** The forwarded calls of a request. */
export interface ForwarderSession extends Disposable {
  /** Asks the upstream. Never rejects. */
  ask(call: Forwarded): Promise<Reply>
}

/** The calls that may wait for the upstream, and the characters of their parameters, for all clients together. */
const mostWaiting = 4_096
const mostLength = 2 ** 25

/** The names that outcomes are labelled with, at most: a client chooses a method's name. */
const mostNames = 64

const left = new RpcError('ResourceUnavailable', 'The client has left.')

/** Creates what asks an upstream. Throws a RangeError for a limit that is no positive integer, a TypeError for a pattern that is none. */
export function createForwarder({ transport, methods = defaultMethods, ...given }: Upstream): Forwarder {
  const { inflight, timeout } = replaceLimits({ inflight: 256, timeout: 10_000 }, given, 'upstream')
  const allows = createMatcher(methods)
  const slots = createSlots({ inflight, waiting: mostWaiting, length: mostLength })
  const names = new Set(methods.filter((name) => !name.includes('*')))
  const late = new RpcError('ResourceUnavailable', `The upstream gave no response within ${timeout} ms.`)

  return {
    allows,
    open({ client = '', onGone }) {
      const controller = new AbortController()
      const { signal } = controller
      setMaxListeners(0, signal) // one per call of a batch
      const deadline = Date.now() + timeout
      // An abort without a reason makes one, which costs as much as a stored result.
      const timer = setTimeout(() => controller.abort(late), timeout)
      const leaving = onGone?.(() => controller.abort(left))
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
      aborted.catch(() => {})
      return {
        async ask(call) {
          const id = call.id ?? 'null'
          const fail = (error: RpcError, outcome: ForwardOutcome): Reply => ({
            ...errorReply(id, error, labelOf(call.method)),
            upstream: outcome,
          })
          const waiting = slots.take(client, call.text.length, signal)
          if (waiting === undefined)
            return fail(new RpcError('LimitExceeded', 'Too many calls wait for the upstream.'), 'refused')
          const slot = waiting instanceof Promise ? await waiting : waiting
          try {
            signal.throwIfAborted()
            const { method, params, text } = call
            const asked = transport({ method, params, text }, { signal, deadline })
            const json = toBytes(await Promise.race([asked, aborted])) // not every transport ends by its signal
            if (names.size < mostNames) names.add(method)
            return upstreamReply(id, json, undefined, labelOf(method))
          } catch (error) {
            if (error === late) return fail(late, 'failed')
            if (signal.aborted) return fail(left, 'aborted')
            const sent = readError(error)
            if (sent !== undefined) return upstreamReply(id, sent.json, sent.code, labelOf(call.method))
            return fail(...describe(error))
          } finally {
            slot[Symbol.dispose]()
          }
        },
        [Symbol.dispose]() {
          clearTimeout(timer)
          leaving?.[Symbol.dispose]()
          controller.abort(left)
        },
      }
    },
  }

  /** A method that the upstream has, or the word for all others. */
  function labelOf(method: string): string {
    return names.has(method) ? method : 'other'
  }
}

function toBytes({ text, result }: UpstreamReply): Uint8Array {
  const json = text ?? JSON.stringify(result)
  if (json === undefined) throw new TypeError('The upstream gave nothing that JSON can hold.')
  return Buffer.from(json)
}

/** Returns the JSON-RPC error that an upstream sent; undefined if it sent none. */
function readError(error: unknown): { readonly code: number; readonly json: Uint8Array } | undefined {
  const { text, cause } = (error ?? {}) as { readonly text?: unknown; readonly cause?: unknown }
  const { code, message } = (cause ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  if (typeof code !== 'number' || typeof message !== 'string') return undefined
  return { code, json: Buffer.from(typeof text === 'string' ? text : JSON.stringify(cause)) }
}

/** Words for the client: an address in an error of the network is not for it. */
function describe(error: unknown): [RpcError, ForwardOutcome] {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  const isWrong =
    typeof code === 'string' && /^(UNVERIFIED|WRONG_ANSWER|INVALID_SHAPE|INVALID_OPTION)$/.test(code)
  const words = isWrong
    ? `The upstream's result is refused: ${String(message)}`
    : `The upstream gave no valid response${typeof code === 'string' && /^[A-Z_]+$/.test(code) ? ` (${code})` : ''}.`
  return [new RpcError('ResourceUnavailable', words), isWrong ? 'unverified' : 'failed']
}
