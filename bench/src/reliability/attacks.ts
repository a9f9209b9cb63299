import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { toHex } from '@lectern/chain'
import { corpus } from '@lectern/fixtures'
import { openStore } from '@lectern/history'
import { type Attack, startAttack } from './attacker.ts'
import { post } from './connection.ts'
import { call } from '../tools/ask.ts'
import type { Bench } from '../tools/bench.ts'
import { importChain, serve } from '../tools/lectern.ts'
import { readOwnMemory } from '../tools/processes.ts'
import {
  createBench,
  type Finding,
  logProgress,
  quantile,
  scaled,
  type Scope,
  show,
  showCounts,
} from './finding.ts'
import { type Asked, check, toAsked } from './questions.ts'

/** Seconds that an attack lasts at most and the server is watched at least; milliseconds between two health checks. */
const [LASTS, LEAST, PROBES] = [20, 5, 20]

/** Measures health checks during attacks that cost clients little and servers much, with one, two and four workers. */
export const bench: Bench<{ scale: number; seed: number }> = createBench(async (scope) => {
  const { datadir, hashes } = await importOfficial()
  const findings: Finding[] = []
  for (const workers of [1, 2, 4])
    for (const attack of listAttacks(hashes, scope)) {
      logProgress(`attacks: ${attack.name}, ${workers} workers`)
      findings.push(await suffer(datadir, attack, workers, hashes))
    }
  return findings
})

const get = (path: string, ...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, 'host: 127.0.0.1', ...headers, '', ''].join('\r\n')

/** The receipts of the official chain's second block are 190 KB each: the proof of the sixteenth is 5.3 MB. */
function listAttacks(hashes: readonly string[], scope: Scope): readonly Attack[] {
  const receipt = (at: number, id = 1) => call(id, 'eth_getTransactionReceipt', hashes[at % hashes.length])
  const proof = get(`/proof/receipt/${hashes[15]}`)
  const batch = `[${Array.from({ length: 1_000 }, (_, at) => receipt(at, at)).join()}]`
  const toAttack = (
    name: string,
    connections: number,
    request: string | Uint8Array,
    more: Partial<Attack> = {},
  ): Attack => ({
    name,
    connections: scaled(connections, scope),
    request: Buffer.from(request).toString('latin1'),
    times: 1,
    isRead: true,
    seconds: LASTS,
    ...more,
  })
  return [
    toAttack('1,000 connections ask for a proof', 1_000, proof),
    toAttack('300 connections ask for a proof', 300, proof),
    toAttack('600 ask for a proof and never read', 600, proof, { isRead: false }),
    toAttack(
      '600 ask for a packed proof and never read',
      600,
      get(`/proof/receipt/${hashes[15]}`, 'accept-encoding: zstd, gzip'),
      { isRead: false },
    ),
    toAttack('360 proofs, pipelined', 1, proof, { times: 360 }),
    toAttack(
      '360 receipts, pipelined',
      1,
      post(receipt(15), (head) => [...head, 'accept-encoding: identity']),
      { times: 360 },
    ),
    toAttack('600 ask for /openrpc.json with gzip', 600, get('/openrpc.json', 'accept-encoding: gzip')),
    toAttack('20 × 20 batches of 1,000 large receipts, never read', 20, post(batch), {
      times: 20,
      isRead: false,
    }),
    toAttack(
      '1,000 connections ask for a whole block',
      1_000,
      post(call(1, 'eth_getBlockByNumber', '0x2', true)),
    ),
  ]
}

/** Measures one attack on a new server. */
async function suffer(
  datadir: string,
  attack: Attack,
  workers: number,
  hashes: readonly string[],
): Promise<Finding> {
  const served = await serve(['--datadir', datadir, '--workers', `${workers}`])
  const question = await toAsked(served.url, call(1, 'eth_getTransactionByHash', hashes[0]))
  await wait(500)
  const probes = startProbes(served.port)
  const memory = watchMemory(served.pid)
  const [outcomes] = await Promise.all([startAttack(served.port, attack), wait(LEAST * 1_000)])
  const lates = await probes.stop()
  const recovery = await measureRecovery(served.url, question)
  const most = memory.stop()
  const code = await served.stop()
  const isOdd = Object.keys(outcomes).some((name) => !allowed.has(name))
  const [half, p99] = [quantile(lates, 0.5), quantile(lates, 0.99)]
  return {
    claim: `${attack.name}; ${workers} worker${workers === 1 ? '' : 's'}`,
    measured: `/livez ${show(half)} ms, 99 % ${show(p99)} ms, longest ${show(Math.max(...lates))} ms, of ${lates.length}; ${show(most / 1e6)} MB; ${showCounts(Object.entries(outcomes))}; as before after ${show(recovery)} s`,
    holds: p99 <= 250 && most < 1e9 && !isOdd && recovery < 2 && code === 0,
  }
}

const allowed = new Set(['right', '503 with retry-after', 'unread', 'given up'])

/** Requests /livez again and again, on a new connection each time, as an orchestrator does. Returns the milliseconds of each, at most 30,000. */
function startProbes(port: number) {
  const lates: number[] = []
  const open = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const probe = askLive(port).then((late) => void lates.push(late))
    open.add(probe)
    void probe.then(() => open.delete(probe))
  }, PROBES)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
      return lates
    },
  }
}

function askLive(port: number): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now()
    let text = ''
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const finish = (milliseconds: number) => {
      socket.destroy()
      clearTimeout(timer)
      resolve(milliseconds)
    }
    const timer = setTimeout(finish, 30_000, 30_000)
    socket.write('GET /livez HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n')
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      if (text.startsWith('HTTP/1.1 200') && text.includes('"alive"')) finish(performance.now() - start)
    })
    socket.on('error', () => finish(30_000))
  })
}

/** Watches the own memory of a server; `stop` returns the most bytes. */
function watchMemory(pid: number) {
  let most = 0
  const look = () => void (most = Math.max(most, readOwnMemory(pid)))
  const timer = setInterval(look, 250)
  return {
    stop() {
      look()
      clearInterval(timer)
      return most
    },
  }
}

/** Imports the official chain. Returns its folder and the hashes of its second block's transactions. */
async function importOfficial(): Promise<{ readonly datadir: string; readonly hashes: readonly string[] }> {
  const folder = corpus('execution-apis/tests')
  if (folder === undefined)
    throw new Error(
      'The attacks need execution-apis/tests of the corpus: CONTRIBUTING.md says how to get it.',
    )
  const datadir = await importChain(`${folder}/chain.rlp`, `${folder}/genesis.json`)
  await using store = await openStore(datadir, { readOnly: true })
  using snapshot = store.snapshot()
  const [block] = snapshot.blocks(2n, 2n)
  return { datadir, hashes: block!.transactions.map(({ hash }) => toHex(hash)) }
}

/** Returns the seconds until twenty calls in a row are right and take less than 100 ms. */
async function measureRecovery(url: string, question: Asked): Promise<number> {
  const start = performance.now()
  for (let row = 0; row < 20 && performance.now() - start < 30_000;) {
    const { right, milliseconds } = await check(url, question)
    row = right && milliseconds < 100 ? row + 1 : 0
  }
  return (performance.now() - start) / 1_000
}
