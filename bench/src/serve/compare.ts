import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { checkAnswers } from './answers.ts'
import type { Head } from './heads.ts'
import type { Load } from './loads.ts'
import { startNginx } from './nginx.ts'
import { least, measureInTurn, most, type Effort, type Runs } from './rounds.ts'
import type { Candidate } from './servers.ts'

/** What was measured of one server under one load and head; without runs where it does not answer. */
export interface Measured {
  readonly candidate: Candidate
  readonly load: Load
  readonly head: Head['name']
  readonly runs?: Runs
}

/** Which heads and loads are measured, and how long. */
export interface Plan {
  readonly heads: readonly Head[]
  readonly isAsked: (load: Load) => boolean
  readonly effort: Effort
  /** What the servers store: its files are read before each load, so that they are in memory for all alike. */
  readonly folder: string
}

/** Puts each load to each server under each head, all servers alive beside one another; they have one core, load generator and nginx the other. */
export async function compareServers(
  candidates: readonly Candidate[],
  { heads, isAsked, effort, folder }: Plan,
): Promise<Measured[]> {
  const started = await Promise.allSettled(
    candidates.map(async (candidate) => ({ candidate, ...(await candidate.start({ core: 0 })) })),
  )
  const servers = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const isProxied = heads.some(({ proxied }) => proxied)
  const proxy = isProxied
    ? await startNginx(
        servers.map(({ url }) => url),
        1,
      )
    : undefined
  try {
    for (const result of started) if (result.status === 'rejected') throw result.reason
    const measured: Measured[] = []
    for (const [index, { name, pattern }] of candidates[0]!.loads.entries())
      for (const head of heads) {
        if (!isAsked(candidates[0]!.loads[index]!)) continue
        process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${pattern}, ${name}, ${head.name}\n`)
        const isBrief = pattern === 'newest' && head.name === 'bare'
        const taking = servers.flatMap((server, place) =>
          server.candidate.isBrief === true && !isBrief
            ? []
            : [
                {
                  ...server,
                  load: server.candidate.loads[index]!,
                  ...(head.proxied && { url: proxy!.urls[place]! }),
                },
              ],
        )
        if (effort.isWarmed !== false) await readFiles(folder)
        measured.push(...(await measureCell(taking, head, effort, head.proxied && proxy!.pid)))
      }
    return measured
  } finally {
    await proxy?.stop()
    await Promise.all(servers.map(({ stop }) => stop()))
  }
}

interface Asked {
  readonly candidate: Candidate
  readonly load: Load
  readonly url: string
  readonly pid: number
}

async function readFiles(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      for await (const _ of createReadStream(join(entry.parentPath, entry.name), { highWaterMark: 2 ** 22 }));
}

/** One load under one head, of each server. */
async function measureCell(
  servers: readonly Asked[],
  head: Head,
  effort: Effort,
  proxy: number | undefined,
): Promise<Measured[]> {
  const checked = new Map<Asked, number>()
  for (const server of servers)
    if (server.candidate.kind !== 'reference')
      await checkAnswers(server.url, server.load, head).then(
        (bytes) => checked.set(server, bytes),
        (error: Error) => process.stderr.write(`${server.candidate.name}: ${error.message}\n`),
      )
  const constant = Math.round(
    Math.max(...servers.map((each) => (each.candidate.kind === 'ours' ? checked.get(each)! : 0))),
  )
  const asked = servers.filter((server) => server.candidate.kind === 'reference' || checked.has(server))
  const runs = await measureInTurn(
    asked.map(({ candidate, load, url, pid }) => ({
      url: candidate.kind === 'reference' ? `${url}${constant}` : url,
      pid,
      bodies: load.bodies,
      head: head.text,
      core: 1,
      mayRefuse: true,
      ...(load.connections !== undefined && { connections: load.connections }),
      ...(proxy !== undefined && { proxy }),
    })),
    effort,
  )
  return servers.map((server) => {
    const { candidate, load } = server
    const own = runs[asked.indexOf(server)]
    if (own)
      expectBytes(own, checked.get(server) ?? constant, `${candidate.name}: ${load.name}, ${head.name}`)
    return { candidate, load, head: head.name, ...(own && { runs: own }) }
  })
}

// An answer under load is as long as the ones that were looked at, but for its head and for chance: none is an error in short.
function expectBytes(runs: Runs, checked: number, what: string): void {
  if (most(runs, 'refused') > 0) return
  const [shortest, longest] = [least(runs, 'bytes'), most(runs, 'bytes')]
  if (shortest < 0.6 * checked || longest > 1.6 * checked + 1_000)
    process.stderr.write(
      `${what}: answers of ${shortest} to ${longest} bytes under load, of ${checked} before.\n`,
    )
}
