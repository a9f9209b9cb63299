import { spawn } from 'node:child_process'
import { once } from 'node:events'

const MARK = 'LECTERN_APART'

/** Whether this process is the one that `runApart` started. */
export const isApart = (): boolean => process.env[MARK] === '1'

/**
 * Runs this command once more in a process of its own, and gives its exit code, or the signal that ended it. LMDB maps the store's file:
 * where a page's head is damaged, reading it may end the process (SIGBUS, SIGSEGV), and no program can catch that.
 */
export async function runApart(): Promise<number | NodeJS.Signals> {
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [MARK]: '1' },
  })
  const pass = (signal: NodeJS.Signals) => void child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, pass)
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.removeListener(name, pass)
  return code ?? signal!
}
