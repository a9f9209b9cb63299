import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

/**
 * Runs a module's `work` in another process with the least priority, and returns its result.
 * Clients of a server would be other machines, whose work must not take the server's time.
 */
export async function runApart<In, Out>(module: string, input: In): Promise<Out> {
  const child = fork(fileURLToPath(import.meta.url))
  child.send({ module, input })
  const [output] = await once(child, 'message')
  child.kill()
  return output as Out
}

/** Waits for a module and its input, and answers with the result. Not at top level: the module imports this one. */
async function answer(): Promise<void> {
  setPriority(19)
  process.on('disconnect', () => process.exit())
  const [{ module, input }] = (await once(process, 'message')) as [{ module: string; input: unknown }]
  const { work } = (await import(module)) as { work: (input: unknown) => Promise<unknown> }
  process.send!(await work(input))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) void answer()
