import { setTimeout as pause } from 'node:timers/promises'
import { cases, type Case } from './corpus.ts'
import { startServer, type RunningServer } from './server.ts'

/** How a server fared with one case. */
export interface Verdict {
  readonly id: string
  readonly level: string
  /** What is wrong, undefined where nothing is. */
  readonly problem: string | undefined
  /** What became of the process or the request. */
  readonly end?: 'crash' | 'silence'
}

/** Sends every case to a server, one at a time, and starts the server again where it ended. */
export async function checkServer(name: string): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  let server = await startServer(name)
  try {
    for (const one of cases) {
      if (!server.isAlive()) server = await startServer(name)
      verdicts.push(await checkCase(one, server))
    }
  } finally {
    await server.stop()
  }
  return verdicts
}

/** How long an answer is waited for, in seconds; a batch of 100,000 takes some of these servers seven. */
export const patience: number = 20

async function checkCase({ id, level, request, check }: Case, server: RunningServer): Promise<Verdict> {
  try {
    const response = await fetch(server.url, { ...request, signal: AbortSignal.timeout(patience * 1000) })
    const text = await response.text()
    await pause(2) // a process that ends right after its answer ends by this case
    const problem = check({ status: response.status, headers: response.headers, text })
    return server.isAlive()
      ? { id, level, problem }
      : { id, level, problem: 'the process ended', end: 'crash' }
  } catch (error) {
    if ((error as Error).name === 'TimeoutError')
      return { id, level, problem: `no answer in ${patience} s`, end: 'silence' }
    for (let turn = 0; turn < 20 && server.isAlive(); turn++) await pause(25) // it may take a moment to go
    return server.isAlive()
      ? { id, level, problem: 'the connection was cut' }
      : { id, level, problem: 'the process ended', end: 'crash' }
  }
}
