import { ClientError, transientCodes } from '../error.ts'
import { exchange, type Endpoint } from './exchange.ts'
import { type Outcome, readReplies } from './replies.ts'
import { sleep, throwIfAborted } from '../timeout.ts'
import type { Bounds, Call, Reply, Transport } from './transport.ts'

/** The default limits of an endpoint's requests, which `HttpOptions` describes. */
export const defaultLimits = {
  timeout: 10_000,
  maxBytes: 67_108_864,
  batchItems: 100,
  batchLength: 500_000,
  retries: 3,
  maxRetryAfter: 30_000,
}

/** A call that waits for its reply. */
interface Item extends Bounds {
  readonly id: number
  /** The call as JSON. */
  readonly text: string
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: unknown) => void
}

/**
 * Creates a transport that sends the calls of one moment as a batch, and matches replies by id alone. A call with a
 * transient error is sent again after a wait. The calls that a batch leaves unanswered are sent again in halves, at last
 * alone. A batch size that was answered after a larger one was not is kept for a minute.
 */
export function createBatcher(
  { href, origin: url }: URL,
  settings: Endpoint & typeof defaultLimits,
): Transport {
  let lastId = 0
  const waiting: Item[] = []
  let jitter = 0 // the same for all calls of a response, so that they meet again
  let smallerBatch = 0
  let smallerUntil = 0

  return async (call, bounds) => {
    for (let attempt = 1; ; attempt++)
      try {
        return await enqueue(call, bounds, attempt)
      } catch (error) {
        await waitToRetry(error as ClientError, bounds, attempt)
      }
  }

  function enqueue(call: Call, bounds: Bounds, attempt: number): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const id = ++lastId
      const { method, params, text: json = JSON.stringify(params) } = call
      const text = `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${json}}`
      if (waiting.length === 0) {
        if (attempt > 1) setTimeout(flush, 10) // the other calls of its batch join it
        else queueMicrotask(() => queueMicrotask(flush)) // two hops: callers that await one another's results still meet
      }
      waiting.push({ ...bounds, id, text, resolve, reject })
    })
  }

  /** Waits before the next attempt; throws the error if there is none. */
  async function waitToRetry(
    error: ClientError,
    { signal, deadline, emit }: Bounds,
    attempt: number,
  ): Promise<void> {
    throwIfAborted(signal)
    const { code, retryAfter = 0 } = error
    const wait = Math.max(retryAfter, jitter * 2 ** (attempt - 1))
    const isRetried =
      (transientCodes as readonly string[]).includes(code) &&
      attempt <= settings.retries &&
      retryAfter <= settings.maxRetryAfter &&
      Date.now() + wait <= deadline
    emit?.({ type: isRetried ? 'retry' : 'failed', url, error, wait })
    if (!isRetried) throw error
    await sleep(wait, signal)
  }

  function flush(): void {
    sendAll(waiting.splice(0))
  }

  /** Sends calls in as few bodies as the limits allow. */
  function sendAll(items: readonly Item[]): void {
    const limit = Date.now() < smallerUntil ? smallerBatch : settings.batchItems
    let body: Item[] = []
    let length = 0
    for (const item of items) {
      const size = item.text.length + 1
      if (body.length >= limit || length + size >= settings.batchLength) {
        void send(body)
        body = []
        length = 0
      }
      body.push(item)
      length += size
    }
    void send(body)
  }

  /** Sends calls in one body. Resolves to whether the server answered one of them, or of their first half. */
  async function send(all: readonly Item[]): Promise<boolean> {
    for (const { signal, reject } of all) if (signal.aborted) reject(undefined) // `waitToRetry` throws the reason
    const items = all.filter(({ signal }) => !signal.aborted)
    const calls = items.length
    if (calls === 0) return true
    for (const { emit } of items) emit?.({ type: 'request', url, calls })
    const isBatch = calls > 1
    const texts = items.map(({ text }) => text).join()
    const signals = items.map(({ signal }) => signal)
    const outcomeOf = await exchange(
      href,
      settings,
      settings.timeout,
      signals,
      isBatch ? `[${texts}]` : texts,
    )
      .then((response) => (settings.readReplies || readReplies)(response, isBatch))
      .catch((error: ClientError) => () => error)
    jitter = 75 + 150 * Math.random()

    const refusal = outcomeOf(0) as ClientError | undefined // of each call that the response does not name
    // Without a status there was no response. An error that says when to come back is not about the batch.
    const isOfBatch = refusal?.status && refusal.status !== 429 && !refusal.retryAfter
    const left: Item[] = []
    for (const item of items) {
      const outcome = outcomeOf(item.id)
      const isRefused = outcome === refusal && isOfBatch
      const isTooLarge = (outcome as ClientError | undefined)?.code === 'TOO_LARGE'
      if (isBatch && (!outcome || isRefused || isTooLarge)) left.push(item)
      else settle(item, outcome!)
    }
    let isAnswered = outcomeOf(items[0]!.id) !== refusal
    if (left.length === 0) return isAnswered

    const half = Math.ceil(left.length / 2)
    if (left.length === calls) {
      smallerBatch = half
      smallerUntil = Date.now() + 60_000
    }
    // One half first: if the server refuses each of its calls alone, the batch is not the reason.
    isAnswered = (await send(left.splice(0, half))) || isAnswered
    if (isAnswered || !isOfBatch) sendAll(left)
    else {
      smallerUntil = 0
      for (const item of left) settle(item, refusal)
    }
    return isAnswered
  }

  function settle({ signal, resolve, reject }: Item, outcome: Outcome): void {
    // The reason of an abort need not be an object.
    if (signal.aborted || outcome instanceof ClientError) reject(outcome)
    else resolve({ ...outcome, url })
  }
}
