import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { toHex } from '@lectern/chain'
import { corpus } from '@lectern/fixtures'
import { openStore } from '@lectern/history'
import { type Attack, startAttack } from './attacker.ts'
import { post } from './connection.ts'
import { type Finding, quantile, scaled, type Scope, show, logProgress } from './finding.ts'
import { measureRecovery } from './overload.ts'
import { readHoldings } from './processes.ts'
import { toAsked } from './questions.ts'
import { runLectern, serve, temporaryFolder } from './served.ts'

/** How long an attack lasts at most, and how long the server is watched at least, in seconds, and how often a health check begins meanwhile, in milliseconds. */
const [LASTS, LEAST, PROBES] = [20, 5, 20]

/** Attacks that cost a client little and the server much, with one, two and four workers: is its health check answered in time meanwhile? */
export async function measure(scope: Scope): Promise<readonly Finding[]> {
  const { datadir, hashes } = await importOfficial()
  const findings: Finding[] = []
  for (const workers of [1, 2, 4])
    for (const attack of listAttacks(hashes, scope)) {
      if (scope.signal.aborted) return findings
      logProgress(`attacks: ${attack.name}, ${workers} workers`)
      findings.push(...(await suffer(datadir, attack, workers, hashes)))
    }
  return findings
}

const get = (path: string, ...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, 'host: 127.0.0.1', ...headers, '', ''].join('\r\n')

/** The receipts of the official chain's second block are 190 KB each: the proof of the sixteenth is 5.3 MB. */
function listAttacks(hashes: readonly string[], scope: Scope): readonly Attack[] {
  const receipt = (at: number, id = 1) =>
    `{"jsonrpc":"2.0","id":${id},"method":"eth_getTransactionReceipt","params":["${hashes[at % hashes.length]}"]}`
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
      post('{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["0x2",true]}'),
    ),
  ]
}

/** One attack on a server of its own. */
async function suffer(
  datadir: string,
  attack: Attack,
  workers: number,
  hashes: readonly string[],
): Promise<readonly Finding[]> {
  const served = await serve(['--datadir', datadir, '--workers', `${workers}`])
  const question = await toAsked(
    served.url,
    `{"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByHash","params":["${hashes[0]}"]}`,
  )
  await wait(500)
  const probes = startProbes(served.port)
  const memory = watchMemory(served.pid)
  const [outcomes] = await Promise.all([startAttack(served.port, attack), wait(LEAST * 1_000)])
  const lates = await probes.stop()
  const recovery = await measureRecovery(served.url, question)
  const most = memory.stop()
  const code = await served.stop()
  const counts = Object.entries(outcomes)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${name} ${show(count)}`)
  const odd = Object.keys(outcomes).some((name) => !allowed.has(name))
  const p99 = quantile(lates, 0.99)
  logProgress(
    `  livez ${show(quantile(lates, 0.5))} / ${show(p99)} / ${show(Math.max(...lates))} ms of ${lates.length}; ${show(most / 1e6)} MB; ${counts.join(', ')}; ${show(recovery)} s; exit ${code}`,
  )
  return [
    {
      claim: `${attack.name}; ${show(workers)} worker${workers === 1 ? '' : 's'}`,
      measured: `/livez ${show(quantile(lates, 0.5))} ms, 99 % ${show(p99)} ms, longest ${show(Math.max(...lates))} ms, of ${lates.length}; ${show(most / 1e6)} MB; ${counts.join(', ')}; as before after ${show(recovery)} s`,
      holds: p99 <= 250 && most < 1e9 && !odd && recovery < 2 && code === 0,
    },
  ]
}

const allowed = new Set(['right', '503 with retry-after', 'unread', 'given up'])

/** Asks for /livez again and again, over a connection of its own each time, as an orchestrator does: the milliseconds of each. What is not answered in thirty seconds counts as that. */
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

/** The most bytes of own memory of all processes of a server, until it is stopped. */
function watchMemory(pid: number) {
  let most = 0
  const look = () => void (most = Math.max(most, readHoldings(pid).anonymous))
  const timer = setInterval(look, 250)
  return {
    stop() {
      look()
      clearInterval(timer)
      return most
    },
  }
}

/** The official chain as a history, and the hashes of its second block's transactions. */
async function importOfficial(): Promise<{ readonly datadir: string; readonly hashes: readonly string[] }> {
  const folder = corpus('execution-apis/tests')
  if (folder === undefined)
    throw new Error(
      'The attacks need execution-apis/tests of the corpus: CONTRIBUTING.md says how to get it.',
    )
  const datadir = temporaryFolder()
  const { code, text } = await runLectern([
    'import',
    `${folder}/chain.rlp`,
    '--genesis',
    `${folder}/genesis.json`,
    '--datadir',
    datadir,
  ])
  if (code !== 0) throw new Error(`The official chain is not imported: ${text}`)
  await using store = await openStore(datadir, { readOnly: true })
  using snapshot = store.snapshot()
  const [block] = snapshot.blocks(2n, 2n)
  return { datadir, hashes: block!.transactions.map(({ hash }) => toHex(hash)) }
}
