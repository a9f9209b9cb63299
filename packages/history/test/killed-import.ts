import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** How often an import is killed: a few times, or as often as LECTERN_KILLS says. */
export const kills: number = Number(process.env['LECTERN_KILLS'] ?? (process.env['CI'] ? 5 : 2))

/** Runs a program of this folder that imports until it has acknowledged some block, kills it soon after, and returns the last number it acknowledged. */
export async function importUntil(
  program: string,
  args: readonly string[],
  last: number,
): Promise<{ acknowledged: number; signal: NodeJS.Signals | null }> {
  const child = fileURLToPath(new URL(program, import.meta.url))
  const importing = spawn(process.execPath, [child, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = new Promise<NodeJS.Signals | null>((resolve) =>
    importing.on('exit', (_, signal) => resolve(signal)),
  )
  let acknowledged = -1
  for await (const line of createInterface({ input: importing.stdout })) {
    acknowledged = Number(line)
    if (acknowledged >= last) setTimeout(() => importing.kill('SIGKILL'), Math.random() * 8)
  }
  return { acknowledged, signal: await exit }
}
