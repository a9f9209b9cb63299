import { copyFileSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sample } from '@lectern/fixtures'
import { type Outcome, withMount } from './mount.ts'
import { answers, type Question } from './questions.ts'
import { askServer, runLectern, serve, type Served, temporaryFolder } from './served.ts'

type End = Awaited<ReturnType<typeof runLectern>>

/** Something else fills the disk while a chain is imported beside a server that reads what was there before. */
export function fillWhileServed(checkRefusal: (end: End) => Outcome): Promise<Outcome> {
  return withMount('tmpfs', ['-o', 'size=4m'], async (folder) => {
    const datadir = join(folder, 'history')
    const begun = await runLectern(importInto(datadir, cutChain()))
    const [, head] = /Blocks 0 to (\d+) are stored/.exec(begun.text) ?? []
    if (head === undefined) return `the first half: exit ${begun.code}: ${begun.text}`
    const served = await serve(['--datadir', datadir, '--workers', '2', '--cache.rendered', '0'])
    const stored = answers.filter(isBelow(Number(head)))
    const asking = askUntil(served, stored)
    const whole = [...importInto(datadir, sample.chain), '--head', sample.head]
    const importing = runLectern(whole)
    await afterCommit(datadir)
    const ballast = join(folder, 'ballast')
    fill(folder, ballast)
    const ended = await importing
    await wait(300)
    const another = await serve(['--datadir', datadir, '--workers', '1'])
    const wrong = (await asking.end()) ?? (await askAll(another, stored))
    if (wrong !== undefined) return wrong
    if (ended.code === 0) return 'the disk was not full in time'
    const refusal = checkRefusal(ended)
    if (refusal !== undefined) return refusal
    rmSync(ballast)
    const again = await runLectern(whole)
    if (again.code !== 0) return `once there was room: exit ${again.code}: ${again.text}`
    for (const server of [served, another]) {
      const late = await askAll(server, answers)
      if (late !== undefined) return `once there was room: ${late}`
    }
    const codes = [await served.stop(), await another.stop()]
    return codes.every((code) => code === 0) ? undefined : `the servers ended with ${codes.join(' and ')}`
  })
}

const importInto = (datadir: string, chain: string) => [
  'import',
  chain,
  '--genesis',
  sample.genesis,
  '--datadir',
  datadir,
  '--batch',
  '1',
]

function cutChain(): string {
  const path = join(temporaryFolder(), 'chain.rlp')
  copyFileSync(sample.chain, path)
  truncateSync(path, Math.floor(statSync(path).size / 2))
  return path
}

/** Tags and hashes of no block depend on the head. */
function isBelow(head: number) {
  return ({ params, response }: Question): boolean => {
    const { result } = JSON.parse(response) as { result: { number?: string; blockNumber?: string } | null }
    const number = Number(result?.blockNumber ?? result?.number ?? Infinity)
    return number <= head && String(params[0]).startsWith('0x')
  }
}

/** Resolves when something is written to the store, ten seconds later at the latest. */
async function afterCommit(datadir: string): Promise<void> {
  const time = () => statSync(join(datadir, 'store.mdb')).mtimeMs
  const before = time()
  for (let turn = 0; turn < 5_000 && time() === before; turn++) await wait(2)
}

/** Leaves no block of a file system. */
function fill(folder: string, path: string): void {
  for (;;) {
    const { bavail, bsize } = statfsSync(folder)
    if (bavail === 0) return
    writeFileSync(path, new Uint8Array(bavail * bsize), { flag: 'a' })
  }
}

async function askOnce({ url, log }: Served, question: Question): Promise<Outcome> {
  const { right, status } = await askServer(url, question)
  return right ? undefined : `${question.request}: ${status}: ${log().slice(-300)}`
}

async function askAll(served: Served, questions: readonly Question[]): Promise<Outcome> {
  for (const question of questions) {
    const problem = await askOnce(served, question).catch(String)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** Asks all questions again and again until it is stopped, and gives what was wrong. */
function askUntil(served: Served, questions: readonly Question[]): { end(): Promise<Outcome> } {
  const over = new AbortController()
  const asking = (async () => {
    let problem: Outcome
    while (problem === undefined && !over.signal.aborted) problem = await askAll(served, questions)
    return problem
  })()
  return {
    end() {
      over.abort()
      return asking
    },
  }
}
