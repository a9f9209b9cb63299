import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'

// Each question opens a connection, so that the next worker answers.

/** Asks one method of a server. */
export const ask = (url: string, method: string, params: unknown[]): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })

/** The number of the latest block. */
export async function askLatest(url: string): Promise<number> {
  const answer = (await (await ask(url, 'eth_getBlockByNumber', ['latest', false])).json()) as {
    result: { number: string }
  }
  return Number(answer.result.number)
}

/** Returns the JSON of a GET. */
export const read = async (url: string): Promise<unknown> =>
  (await fetch(url, { headers: { connection: 'close' } })).json()

/** Waits until something is so, and fails with it when it never is. */
export async function until<T>(look: () => Promise<T>, isSo: (value: T) => boolean): Promise<void> {
  for (let tries = 0; ; tries++) {
    const value = await look().catch((error: unknown) => error as T)
    if (isSo(value)) return
    if (tries === 300) expect.fail(`It never came: ${JSON.stringify(value)}`)
    await wait(50)
  }
}
