import { ClientError } from './error.ts'
import { exchange, type Endpoint } from './exchange.ts'
import { isRetryable, type Fault } from './fault.ts'
import { readReplies, type Outcome } from './replies.ts'
import type { Bounds, Call, Reply, Transport } from './transport.ts'
import { within } from './within.ts'

/** An endpoint, how many calls go into one body, and how often they are sent. */
export interface QueueOptions extends Endpoint {
  /** Is named in replies and errors. */
  readonly origin: string
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
export function createQueue(options: QueueOptions): Transport {
  const { origin: url, batchItems, batchLength, retries, maxWait } = options
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
    if (isBatch && outcomes.every(isTooLarge)) {
      const middle = Math.ceil(items.length / 2)
      void send(items.slice(0, middle))
      void send(items.slice(middle))
      return
    }
    const again: Item[] = []
    let pause = 0
    for (const [index, item] of items.entries()) {
      const outcome = outcomes[index]
      if (!outcome || item.bounds.signal.aborted || (isBatch && isTooLarge(outcome))) void send([item])
      else if ('result' in outcome) item.resolve({ result: outcome.result, url })
      else {
        const wait = fail(item, outcome)
        if (wait > 0) again.push(item)
        pause = Math.max(pause, wait)
      }
    }
    if (pause === 0) return
    await within(pause, signalsOf(again), () => new Promise(() => {})).catch(() => {})
    void send(again)
  }

  /** What each call came to; nothing for those that are to be asked again in a smaller batch. */
  async function ask(items: readonly Item[]): Promise<readonly (Outcome | undefined)[]> {
    const requests = items.map(({ id, call }) => ({ jsonrpc: '2.0', id, ...call }))
    const calls = requests.length
    if (calls === 0) return []
    const body = JSON.stringify(calls > 1 ? requests : requests[0])
    if (calls > 1 && (calls > batchItems || body.length > batchLength)) return items.map(() => undefined)
    for (const { call, bounds } of items) bounds.emit?.({ type: 'request', ...call, url, calls })
    try {
      const latest = Math.max(...items.map(({ bounds }) => bounds.deadline)) - Date.now()
      const timeout = Math.min(options.timeout, latest)
      const answer = await exchange({ ...options, timeout }, body, signalsOf(items))
      return readReplies(
        answer,
        items.map(({ id }) => id),
      )
    } catch (error) {
      return items.map(() => error as Fault)
    }
  }

  /** The milliseconds until a call may be sent again; 0 when it has failed for good. */
  function fail(item: Item, fault: Fault): number {
    const { call, bounds, reject } = item
    const { code, message, cause, retryAfter = 0 } = fault
    const wait = Math.max(retryAfter, 150 * 2 ** item.tries * (0.5 + Math.random()))
    item.tries += 1
    const isOver = item.tries > retries || wait > maxWait || Date.now() + wait > bounds.deadline
    const type = isOver || !isRetryable(fault) ? 'failed' : 'retry'
    bounds.emit?.({ type, ...call, url, code, message, wait })
    if (type === 'retry') return wait
    reject(new ClientError(code, message, { ...fault, cause, url }))
    return 0
  }
}

const signalsOf = (items: readonly Item[]): AbortSignal[] => [
  ...new Set(items.map(({ bounds }) => bounds.signal)),
]

/** Whether a call is still wanted; one that is not is let go with the reason. */
function isWanted({ bounds, reject }: Item): boolean {
  const { aborted, reason } = bounds.signal
  if (aborted) reject(reason)
  return !aborted
}

const isTooLarge = (outcome: Outcome | undefined): boolean =>
  !outcome || ('code' in outcome && outcome.code === 'TOO_LARGE')
