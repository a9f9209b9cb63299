import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Figures, measureLoad } from '../load.ts'
import { toText, writeTable } from '@lectern/bench-tools'
import { call, shuffle } from './loads.ts'
import { median, type Effort } from './rounds.ts'
import { startLectern } from './servers.ts'

// What a process that appends takes of the machine is no matter of the server: so it appends to another store in turn, at the same pace.
const conditions = [
  { name: 'no appends', store: undefined },
  { name: 'a block every 100 ms into another store', store: 1 },
  { name: 'a block every 100 ms into the store that is served', store: 0 },
] as const

/** How long receipts take to come while another process appends blocks of 175 transactions to the store. */
export async function compareAppends({ passes, seconds }: Effort): Promise<string> {
  const folders = ['served', 'other'].map((name) => mkdtempSync(join(tmpdir(), `lectern-${name}-`)))
  const script = fileURLToPath(new URL('writer.ts', import.meta.url))
  const extra = 12 * (passes * seconds + 1) // ten a second, and some to spare
  const writer = spawn('taskset', ['-c', '1', process.execPath, script, '50', `${extra}`, ...folders], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(writer, 'exit')
  process.once('exit', () => writer.kill())
  try {
    const lines = createInterface(writer.stdout)
    const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string]
    let appended = 0
    lines.on('line', () => (appended += 1))
    const hashes = shuffle(JSON.parse(line) as string[])
    const bodies = hashes.map((hash, id) => call(id, 'eth_getTransactionReceipt', hash))
    const { url, pid, stop } = await startLectern(folders[0]!, ['--workers', '1'], { core: 0 })
    const runs = conditions.map((): Figures[] => [])
    const rates: number[][] = conditions.map(() => [])
    try {
      const load = { url, pid, bodies, core: 1, connections: 4 }
      await measureLoad({ ...load, seconds: 1 })
      for (let pass = 0; pass < passes; pass++)
        for (const [index, { store }] of conditions.entries()) {
          const before = appended
          writer.stdin.write(`${store ?? 'none'}\n`)
          runs[index]!.push(await measureLoad({ ...load, seconds }))
          rates[index]!.push((appended - before) / seconds)
        }
    } finally {
      await stop()
    }
    const quiet = median(runs[0]!, 'p99')
    const rows = conditions.map(({ name }, index) => {
      const own = runs[index]!
      const p99 = median(own, 'p99')
      const rate = Math.min(...rates[index]!)
      return [
        name,
        toText(rate),
        `**${toText(p99 / quiet)}×**`,
        index === 2 ? 'below 1.5×' : '',
        toText(p99),
        toText(median(own, 'p50')),
        toText(median(own, 'cpu')),
      ]
    })
    // oxfmt-ignore
    const head = ['beside the load', 'appends a second', '99 % of a quiet store', 'goal', '99 %, ms', '50 %, ms', 'CPU a request, µs']
    return writeTable(head, rows)
  } finally {
    writer.stdin.end()
    await ended
    for (const folder of folders) rmSync(folder, { recursive: true })
  }
}
