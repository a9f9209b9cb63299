import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sample } from '@lectern/fixtures'
import { answers, type Asked } from './questions.ts'

const main = fileURLToPath(new URL('../../apps/lectern/src/main.ts', import.meta.url))

const [folders, children] = [new Set<string>(), new Set<ChildProcess>()]
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
process.once('SIGTERM', () => process.exit(1))

/** A folder below the system's temporary one; it goes when the process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-reliability-'))
  folders.add(folder)
  return folder
}

/** Runs the command to its end: its exit code, or the signal that ended it, and what it wrote. */
export async function runLectern(
  args: readonly string[],
  launch: readonly string[] = [],
): Promise<{ readonly code: number | NodeJS.Signals; readonly text: string }> {
  const child = startLectern(args, launch)
  let text = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (more) => (text += more))
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { code: code ?? signal!, text }
}

/** A folder with the sample chain, imported by the command. */
export async function importSample(datadir: string = temporaryFolder()): Promise<string> {
  // oxfmt-ignore
  const { code, text } = await runLectern([
    'import', sample.chain, '--genesis', sample.genesis, '--head', sample.head, '--datadir', datadir,
  ])
  if (code !== 0) throw new Error(`The sample chain is not imported: ${text}`)
  return datadir
}

/** A running `lectern serve`. */
export interface Served {
  readonly url: string
  readonly port: number
  readonly child: ChildProcess
  readonly pid: number
  /** What it wrote so far, on both its outputs. */
  readonly log: () => string
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
  /** Ends it as an operator does, and gives its exit code. */
  stop(): Promise<number | NodeJS.Signals>
}

/** Starts the real command on a free port; each unhandled rejection ends it. */
export async function serve(args: readonly string[], launch: readonly string[] = []): Promise<Served> {
  const child = startLectern(['serve', '--http.port', '0', '--log.format', 'json', ...args], launch)
  let text = ''
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals)
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (more: string) => {
        text = (text + more).slice(-100_000)
        const [found] = /(?<=Serving )http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? []
        if (found !== undefined) resolve(found)
      })
    void ended.then((code) => reject(new Error(`lectern serve ended with ${code}: ${text}`)))
  })
  return {
    url,
    port: Number(new URL(url).port),
    child,
    pid: child.pid!,
    log: () => text,
    ended,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

function startLectern(args: readonly string[], launch: readonly string[]): ChildProcess {
  const [program, ...rest] = [...launch, process.execPath, '--unhandled-rejections=strict', main, ...args]
  const child = spawn(program!, rest, {
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** Whether a server answers a question with the bytes that the sample chain's exchanges have, and how many milliseconds it took. */
export async function askServer(
  url: string,
  question: Asked = answers[0]!,
  signal: AbortSignal = AbortSignal.timeout(10_000),
): Promise<{ readonly right: boolean; readonly status: number; readonly milliseconds: number }> {
  const start = performance.now()
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: question.request,
    signal,
  })
  const text = await response.text()
  return {
    right: text === question.response,
    status: response.status,
    milliseconds: performance.now() - start,
  }
}
