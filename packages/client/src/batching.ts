import { ClientError, type ErrorCode } from './error.ts'
import { readReplies } from './replies.ts'
import { exchange, type Endpoint } from './exchange.ts'
import type { Bounds, Reply, Transport } from './transport.ts'
import { pause, reasonOf } from './timeout.ts'

/** How an endpoint is asked. */
export interface HttpOptions {
  /** Headers besides content-type and accept. @default {} */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Milliseconds for one try, headers and body together. @default 10_000 */
  readonly timeout?: number | undefined
  /** Tries after the first one. @default 3 */
  readonly retries?: number | undefined
  /** The longest wait in milliseconds that a Retry-After may ask for; a longer one fails the call at once. @default 30_000 */
  readonly maxRetryAfter?: number | undefined
  /** The most bytes of a response. @default 67_108_864 */
  readonly maxBytes?: number | undefined
  /** The most calls in one batch; 1 sends each by itself. A server that takes fewer gets fewer. @default 100 */
  readonly batchItems?: number | undefined
  /** The most characters in one batch. @default 500_000 */
  readonly batchLength?: number | undefined
  /** Sends the requests. @default globalThis.fetch */
  readonly fetch?: typeof fetch | undefined
}

type Settings = Endpoint &
  Readonly<Record<'timeout' | 'retries' | 'maxRetryAfter' | 'batchItems' | 'batchLength', number>>

/** A call that waits for its reply. */
interface Item extends Bounds {
  readonly id: number
  /** The call as JSON. */
  readonly text: string
  readonly resolve: (reply: Reply) => void
  readonly reject: (error?: unknown) => void
}

/**
 * Makes a transport that sends the calls of one moment as a batch, and matches replies by id alone. A call with a transient
 * error is sent again after a pause. A batch that is refused, or the calls of it without a reply, are sent again in halves,
 * at last alone; a size of batches that was answered after a larger one was not is kept for a minute.
 */
export function createQueue({ href, origin: url }: URL, options: Settings): Transport {
  let lastId = 0
  const waiting: Item[] = []
  let jitter = 0 // the same for all calls of a response, so that they meet again
  let most = 0
  let until = 0 // when `most` ends

  return async (call, bounds) => {
    const { signal, deadline, emit } = bounds
    for (let tries = 0; ;)
      try {
        return await new Promise<Reply>((resolve, reject) => {
          const id = ++lastId
          const text = JSON.stringify({ jsonrpc: '2.0', id, ...call })
          if (waiting.length === 0)
            if (tries > 0) setTimeout(flush, 10) // for others of the same batch
            else queueMicrotask(() => queueMicrotask(flush)) // two hops, so that calls made by those who await one another's results still meet
          waiting.push({ ...bounds, id, text, resolve, reject })
        })
      } catch (error) {
        if (signal.aborted) throw reasonOf(signal)
        const { code, retryAfter = 0 } = error as ClientError
        const wait = Math.max(retryAfter, jitter * 2 ** tries++)
        const isRetried =
          tries <= options.retries &&
          retryAfter <= options.maxRetryAfter &&
          Date.now() + wait <= deadline &&
          transient.has(code)
        emit?.({ type: isRetried ? 'retry' : 'failed', url, error: error as ClientError, wait })
        if (!isRetried) throw error
        await pause(wait, [signal])
      }
  }

  function flush(): void {
    sendAll(waiting.splice(0))
  }

  /** Sends calls in as few bodies as the limits allow. */
  function sendAll(items: readonly Item[]): void {
    const limit = Date.now() < until ? most : options.batchItems
    let body: Item[] = []
    let length = 0
    for (const item of items) {
      const size = item.text.length + 1
      if (body.length >= limit || length + size >= options.batchLength) {
        void send(body)
        body = []
        length = 0
      }
      body.push(item)
      length += size
    }
    void send(body)
  }

  /** Sends calls in one body; resolves to whether the server answered one of them, or of their first half. */
  async function send(all: readonly Item[]): Promise<boolean> {
    const items = all.filter(({ signal, reject }) => !signal.aborted || reject())
    const calls = items.length
    if (calls === 0) return true
    const isBatch = calls > 1
    for (const { emit } of items) emit?.({ type: 'request', url, calls })
    const texts = items.map(({ text }) => text).join()
    const body = isBatch ? `[${texts}]` : texts
    const outcomeOf = await exchange(
      href,
      options,
      options.timeout,
      items.map(({ signal }) => signal),
      body,
    )
      .then((response) => readReplies(response, isBatch))
      .catch((error: ClientError) => () => error)
    jitter = 75 + 150 * Math.random()
    const refusal = outcomeOf(0) as ClientError | undefined // of each call that the response does not name
    // Without a status there was no response; who says when to come back does not mean the batch.
    const isOfBatch = refusal?.status && refusal.status !== 429 && !refusal.retryAfter
    const end = ({ id, signal, resolve, reject }: Item): void => {
      const outcome = outcomeOf(id)!
      // An abort's reason need not be an object.
      if (signal.aborted || outcome instanceof ClientError) reject(outcome)
      else resolve({ ...outcome, url })
    }
    const left = items.filter((item) => {
      const outcome = outcomeOf(item.id) as ClientError | undefined
      const isLeft = !outcome || outcome.code === 'TOO_LARGE' || (outcome === refusal && isOfBatch)
      return (isBatch && isLeft) || end(item)
    })
    let isAnswered = outcomeOf(items[0]!.id) !== refusal
    if (left.length > 0) {
      const isWhole = left.length === calls
      const half = left.splice(0, Math.ceil(left.length / 2))
      if (isWhole) {
        most = half.length
        until = Date.now() + 60_000
      }
      // One half first: if the server refuses each of its calls alone, it does not mean the batch.
      isAnswered = (await send(half)) || isAnswered
      if (isAnswered || !isOfBatch) sendAll(left)
      else {
        until = 0
        left.forEach(end)
      }
    }
    return isAnswered
  }
}

/** The codes of transient errors. */
const transient: ReadonlySet<ErrorCode> = new Set([
  'INDEXING',
  'RATE_LIMITED',
  'RPC_INTERNAL',
  'HTTP_RETRYABLE',
  'NETWORK',
  'TIMEOUT',
])
