import { setTimeout as wait } from 'node:timers/promises'

/** The observations of readers of a server while it followed nodes. */
export interface Judgement {
  /** How many batches were answered. */
  readonly asked: number
  /** The heads that were seen, each once, in their order. */
  readonly heads: readonly string[]
  /** Observations that no reader may make. */
  readonly faults: readonly string[]
}

interface Block {
  readonly number: string
  readonly hash: string
  readonly transactions: readonly { readonly hash: string; readonly blockHash: string }[]
}

/**
 * Asks a server without a pause until `stop`. No head may be in neither chain, no receipt without its block, no batch of two heads;
 * `finalized` may not step back.
 *
 * @param isKnown - whether a node ever had a block of that hash
 * @param lag - milliseconds that one worker may know less than another
 */
export function judge(
  url: string,
  isKnown: (hash: string) => boolean,
  lag = 0,
): { stop(): Promise<Judgement> } {
  const faults: string[] = []
  const heads: string[] = []
  let asked = 0
  const finalized: { readonly number: number; readonly at: number }[] = [] // each higher than the one before
  const over = new AbortController()
  const asking = Promise.all([run(), run()])
  return {
    async stop() {
      over.abort()
      await asking
      return { asked, heads, faults }
    },
  }

  async function run(): Promise<void> {
    while (!over.signal.aborted) {
      try {
        await look()
        asked++
      } catch (error) {
        if ((error as Error).message !== 'fetch failed') faults.push(String(error)) // a worker that was killed cuts its connections
        await wait(5)
      }
    }
  }

  async function look(): Promise<void> {
    const known = performance.now() - lag
    const before = finalized.findLast(({ at }) => at <= known)?.number ?? -1
    const [full, short, last] = await ask<[Block | null, Block | null, Block | null]>(url, [
      ['eth_getBlockByNumber', ['latest', true]],
      ['eth_getBlockByNumber', ['latest', false]],
      ['eth_getBlockByNumber', ['finalized', false]],
    ])
    if (full === null || short === null) return
    if (full.hash !== short.hash) faults.push(`one batch has the heads ${full.hash} and ${short.hash}`)
    if (!isKnown(full.hash)) faults.push(`the head ${full.hash} was never a node's`)
    if (heads.at(-1) !== full.hash) heads.push(full.hash)
    const number = Number(last?.number ?? -1)
    if (number < before) faults.push(`finalized went back from ${before} to ${number}`)
    if (number > (finalized.at(-1)?.number ?? -1)) finalized.push({ number, at: performance.now() })
    const [transaction] = full.transactions
    if (transaction === undefined) return
    const [receipt, block] = await ask<[{ blockHash: string; blockNumber: string } | null, Block | null]>(
      url,
      [
        ['eth_getTransactionReceipt', [transaction.hash]],
        ['eth_getBlockByNumber', [full.number, false]],
      ],
    )
    if (receipt && receipt.blockNumber === full.number && receipt.blockHash !== block?.hash)
      faults.push(`a receipt of ${receipt.blockHash} beside block ${block?.hash}`)
  }
}

async function ask<T>(url: string, calls: readonly (readonly [string, readonly unknown[]])[]): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' }, // so that the next worker answers
    body: JSON.stringify(calls.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }))),
  })
  const replies = (await response.json()) as { readonly result: unknown }[]
  return replies.map(({ result }) => result) as T
}
