import { ClientError } from './error.ts'
import { exchange, type Endpoint } from './exchange.ts'
import { readReplies, type Outcome } from './replies.ts'
import type { Bounds, Call, Reply, Transport } from './transport.ts'
import { limit } from './within.ts'

/** An endpoint, how many calls go into one body, and how often they are sent. */
export interface QueueOptions extends Endpoint {
  /** Milliseconds for one try. */
  readonly timeout: number
  /** The most calls in one body. */
  readonly batchItems: number
  /** The most characters in one body of several calls. */
  readonly batchLength: number
  /** Tries after the first one. */
  readonly retries: number
  /** The longest wait in milliseconds that a server may ask for. */
  readonly maxWait: number
}

/** A call that waits for its reply. */
interface Item {
  readonly id: number
  readonly call: Call
  readonly bounds: Bounds
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: unknown) => void
  tries: number
}

/**
 * Sends the calls of one moment together, and gives each its own reply, by its id alone. A call whose reply is missing
 * is sent again by itself; a batch that is too large, as two halves; what may pass, after a pause.
 */
export function createQueue({ href, origin: url }: URL, options: QueueOptions): Transport {
  let lastId = 0
  let waiting: Item[] = []

  return (call, bounds) =>
    new Promise((resolve, reject) => {
      // Two hops, so that calls made by those who await one another's results still meet; no timer, 0 ms.
      if (waiting.length === 0) queueMicrotask(() => queueMicrotask(flush))
      lastId += 1
      waiting.push({ id: lastId, call, bounds, resolve, reject, tries: 0 })
    })

  function flush(): void {
    void send(waiting)
    waiting = []
  }

  async function send(all: readonly Item[]): Promise<void> {
    const items = all.filter(isWanted)
    const isBatch = items.length > 1
    const outcomes = await ask(items)
    const left: Item[] = [] // to be asked again in smaller batches, until each is alone
    const again: Item[] = []
    let pause = 0
    for (const [index, item] of items.entries()) {
      const outcome = outcomes[index]
      // Whoever has left gives any reason, which need not be an object.
      const isLeft = item.bounds.signal.aborted || !outcome
      if (isLeft || ('code' in outcome && outcome.code === 'TOO_LARGE' && isBatch)) left.push(item)
      else if ('result' in outcome) item.resolve({ result: outcome.result, url })
      else {
        const wait = fail(item, outcome)
        if (wait > 0) again.push(item)
        pause = Math.max(pause, wait)
      }
    }
    const middle = Math.ceil(left.length / 2)
    if (middle > 0) for (const half of [left.slice(0, middle), left.slice(middle)]) void send(half)
    if (pause === 0) return
    await limit(pause, signalsOf(again), new Promise(() => {})).catch(() => {})
    void send(again)
  }

  /** What each call came to; nothing where there are too many for one body. */
  async function ask(items: readonly Item[]): Promise<readonly (Outcome | undefined)[]> {
    const requests = items.map(({ id, call }) => ({ jsonrpc: '2.0', id, ...call }))
    const calls = requests.length
    if (calls === 0) return []
    const body = JSON.stringify(calls > 1 ? requests : requests[0])
    if (calls > 1 && (calls > options.batchItems || body.length > options.batchLength)) return []
    for (const { bounds } of items) bounds.emit?.({ type: 'request', url, calls })
    try {
      const latest = Math.max(...items.map(({ bounds }) => bounds.deadline)) - Date.now()
      const timeout = Math.min(options.timeout, latest)
      const answer = await exchange(href, options, timeout, signalsOf(items), body)
      return readReplies(
        answer,
        items.map(({ id }) => id),
      )
    } catch (error) {
      return items.map(() => error as ClientError)
    }
  }

  /** The milliseconds until a call may be sent again; 0 when it has failed for good. */
  function fail(item: Item, error: ClientError): number {
    const { bounds, reject } = item
    const { retryAfter = 0 } = error
    const wait = Math.max(retryAfter, 150 * 2 ** item.tries * (0.5 + Math.random()))
    item.tries += 1
    const isOver =
      item.tries > options.retries || retryAfter > options.maxWait || Date.now() + wait > bounds.deadline
    const isRetried = !isOver && mayPass.test(error.code)
    bounds.emit?.({ type: isRetried ? 'retry' : 'failed', url, error, wait })
    if (isRetried) return wait
    reject(error)
    return 0
  }
}

/** What the same call may well not meet a little later. */
const mayPass = /^(INDEXING|RATE_LIMITED|RPC_INTERNAL|HTTP_RETRYABLE|NETWORK|TIMEOUT)$/

const signalsOf = (items: readonly Item[]): AbortSignal[] => [
  ...new Set(items.map(({ bounds }) => bounds.signal)),
]

/** Whether a call is still wanted; one that is not is let go with the reason. */
function isWanted({ bounds, reject }: Item): boolean {
  const { aborted, reason } = bounds.signal
  if (aborted) reject(reason)
  return !aborted
}
