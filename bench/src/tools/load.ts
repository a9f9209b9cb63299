import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readCpu, readOwnMemory } from './cpu.ts'
import { bare } from './serving/heads.ts'

/** What is asked of a server, and how hard. */
export interface Load {
  readonly url: string
  /** The process whose CPU is counted, with its threads and children. */
  readonly pid: number
  /** A process between the load and the server, whose CPU is counted apart. */
  readonly proxy?: number
  /** Bodies of requests, each on one line, which are sent in turn. */
  readonly bodies: readonly string[]
  /** How many of them are left out at first; none where it is not said. */
  readonly from?: number
  /** The head of each request, with `{path}`, `{host}` and `{length}` where these go. */
  readonly head?: string
  readonly seconds?: number
  readonly connections?: number
  /** The core that the load generator runs on; any by default. */
  readonly core?: number
  /** Whether refused requests are counted, and do not end the measurement. */
  readonly mayRefuse?: boolean
}

/** What a server did under a load. */
export interface Figures {
  /** That were answered. */
  readonly requests: number
  /** Requests without an answer, or with a status that is no success. */
  readonly refused: number
  readonly perSecond: number
  /** Microseconds of CPU an answered request, of user and system. */
  readonly cpu: number
  /** The same of the proxy, and of the load generator. */
  readonly proxyCpu: number
  readonly generatorCpu: number
  /** Milliseconds until half and 99 % of the answers had come. */
  readonly p50: number
  readonly p99: number
  /** Bytes of an answer, head and body, in the mean. */
  readonly bytes: number
  /** Bytes of memory that the server has for itself at the end. */
  readonly memory: number
}

/** Whether wrk and taskset are on the PATH, or an Error that says how they come there. */
export function findTools(): void {
  for (const [tool, flag] of [
    ['wrk', '-v'],
    ['taskset', '--version'],
  ] as const)
    if (spawnSync(tool, [flag]).error)
      throw new Error(`${tool} is not on the PATH: apt-get install ${tool === 'wrk' ? 'wrk' : 'util-linux'}.`)
}

/**
 * Puts a load on a server with wrk, in keep-alive connections. Throws an Error when a request fails, or its status is no success,
 * or none is answered; unless the load may be refused.
 */
export async function measureLoad(load: Load): Promise<Figures> {
  const { url, pid, proxy, bodies, from = 0, head = bare, seconds = 3, connections = 16, core } = load
  const folder = mkdtempSync(join(tmpdir(), 'lectern-load-'))
  try {
    const files = ['bodies', 'head'].map((name) => join(folder, name)) as [string, string]
    writeFileSync(files[0], `${bodies.join('\n')}\n`)
    const { host, pathname } = new URL(url)
    writeFileSync(files[1], head.replace('{path}', pathname).replace('{host}', host))
    const script = fileURLToPath(new URL('wrk.lua', import.meta.url))
    // oxfmt-ignore
    const wrk = ['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '20s', '-s', script, url, '--', ...files, `${from}`]
    const [program, ...args] = core === undefined ? wrk : ['taskset', '-c', `${core}`, ...wrk]
    await untilIdle(pid)
    const readAll = () => [readCpu(pid), proxy === undefined ? 0 : readCpu(proxy)] as const
    const before = readAll()
    const { stdout } = await promisify(execFile)(program!, args)
    const [cpu, proxyCpu] = readAll().map((ticks, index) => ticks - before[index]!)
    const {
      responses,
      microseconds,
      bytes,
      p50,
      p99,
      cpu: generatorCpu,
      ...errors
    } = JSON.parse(stdout.trim().split('\n').at(-1)!) as WrkResult
    const failed = Object.entries(errors).filter(([, count]) => count > 0)
    const requests = responses - errors.status
    if (load.mayRefuse !== true && (requests === 0 || failed.length > 0)) {
      const kinds = failed.map(([kind, count]) => ` ${count} by ${kind}`).join('') || ' all'
      throw new Error(`Of ${responses} requests to ${url} failed${kinds}: ${bodies[0]!.slice(0, 200)}`)
    }
    return {
      requests,
      refused: failed.reduce((sum, [, count]) => sum + count, 0),
      perSecond: (requests * 1e6) / microseconds,
      cpu: cpu! / requests,
      proxyCpu: proxyCpu! / requests,
      generatorCpu: generatorCpu / requests,
      p50: responses === 0 ? Infinity : p50 / 1000,
      p99: responses === 0 ? Infinity : p99 / 1000,
      bytes: Math.round(bytes / Math.max(1, responses)),
      memory: readOwnMemory(pid),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Waits until a server has ended what an earlier load left it to do, three seconds at most. */
async function untilIdle(pid: number): Promise<void> {
  for (let turn = 0, last = -1; turn < 60; turn++) {
    const cpu = readCpu(pid)
    if (cpu - last <= 10_000 && last >= 0) return
    last = cpu
    await pause(50)
  }
}

/** The line that wrk.lua writes; times are microseconds, `cpu` its own, the last five are what failed. */
type WrkResult = Readonly<Record<'responses' | 'microseconds' | 'bytes' | 'p50' | 'p99' | 'cpu', number>> &
  Readonly<Record<'connect' | 'read' | 'write' | 'status' | 'timeout', number>>
