import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readCpu } from './cpu.ts'

/** What is asked of a server, and how hard. */
export interface Load {
  readonly url: string
  /** The process whose CPU is counted, with its threads and children. */
  readonly pid: number
  /** Bodies of requests, each on one line, which are sent in turn. */
  readonly bodies: readonly string[]
  readonly seconds?: number
  readonly connections?: number
  /** The core that the load generator runs on; any by default. */
  readonly core?: number
}

/** What a server did under a load. */
export interface Figures {
  readonly requests: number
  readonly perSecond: number
  /** Microseconds of CPU a request, of user and system. */
  readonly cpu: number
  /** Milliseconds until half and 99 % of the answers had come. */
  readonly p50: number
  readonly p99: number
  /** Bytes of an answer, head and body, in the mean. */
  readonly bytes: number
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
 * Puts a load on a server with wrk, in keep-alive connections. Throws an Error when a request fails, or its status is no success.
 */
export async function measureLoad(load: Load): Promise<Figures> {
  const { url, pid, bodies, seconds = 3, connections = 16, core } = load
  const folder = mkdtempSync(join(tmpdir(), 'lectern-load-'))
  try {
    const file = join(folder, 'bodies')
    writeFileSync(file, `${bodies.join('\n')}\n`)
    const script = fileURLToPath(new URL('wrk.lua', import.meta.url))
    // oxfmt-ignore
    const wrk = ['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '20s', '-s', script, url, '--', file]
    const [program, ...args] = core === undefined ? wrk : ['taskset', '-c', `${core}`, ...wrk]
    const before = readCpu(pid)
    const { stdout } = await promisify(execFile)(program!, args)
    const cpu = readCpu(pid) - before
    const result = JSON.parse(stdout.trim().split('\n').at(-1)!) as WrkResult
    if (result.failed !== '' || result.requests === 0)
      throw new Error(
        `Of ${result.requests} requests to ${url} failed${result.failed || ' all'}: ${bodies[0]!.slice(0, 200)}`,
      )
    return {
      requests: result.requests,
      perSecond: (result.requests * 1e6) / result.microseconds,
      cpu: cpu / result.requests,
      p50: result.p50 / 1000,
      p99: result.p99 / 1000,
      bytes: Math.round(result.bytes / result.requests),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The line that wrk.lua writes; times are microseconds, what failed is in words. */
interface WrkResult extends Readonly<Record<'requests' | 'microseconds' | 'bytes' | 'p50' | 'p99', number>> {
  readonly failed: string
}
