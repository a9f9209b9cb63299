import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A child process that answers lines with lines: LMDB maps its file, and may end the process. */
export interface LineChild {
  write(line: string): void
  /** The next line's first word, and what follows it; `ended` with the signal, or with how it ended, where there is none. */
  next(): Promise<{ readonly word: string; readonly text: string }>
  end(): void
}

const PATIENCE = 20_000 // milliseconds: an answer takes some thirty

/** Starts such a program. One that does not answer is ended. */
export function startLineChild(program: string, args: readonly string[]): LineChild {
  const path = fileURLToPath(new URL(program, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'ignore'] })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  child.stdin.on('error', () => {}) // it may have ended
  const exit = once(child, 'exit').then(([code, signal]) => String(signal ?? `exit ${code}`))
  return {
    write: (line) => void child.stdin.write(`${line}\n`),
    async next() {
      const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
      const { value, done } = await lines.next()
      clearTimeout(timer)
      if (done) {
        const reason = await exit
        return { word: 'ended', text: child.killed ? 'no answer in time' : reason }
      }
      const at = value.indexOf(' ')
      return { word: value.slice(0, at), text: value.slice(at + 1) }
    },
    end: () => void child.kill('SIGKILL'),
  }
}
