import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { post } from './connection.ts'
import { openStore } from '@lectern/history'
import { makeChain, syntheticConfig } from '@lectern/history/testing'
import { toHex } from '@lectern/chain'
import { call } from '../tools/ask.ts'
import type { Bench } from '../tools/bench.ts'
import { serve } from '../tools/lectern.ts'
import { temporaryFolder } from '../tools/process.ts'
import { createBench, type Finding, logProgress, quantile, scaled, show } from './finding.ts'
import { startHealthy } from './healthy.ts'
import { isOwnNetwork, runInOwnNetwork } from './network.ts'
import { toAsked } from './questions.ts'

// oxfmt-ignore
const limits = [
  '--http.timeouts.header', '2', '--http.timeouts.read', '3', '--http.timeouts.write', '30', '--http.timeouts.idle', '2',
]
/** Lists the kinds: the limit in seconds, the first bytes, and the byte that is then sent every half second. */
const listKinds = (small: string, large: string): readonly Kind[] => [
  { name: 'slow header', limit: 2, first: 'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-', drip: 'a' },
  {
    name: 'slow body',
    limit: 3,
    first:
      'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n[',
    drip: ' ',
  },
  { name: 'silent', limit: 2, first: '' },
  { name: 'idle after an answer', limit: 2, first: post(small) },
  { name: 'slow reader', limit: 30, first: post(large), reads: false, perSecond: 50 },
]

interface Kind {
  readonly name: string
  readonly limit: number
  readonly first: string | Uint8Array
  readonly drip?: string
  readonly reads?: false
  /** How many connect in a second; 1,000 unless given. */
  readonly perSecond?: number
}

/** Measures a thousand slow clients of each kind, all at once, and a healthy one meanwhile. */
export const bench: Bench<{ scale: number; seed: number }> = createBench(async (scope) => {
  const code = isOwnNetwork ? undefined : runInOwnNetwork()
  if (code !== undefined) process.exit(code)
  const { datadir, large: block, small } = await makeLargeHistory()
  const large = isOwnNetwork ? block : `[${Array(5).fill(block).join()}]` // more than a socket's buffers hold
  const served = await serve(['--datadir', datadir, ...limits])
  const count = scaled(1_000, scope)
  using healthy = startHealthy(
    served.port,
    await Promise.all(small.map((request) => toAsked(served.url, request))),
  )
  setPriority(19) // the slow clients would be other machines
  await wait(2_000)
  await healthy.take()
  await wait(5_000)
  const quiet = quantile((await healthy.take()).waits, 0.99)
  const packets = isOwnNetwork ? 'packets of 1,500 bytes' : 'packets of 64 KiB'
  const findings: Finding[] = [
    { claim: 'a healthy client alone', measured: `99 % under ${show(quiet)} ms; ${packets}` },
  ]
  for (const kind of listKinds(small[0]!, large)) {
    logProgress(`slow: ${kind.name}`)
    await healthy.take()
    const coming = await connectAll(served.port, kind, count)
    const whileComing = await healthy.take()
    const seconds = await outlast(served.port, kind, coming)
    const { waits, wrong } = await healthy.take()
    const p99 = quantile(waits, 0.99)
    findings.push(
      {
        claim: `${show(count)} × ${kind.name}, limit ${kind.limit} s: all closed after ${kind.limit + 1} s at most`,
        measured: `the last after ${show(seconds)} s`,
        holds: seconds <= kind.limit + 1,
      },
      {
        claim: `beside them, until all are closed: the healthy client's 99 % under twice ${show(quiet)} ms, none wrong`,
        measured: `${show(p99)} ms, ${wrong} of ${show(waits.length)} wrong; ${show(quantile(whileComing.waits, 0.99))} ms while they connect`,
        holds: p99 < 2 * quiet && wrong + whileComing.wrong === 0,
      },
    )
    await wait(1_000)
  }
  const end = await served.stop()
  return [
    ...findings,
    { claim: 'the server ends with exit code 0', measured: `exit ${end}`, holds: end === 0 },
  ]
})

/** Makes a history whose second block has a thousand transactions. Returns calls for that block, 0.8 MB, and for twenty transactions. */
async function makeLargeHistory(): Promise<{ datadir: string; large: string; small: readonly string[] }> {
  const datadir = temporaryFolder()
  const blocks = makeChain(2, 1_000)
  const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }
  await using store = await openStore(datadir, { chain })
  await store.commit({ blocks })
  const hashes = blocks[1]!.transactions.slice(0, 20).map(({ hash }) => toHex(hash))
  return {
    datadir,
    large: call(1, 'eth_getBlockByNumber', '0x1', true),
    small: hashes.map((hash) => call(1, 'eth_getTransactionByHash', hash)),
  }
}

/** Connected clients: when each connected, by port. */
interface Coming {
  readonly opened: ReadonlyMap<number, number>
  end(): void
}

async function connectAll(
  port: number,
  { first, drip, reads, perSecond = 1_000 }: Kind,
  count: number,
): Promise<Coming> {
  const opened = new Map<number, number>()
  const sockets: Socket[] = []
  let dripped = 0
  const dripping = setInterval(() => {
    // A fiftieth of them every ten milliseconds: all at once would be a burst.
    for (let left = drip === undefined ? 0 : sockets.length / 50; left > 0; left--) {
      const socket = sockets[dripped++ % sockets.length]!
      if (socket.writable) socket.write(drip!)
    }
  }, 10)
  for (let index = 0; index < count; index++) {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      opened.set(socket.localPort!, performance.now())
      socket.write(first)
      if (reads === false) socket.pause()
    })
    socket.on('error', () => {})
    if (reads !== false) socket.resume()
    sockets.push(socket)
    if (index % 10 === 9) await wait(10_000 / perSecond)
  }
  return {
    opened,
    end() {
      clearInterval(dripping)
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Returns the most seconds that a client is connected, as the kernel sees the server's side. */
async function outlast(port: number, { limit }: Kind, { opened, end }: Coming): Promise<number> {
  let longest = 0
  for (let turn = 0; turn < 10 * (limit + 10); turn++) {
    const now = performance.now()
    const open = listEstablished(port).flatMap((client) => opened.get(client) ?? [])
    for (const since of open) longest = Math.max(longest, (now - since) / 1_000)
    if (open.length === 0) break
    await wait(100)
  }
  end()
  return longest
}

/** Reads the clients' ports of a server's established connections from the kernel's table. Linux only. */
function listEstablished(port: number): number[] {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, here, , state]) => here?.endsWith(local) && state === '01')
    .map(([, , there]) => Number.parseInt(there!.split(':')[1]!, 16))
}
