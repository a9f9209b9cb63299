import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { createRandom, sample } from '@lectern/fixtures'
import { openStore } from '@lectern/history'
import { digest, importProgram } from '@lectern/history/testing'
import { type Finding, scaled, type Scope, show, logProgress } from './finding.ts'
import { listFamily } from './processes.ts'
import { answers, type Question } from './questions.ts'
import { importSample, serve, type Served, temporaryFolder } from './served.ts'

const compiled = temporaryFolder()

/** Imports of the sample chain, three blocks a commit, killed at random instants, with a server over each store that is killed too. */
export async function measure(scope: Scope): Promise<readonly Finding[]> {
  const random = createRandom(scope.seed)
  const truth = await readDigests(await importSample())
  const sums = { imports: 0, servers: 0, stores: 0, asked: 0 }
  const faults = { lost: [] as string[], wrong: [] as string[], different: [] as string[], left: 0 }
  const kills = scaled(1_000, scope)
  while (sums.imports + sums.servers < kills && !scope.signal.aborted) {
    const datadir = temporaryFolder()
    let served: Served | undefined
    let acknowledged = -1
    while (acknowledged < sample.headNumber && !scope.signal.aborted) {
      const outcome = await importAndKill(datadir, random, acknowledged)
      acknowledged = Math.max(acknowledged, outcome.acknowledged)
      if (outcome.killed) sums.imports++
      const stored = await readDigests(datadir)
      if (stored.length <= acknowledged)
        faults.lost.push(`block ${acknowledged} was acknowledged, but ${stored.length} are stored`)
      if (stored.some((digest, number) => digest !== truth[number])) faults.different.push(datadir)
      if (stored.length === 0) continue
      served ??= await serve(['--datadir', datadir, '--http.proofs', 'off'])
      for (let asked = 0; asked < 10; asked++, sums.asked++) {
        const problem = await ask(served, answers[random(answers.length)]!, stored.length - 1)
        if (problem !== undefined) faults.wrong.push(problem)
      }
      logProgress(`kills: ${sums.imports} imports, ${sums.servers} servers of ${show(kills)}`)
      if (random(4) > 0) continue
      faults.left += await killServer(served)
      sums.servers++
      served = undefined
    }
    if (acknowledged === sample.headNumber) sums.stores++
    if (served) {
      faults.left += await killServer(served)
      sums.servers++
    }
  }
  const { lost, wrong, different, left } = faults
  return [
    {
      claim: `${show(sums.imports)} imports and ${show(sums.servers)} servers killed: no acknowledged block is lost`,
      measured: lost[0] ?? 'none lost',
      holds: lost.length === 0,
    },
    {
      claim: 'what is stored after each kill, and at the end, equals an uninterrupted import',
      measured: `${different.length} of ${show(sums.imports)} differ; ${sums.stores} stores brought to their end`,
      holds: different.length === 0,
    },
    {
      claim: 'a server over the store answers right after each kill',
      measured: wrong[0] ?? `${show(sums.asked)} answers, none wrong`,
      holds: wrong.length === 0,
    },
    {
      claim: 'a killed server leaves no worker behind',
      measured: `${left} left after five seconds`,
      holds: left === 0,
    },
  ]
}

/** Half of the kills are at any instant from the process's start on, half just after a commit. The import may end before. */
async function importAndKill(datadir: string, random: (limit: number) => number, before: number) {
  const child = spawn(process.execPath, [importProgram, datadir, sample.chain, sample.genesis], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled }, // each process starts in half the time
  })
  const exit = once(child, 'exit')
  const kill = () => child.kill('SIGKILL')
  const early = random(2) === 0 ? setTimeout(kill, random(1_500)) : undefined
  const last = before + 3 * (1 + random(6))
  let acknowledged = -1
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged = Number(line)
    if (early === undefined && acknowledged >= last) setTimeout(kill, random(8))
  }
  const [code, signal] = (await exit) as [number | null, NodeJS.Signals | null]
  clearTimeout(early)
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`The import ended with ${code ?? signal}.`)
  // An import that adds nothing says nothing.
  if (code === 0) acknowledged = sample.headNumber
  return { acknowledged, killed: signal === 'SIGKILL' }
}

/** The digest of each block that is stored, all of it; none where there is no store yet. */
async function readDigests(datadir: string): Promise<string[]> {
  if (!existsSync(join(datadir, 'store.mdb'))) return []
  try {
    await using store = await openStore(datadir, { readOnly: true })
    using snapshot = store.snapshot()
    return Array.from(snapshot.blocks(), (block) => digest(block))
  } catch (error) {
    if ((error as { code?: unknown }).code === 'missing') return [] // killed before its first commit
    throw error
  }
}

/** What is wrong with an answer, given the stored head; tags depend on it, so they are not asked. */
async function ask(
  { url, log }: Served,
  { request, response, params }: Question,
  head: number,
): Promise<string | undefined> {
  if (!String(params[0]).startsWith('0x')) return undefined
  const { result } = JSON.parse(response) as { result: { number?: string; blockNumber?: string } | null }
  const isStored = result === null || Number(result.blockNumber ?? result.number) <= head
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: request }
  const answer = await (await fetch(url, options)).text()
  const expected = isStored ? response : '{"jsonrpc":"2.0","id":1,"result":null}'
  return answer === expected
    ? undefined
    : `${request} at head ${head}: ${answer.slice(0, 200)} ${log().slice(-500)}`
}

/** Kills the first process of a server; the number of its others that live five seconds later. */
async function killServer({ child, pid }: Served): Promise<number> {
  const workers = listFamily(pid).slice(1)
  child.kill('SIGKILL')
  for (let turn = 0; turn < 50 && workers.some(isAlive); turn++) await wait(100)
  const left = workers.filter(isAlive)
  for (const worker of left) process.kill(worker, 'SIGKILL')
  return left.length
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
