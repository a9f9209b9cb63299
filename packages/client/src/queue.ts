import type { Answer } from './exchange.ts'
import type { Fault } from './fault.ts'
import { readReplies, type Outcome } from './replies.ts'

/** How many calls go into one body: by number, and by characters. */
export interface BatchLimits {
  readonly batchItems: number
  readonly batchLength: number
}

/** Asks one call; what comes back is a result or a fault, never a rejection, and the batch it was asked in. */
export type Ask = (method: string, params: readonly unknown[], signal: AbortSignal) => Promise<Asked>

/** What a call came to; calls of the same batch share `batch`. */
export type Asked = Outcome & { readonly batch: object }

/** Sends one body. */
export type Send = (body: string, signal: AbortSignal) => Promise<Answer | Fault>

interface Item {
  readonly id: number
  readonly text: string
  readonly signal: AbortSignal
  readonly settle: (asked: Asked) => void
}

/**
 * Gathers the calls of one moment into batches and gives each its own reply, by its id alone. A call whose reply is
 * missing is sent again by itself; a batch that is too large is sent again as two halves.
 */
export function createQueue(send: Send, { batchItems, batchLength }: BatchLimits): Ask {
  let lastId = 0
  let waiting: Item[] = []

  return (method, params, signal) =>
    new Promise((settle) => {
      const id = (lastId += 1)
      // Two hops, so that calls made by those who await one another's results still meet; no timer, 0 ms.
      if (waiting.length === 0) queueMicrotask(() => queueMicrotask(flush))
      waiting.push({ id, text: JSON.stringify({ jsonrpc: '2.0', id, method, params }), signal, settle })
    })

  function flush(): void {
    const items = waiting
    waiting = []
    let batch: Item[] = []
    let length = 0
    for (const item of items) {
      if (batch.length === batchItems || (batch.length > 0 && length + item.text.length > batchLength)) {
        void ask(batch)
        batch = []
        length = 0
      }
      batch.push(item)
      length += item.text.length
    }
    void ask(batch)
  }

  async function ask(items: readonly Item[]): Promise<void> {
    const live = items.filter(({ signal }) => !signal.aborted)
    if (live.length === 0) return
    const texts = live.map(({ text }) => text)
    const answer = await sendWhileWanted(send, texts.length === 1 ? texts[0]! : `[${texts.join()}]`, live)
    const ids = live.map(({ id }) => id)
    const replies = readReplies(answer, ids)
    if (replies === 'split') {
      const middle = Math.ceil(live.length / 2)
      await Promise.all([ask(live.slice(0, middle)), ask(live.slice(middle))])
      return
    }
    for (const item of live) {
      const outcome = replies.get(item.id)
      if (outcome === undefined) void ask([item])
      else item.settle({ ...outcome, batch: live })
    }
  }
}

/** Sends a body, and gives up when nobody waits for it any longer. */
async function sendWhileWanted(send: Send, body: string, items: readonly Item[]): Promise<Answer | Fault> {
  const controller = new AbortController()
  let wanted = items.length
  const leave = (): void => {
    wanted -= 1
    if (wanted === 0) controller.abort()
  }
  for (const { signal } of items) signal.addEventListener('abort', leave)
  const answer = await send(body, controller.signal)
  for (const { signal } of items) signal.removeEventListener('abort', leave)
  return answer
}
