import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  genesisConfig,
  origin as sampleOrigin,
  rawBlocks,
  sampleProofs,
  truthOf,
} from '@lectern/client/testing/sample-node'
import { hashHeader, parseChainConfig, toHex } from '@lectern/chain'
import type { Rpc } from '@lectern/conformance/engine'
import { makePaperChain, miniServer } from '@lectern/conformance/testing'
import { policy } from '../policy.ts'

/** The changes that a test makes to an honest server of the sample chain. */
export interface Changes {
  /** The result of a call instead of the true one; `undefined` leaves it. */
  readonly result?: (method: string, params: readonly unknown[]) => unknown
  /** The response to a call. */
  readonly respond?: (method: string, response: ServerResponse) => boolean
  readonly status?: object
  /** Answers request bodies instead of the node of the sample chain, or leaves one without an answer. */
  readonly rpc?: (body: Uint8Array) => ReturnType<Rpc> | 'hang'
  /** Whether pages of other origins may read what it answers. @default true */
  readonly isOpen?: boolean
  /** The build that is served. @default 'served' */
  readonly build?: 'served' | 'static'
  /** The folder that is served, of another build. @default the build's own */
  readonly folder?: string
  /** The path that the page is served under. @default '/' */
  readonly base?: string
}

/** A server with the page and a node of the sample chain, and what it was asked. */
export interface Site extends AsyncDisposable {
  readonly url: string
  readonly asked: readonly string[]
  change(changes: Changes): void
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

const head = { number: rawBlocks.length, hash: toHex(hashHeader(rawBlocks.at(-1)!.header)) }

/** The status of the server of the sample chain. */
export const sampleStatus: Readonly<Record<string, unknown>> = {
  chainId: '7357',
  lowest: 0,
  head: {
    ...head,
    time: Number((tell('eth_getBlockByNumber', ['latest', false]) as { timestamp: string }).timestamp),
  },
  levels: [{ from: 0, to: head.number, level: 'stated' }],
  anchor: { ...head, grounds: 'stated' },
  safe: head,
  finalized: { ...head, number: 32, hash: toHex(hashHeader(rawBlocks[31]!.header)) },
  proofs: true,
  versions: { lectern: '0.1.0', document: '1.0.0', node: '26.0.0' },
  limits: { maxBatch: 1_000, maxBodyBytes: 1_048_576 },
  chainConfig: {
    chainId: '7357',
    blobSchedule: parseChainConfig(genesisConfig).blobSchedule.map(({ timestamp, updateFraction }) => ({
      timestamp: Number(timestamp),
      baseFeeUpdateFraction: Number(updateFraction),
    })),
  },
}

/** Serves the page and a node of the sample chain on 127.0.0.1. */
export async function serveSite(first: Changes = {}): Promise<Site> {
  let changes = first
  const asked: string[] = []
  const proofs = sampleProofs()
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url!, 'http://site.test')
    const base = changes.base ?? '/'
    const path = pathname.startsWith(base) ? pathname.slice(base.length) : ''
    if (changes.isOpen ?? true) response.setHeader('access-control-allow-origin', '*')
    if (request.method === 'OPTIONS')
      return void response.writeHead(204, { 'access-control-allow-headers': 'content-type' }).end()
    if (request.method === 'POST') return await answerCall(request, response)
    if (path.startsWith('proof/')) return await forward(await proofs(`${sampleOrigin}/${path}`), response)
    if (path === 'status')
      return void response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify(changes.status ?? sampleStatus))
    const build = changes.build ?? 'served'
    const file = path === '' ? 'index.html' : path
    try {
      const bytes = readFileSync(`${changes.folder ?? dist(build)}/${file}`)
      if (build === 'served')
        // for scripts too: a worker has the policy of its response
        response.setHeader('content-security-policy', policy("'self'", 'header'))
      response.setHeader('content-type', types[extname(file)] ?? 'text/plain').end(bytes)
    } catch {
      response.writeHead(404).end()
    }
  }

  async function answerCall(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = Buffer.concat(await request.toArray())
    if (changes.rpc) return answerBytes(await changes.rpc(bytes), response)
    const body = JSON.parse(bytes.toString()) as unknown
    const calls = (Array.isArray(body) ? body : [body]) as {
      id: unknown
      method: string
      params?: unknown[]
    }[]
    for (const { method, params = [] } of calls) asked.push(`${method} ${JSON.stringify(params)}`)
    if (changes.respond?.(calls[0]!.method, response)) return
    const replies = calls.map(({ id, method, params = [] }) => {
      const changed = changes.result?.(method, params)
      return { jsonrpc: '2.0', id, result: changed === undefined ? tell(method, params) : changed }
    })
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(Array.isArray(body) ? replies : replies[0]))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${first.base ?? '/'}`,
    asked,
    change: (next) => {
      changes = { ...first, ...next }
    },
    [Symbol.asyncDispose]: () => close(server),
  }
}

/** The number of each block, by its hash. */
const numbers = new Map<unknown, string>(
  rawBlocks.map(({ header }, index) => [toHex(hashHeader(header)), `0x${(index + 1).toString(16)}`]),
)

/** The true answer; tags name the last block. */
export function tell(method: string, [name, ...rest]: readonly unknown[]): unknown {
  if (method === 'eth_getBlockByHash')
    return numbers.has(name) ? tell('eth_getBlockByNumber', [numbers.get(name), ...rest]) : null
  const isTag = /^(latest|safe|finalized)$/.test(String(name))
  return truthOf(method, [isTag ? `0x${head.number.toString(16)}` : name, ...rest])
}

async function forward(from: Response, to: ServerResponse): Promise<void> {
  to.writeHead(from.status, { 'content-type': 'application/json' }).end(await from.text())
}

function answerBytes(bytes: Uint8Array | undefined | 'hang', response: ServerResponse): void {
  if (bytes === undefined) response.writeHead(204).end()
  else if (bytes !== 'hang') response.setHeader('content-type', 'application/json').end(bytes)
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

/** A node that breaks hundreds of rules: no reply has the right version of JSON-RPC. */
export const brokenNode = (): Rpc =>
  miniServer(makePaperChain(), { answer: (reply) => reply && { ...reply, jsonrpc: '1.0' } })

/** The folder of a build. */
export const dist = (build: string): string => fileURLToPath(new URL(`../dist/${build}`, import.meta.url))
