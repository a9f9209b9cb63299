import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readCpu, readOwnMemory } from './processes.ts'

/** A load on a server. */
export interface Load {
  readonly url: string
  /** The process whose CPU is counted, with its threads and children. */
  readonly pid: number
  /** Bodies of requests, each on one line, which are sent in turn. */
  readonly bodies: readonly string[]
  /** Index of the first body that is sent. @default 0 */
  readonly from?: number
  /** Head of each request, with `{path}`, `{host}` and `{length}`. @default `bareHead` */
  readonly head?: string
  readonly seconds?: number
  readonly connections?: number
  /** The core that the load generator runs on. @default any */
  readonly core?: number
}

/** Figures of a server under a load. */
export interface Figures {
  readonly requests: number
  readonly perSecond: number
  /** Microseconds of CPU per request, user and system. */
  readonly cpu: number
  /** Milliseconds until half and 99 % of the responses had come. */
  readonly p50: number
  readonly p99: number
  /** Bytes per response, head and body, on average. */
  readonly bytes: number
  /** Bytes of the server's own memory at the end. */
  readonly memory: number
}

/** A request head with no more than HTTP and JSON-RPC need. */
export const bareHead: string = writeHead('Content-Type: application/json', 'Content-Length: {length}')

/** Formats a request head for `Load`. */
export function writeHead(...lines: readonly string[]): string {
  return ['POST {path} HTTP/1.1', 'Host: {host}', ...lines, '', ''].join('\r\n')
}

/** Throws an Error if wrk or taskset is not on the PATH. */
export function findTools(): void {
  for (const [tool, flag] of [
    ['wrk', '-v'],
    ['taskset', '--version'],
  ] as const)
    if (spawnSync(tool, [flag]).error)
      throw new Error(`${tool} is not on the PATH: apt-get install ${tool === 'wrk' ? 'wrk' : 'util-linux'}.`)
}

/** Puts a load on a server with wrk, over keep-alive connections. Throws an Error if a request fails or none is answered. */
export async function measureLoad(load: Load): Promise<Figures> {
  const { url, pid, bodies, from = 0, head = bareHead, seconds = 3, connections = 16, core } = load
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
    const before = readCpu(pid)
    const { stdout } = await promisify(execFile)(program!, args)
    const cpu = readCpu(pid) - before
    const { responses, microseconds, bytes, p50, p99, ...errors } = JSON.parse(
      stdout.trim().split('\n').at(-1)!,
    ) as WrkResult
    const failed = Object.entries(errors).filter(([, count]) => count > 0)
    if (responses === 0 || failed.length > 0) {
      const kinds = failed.map(([kind, count]) => ` ${count} by ${kind}`).join('') || ' all'
      throw new Error(`Of ${responses} requests to ${url} failed${kinds}: ${bodies[0]!.slice(0, 200)}`)
    }
    return {
      requests: responses,
      perSecond: (responses * 1e6) / microseconds,
      cpu: cpu / responses,
      p50: p50 / 1000,
      p99: p99 / 1000,
      bytes: Math.round(bytes / responses),
      memory: readOwnMemory(pid),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Waits until a server is idle, three seconds at most. */
async function untilIdle(pid: number): Promise<void> {
  for (let turn = 0, last = -1; turn < 60; turn++) {
    const cpu = readCpu(pid)
    if (cpu - last <= 10_000 && last >= 0) return
    last = cpu
    await pause(50)
  }
}

/** The line that wrk.lua writes; times are in microseconds, the last five members count failures. */
type WrkResult = Readonly<Record<'responses' | 'microseconds' | 'bytes' | 'p50' | 'p99', number>> &
  Readonly<Record<'connect' | 'read' | 'write' | 'status' | 'timeout', number>>
