import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { ClusterLocation } from '../../src/index.ts'

/** A process that writes a store until it is killed. */
export interface WriterProcess {
  readonly firstLine: Promise<unknown>
  /** Called with what it writes: `unwind` before a commit that unwinds to a number, `head` with the number after each commit. */
  onLine(listen: (word: string, number: number) => void): void
  kill(): Promise<void>
}

/** Starts a process that appends a file's blocks, some a commit, and now and then unwinds some or moves some into the cold form. */
export function startWriter(location: ClusterLocation, blocks: string): WriterProcess {
  const child = spawn(
    process.execPath,
    [new URL('writer-child.ts', import.meta.url).pathname, JSON.stringify(location), blocks, String(BATCH)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const lines = createInterface(child.stdout)
  const exit = once(child, 'exit')
  return {
    firstLine: once(lines, 'line'),
    onLine: (listen) =>
      void lines.on('line', (line) => {
        const [word, number] = line.split(' ')
        listen(word!, Number(number))
      }),
    async kill() {
      child.kill('SIGKILL')
      await exit
    },
  }
}

/** How many blocks it appends in a commit. */
export const BATCH = 3
