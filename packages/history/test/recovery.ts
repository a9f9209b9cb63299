import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createRandom } from '@lectern/fixtures'
import { type LineChild, startLineChild } from './line-child.ts'
import { losePower, type Remains } from './power-loss.ts'
import { record, type Step } from './recording.ts'

/** The state of a store after a loss of power. */
export interface Recovery {
  /** `last`: all that was acknowledged; `next`: what was being written as well; `none`: no store, where none was acknowledged. */
  readonly outcome: 'last' | 'next' | 'none' | 'lost' | 'damaged' | 'wrong' | 'ended'
  /** The findings of a reader and a writer, and where the power was lost. */
  readonly note: string
}

/** Records how a store is written, cuts the power at each step and `times` times more, and opens what is left. */
export async function* recover(
  what: 'import' | `reorgs ${number}`,
  { times, seed }: { readonly times: number; readonly seed: number },
): AsyncGenerator<Recovery> {
  // Thousands of stores are opened and synced: in memory, where that is possible, in a tenth of the time.
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'lectern-power-'))
  const [written, list, left] = ['written', 'hashes', 'left'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(written)
  const datadir = join(written, 'history')
  let child: LineChild | undefined
  try {
    const steps = await record('recorded-child.ts', [what, datadir, list], written)
    const found = new Map<string, Findings>() // most steps leave what the one before left
    const digests = steps.filter((step) => step.kind === 'say').map(({ text }) => text)
    for (const remains of losePower(steps, { folder: written, times, random: createRandom(seed) })) {
      const sum = sumOf(remains)
      let findings = found.get(sum)
      if (findings === undefined) {
        child ??= await startChecker(datadir, list)
        layOut(remains, { from: written, to: left })
        child.write(join(left, 'history'))
        const read = await child.next()
        findings = { read, write: read.word === 'ended' ? read : await child.next() }
        found.set(sum, findings)
        if (findings.write.word === 'ended') {
          child.end()
          child = undefined
        }
      }
      yield compare(remains, { ...findings, digests, step: steps[remains.at]! })
    }
  } finally {
    child?.end()
    rmSync(folder, { recursive: true })
  }
}

const MEMORY = '/dev/shm'

async function startChecker(datadir: string, list: string): Promise<LineChild> {
  const child = startLineChild('remains-child.ts', [datadir, list])
  await child.next()
  return child
}

/** Writes the files into a new folder, with LMDB's lock as it may be left: any bytes. */
export function layOut({ files }: Remains, { from, to }: { from: string; to: string }): void {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to)
  for (const [path, content] of files) {
    const copy = join(to, relative(from, path))
    if (content === 'folder') {
      mkdirSync(copy)
      continue
    }
    writeFileSync(copy, content.bytes)
    truncateSync(copy, content.size)
    if (copy.endsWith('.mdb')) writeFileSync(`${copy}-lock`, new Uint8Array(65_744).fill(0xa5))
  }
}

function sumOf({ files }: Remains): string {
  const hash = createHash('sha256')
  for (const [path, content] of files) {
    hash.update(`${path} ${content === 'folder' ? content : `${content.size} ${content.bytes.length} `}`)
    if (content !== 'folder') hash.update(content.bytes)
  }
  return hash.digest('hex')
}

/** The findings of a reader and a writer. */
interface Findings {
  readonly read: Awaited<ReturnType<LineChild['next']>>
  readonly write: Awaited<ReturnType<LineChild['next']>>
}

function compare(
  { said, at }: Remains,
  { read, write, digests, step }: Findings & { readonly digests: readonly string[]; readonly step: Step },
): Recovery {
  const where = `step ${at} (${step.kind}${'path' in step ? ` of ${step.path}` : ''}) after ${said} acknowledged: read ${read.text}; write ${write.text}`
  const of = (outcome: Recovery['outcome']): Recovery => ({ outcome, note: where })
  if (write.word === 'ended') return of('ended')
  const isNone = read.text.startsWith('missing: ')
  if (/^(damaged|foreign)/.test(read.text) || /^(damaged|foreign)/.test(write.text)) return of('damaged')
  if (isNone) return of(said === 0 && write.text === digests[0] ? 'none' : 'lost')
  if (read.text !== write.text) return of('wrong')
  if (said > 0 && read.text === digests[said - 1]) return of('last')
  if (read.text === digests[said]) return of('next')
  return of(digests.slice(0, said).includes(read.text) ? 'lost' : 'wrong')
}
