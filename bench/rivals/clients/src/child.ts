import { spawn } from 'node:child_process'
import { cpus } from 'node:os'

/** What a script of this folder wrote, as JSON; what it came to otherwise, in a word. */
export type Outcome<T> = { readonly value: T } | { readonly end: 'crashes' | 'hangs' }

/** Runs a script of this folder in a process of its own, for so many milliseconds at the most. */
export async function runScript<T>(
  script: string,
  args: readonly string[],
  limit: number,
): Promise<Outcome<T>> {
  const child = spawn(process.execPath, [script, ...args], { cwd: import.meta.dirname, timeout: limit })
  let text = ''
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  child.stderr.resume()
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.on('close', (code, signal) => resolve([code, signal])),
  )
  if (signal !== null) return { end: 'hangs' }
  return code === 0 ? { value: JSON.parse(text) as T } : { end: 'crashes' }
}

/** Does something with each item, as many at once as there are processors; gives what came of them, in their order. */
export async function mapInParallel<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const rest = [...items.entries()]
  const work = async (): Promise<void> => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift())
      results[next[0]] = await run(next[1])
  }
  await Promise.all(Array.from({ length: cpus().length }, work))
  return results
}
