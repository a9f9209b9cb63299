import { ClientError } from './error.ts'
import { exchange, type Endpoint } from './exchange.ts'
import { readReplies } from './replies.ts'
import type { Bounds, Reply, Transport } from './transport.ts'
import { limitTime } from './timeout.ts'

/** How an endpoint is asked. */
export interface HttpOptions {
  /** Headers besides content-type and accept. @default {} */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Milliseconds for one try, headers and body together. @default 10_000 */
  readonly timeout?: number | undefined
  /** Tries after the first one. @default 3 */
  readonly retries?: number | undefined
  /** The longest wait in milliseconds that a Retry-After may ask for; a longer one fails the call at once. @default 30_000 */
  readonly maxWait?: number | undefined
  /** The most bytes of a response. @default 67_108_864 */
  readonly maxBytes?: number | undefined
  /** The most calls in one batch; 1 sends each by itself. @default 100 */
  readonly batchItems?: number | undefined
  /** The most characters in one batch. @default 500_000 */
  readonly batchLength?: number | undefined
  /** Sends the requests. @default globalThis.fetch */
  readonly fetch?: typeof fetch | undefined
}

type Settings = Endpoint &
  Readonly<Record<'timeout' | 'retries' | 'maxWait' | 'batchItems' | 'batchLength', number>>

/** A call that waits for its reply. */
interface Item {
  readonly id: number
  /** The call as JSON. */
  readonly text: string
  readonly bounds: Bounds
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: unknown) => void
  tries: number
}

/**
 * Makes a transport that sends the calls of one moment as a batch, and matches replies by id alone. A call without a reply
 * is sent again by itself, a batch that is too large as two halves, and a call with a transient error after a pause.
 */
export function createQueue({ href, origin: url }: URL, options: Settings): Transport {
  let lastId = 0
  let waiting: Item[] = []
  let length = 0

  return (call, bounds) =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      const text = JSON.stringify({ jsonrpc: '2.0', id, ...call })
      if (waiting.length >= options.batchItems || length + text.length + 2 > options.batchLength) flush()
      // Two hops, so that calls made by those who await one another's results still meet; no timer, 0 ms.
      if (waiting.length === 0) queueMicrotask(() => queueMicrotask(flush))
      waiting.push({ id, text, bounds, resolve, reject, tries: 0 })
      length += text.length + 1
    })

  function flush(): void {
    void send(waiting)
    waiting = []
    length = 0
  }

  async function send(all: readonly Item[]): Promise<void> {
    const items = all.filter(({ bounds: { signal }, reject }) => !signal.aborted || reject(signal.reason))
    const calls = items.length
    if (calls === 0) return
    for (const { bounds } of items) bounds.emit?.({ type: 'request', url, calls })
    const latest = Math.max(0, ...items.map(({ bounds }) => bounds.deadline - Date.now())) // the clock may have been set
    const texts = items.map(({ text }) => text).join()
    const body = calls > 1 ? `[${texts}]` : texts
    const outcomeOf = await exchange(href, options, Math.min(options.timeout, latest), signalsOf(items), body)
      .then((response) => readReplies(response, calls > 1))
      .catch((error: ClientError) => () => error)
    const left: Item[] = [] // to be sent again in smaller batches, until each is alone
    const again: Item[] = []
    let pause = 0
    for (const item of items) {
      const { id, bounds } = item
      const outcome = outcomeOf(id) as (Reply & ClientError) | undefined
      // An abort's reason need not be an object.
      if (bounds.signal.aborted || !outcome || (outcome.code === 'TOO_LARGE' && calls > 1)) left.push(item)
      else if ('result' in outcome) item.resolve({ ...outcome, url })
      else {
        const { code, retryAfter = 0 } = outcome
        const wait = Math.max(retryAfter, 150 * 2 ** item.tries++ * (0.5 + Math.random()))
        const isRetried =
          item.tries <= options.retries &&
          retryAfter <= options.maxWait &&
          Date.now() + wait <= bounds.deadline &&
          isTransient.test(code)
        bounds.emit?.({ type: isRetried ? 'retry' : 'failed', url, error: outcome, wait })
        if (isRetried) {
          again.push(item)
          pause = Math.max(pause, wait)
        } else item.reject(outcome)
      }
    }
    const middle = Math.ceil(left.length / 2)
    void send(left.slice(0, middle))
    void send(left.slice(middle))
    if (pause > 0) await limitTime(pause, signalsOf(again), new Promise(() => {})).catch(() => {})
    void send(again)
  }
}

/** The codes of transient errors. */
const isTransient = /^(INDEXING|RATE_LIMITED|RPC_INTERNAL|HTTP_RETRYABLE|NETWORK|TIMEOUT)$/

const signalsOf = (items: readonly Item[]): AbortSignal[] => items.map(({ bounds }) => bounds.signal)
