import { createServer, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '@lectern/fixtures'
import { account, judge, type LiveNode, startAnvil } from '@lectern/follow/testing'
import { post, call } from '../tools/ask.ts'
import type { Bench } from '../tools/bench.ts'
import { serve } from '../tools/lectern.ts'
import { temporaryFolder } from '../tools/process.ts'
import { readOwnMemory } from '../tools/processes.ts'
import { createBench, logProgress, quantile, show } from './finding.ts'
import { judgeGrowth } from './trend.ts'

const MINUTE = 60_000

/** Measures half an hour behind a node with a block per second, through three proxies that each answer one request in a hundred wrong. */
export const bench: Bench<{ scale: number; seed: number }> = createBench(async ({ scale, seed }) => {
  await using node = await startAnvil()
  await node.ask('evm_setIntervalMining', 1)
  const random = createRandom(seed)
  const relays = await Promise.all([1, 2, 3].map(() => startRelay(node, random)))
  // oxfmt-ignore
  const served = await serve([
    '--datadir', temporaryFolder(), '--workers', '2', '--follow', relays.map(({ url }) => url).join(), '--follow.genesis', 'node',
    '--cache.rendered', '1', // full within minutes: its growth up to the limit is no leak
  ])
  const reading = judge(served.url, () => true)
  const watching = watchLag(node, served.url, AbortSignal.timeout(30 * MINUTE * scale))
  const samples: { minutes: number; anonymous: number }[] = []
  const start = performance.now()
  for (let over = false; !over;) {
    for (let transaction = 0; transaction < 5; transaction++)
      await node.ask('eth_sendTransaction', { from: account, to: account, value: '0x1', gas: '0x5208' })
    over = await Promise.race([watching.then(() => true), wait(2_000, false)])
    const minutes = (performance.now() - start) / MINUTE
    samples.push({ minutes, anonymous: readOwnMemory(served.pid) })
    if (samples.length % 15 === 0) logProgress(`faults: ${show(minutes)} minutes`)
  }
  const { lags, missed, why } = await watching
  const { asked, faults } = await reading.stop()
  const code = await served.stop()
  for (const { close } of relays) close()
  const settled = samples.slice(Math.floor(samples.length / 3))
  const injected = relays.reduce((sum, { count }) => sum + count(), 0)
  const [half, most] = [quantile(lags, 0.5), quantile(lags, 0.99)]
  return [
    {
      claim: `${show(30 * scale)} minutes at a block a second, ${show(injected)} faults: no reader sees a wrong answer`,
      measured: `${show(asked)} batches; ${faults[0] ?? 'none wrong'}`,
      holds: faults.length === 0 && asked > 0 && code === 0,
    },
    {
      claim: "from the node's newest block to a worker's latest: p50 at most 300 ms, p99 at most 1 s",
      measured: `${show(half)} and ${show(most)} ms over ${show(lags.length)} blocks; ${missed} not within 10 s${why === undefined ? '' : ` (the first one: ${why})`}`,
      holds: half <= 300 && most <= 1_000 && missed === 0,
    },
    // A start of some minutes is all growth.
    ...(settled.at(-1)!.minutes - settled[0]!.minutes < 5 ? [] : [judgeGrowth(settled)]),
  ]
})

/** Measures the milliseconds from the moment a node has a block until a server has it. */
async function watchLag(
  node: LiveNode,
  url: string,
  signal: AbortSignal,
): Promise<{ lags: number[]; missed: number; why: string | undefined }> {
  const seen = new Map<number, number>()
  const lags: number[] = []
  let missed = 0
  let why: string | undefined
  let [top, stored] = [-1, -1]
  while (!signal.aborted) {
    const [now, latest] = await Promise.all([numberOf(node.url), numberOf(url)])
    if (now > top && top >= 0)
      for (let number = top + 1; number <= now; number++) seen.set(number, performance.now())
    top = Math.max(top, now)
    stored = Math.max(stored, latest)
    for (const [number, since] of seen) {
      const lag = performance.now() - since
      if (number <= stored) lags.push(lag)
      else if (lag > 10_000) {
        missed++
        why ??= await describeFollower(url)
      } else continue
      seen.delete(number)
    }
    await wait(10)
  }
  return { lags, missed, why }
}

/** Describes a server's follower by its /status. */
async function describeFollower(url: string): Promise<string> {
  const { follow } = (await (await fetch(`${url}status`)).json()) as {
    follow: { phase: string; sources: { why: string | null }[] }
  }
  return [follow.phase, ...follow.sources.map(({ why }) => why ?? 'usable')].join('; ')
}

async function numberOf(url: string): Promise<number> {
  const text = await post(url, call(1, 'eth_getBlockByNumber', 'latest', false))
  return Number((JSON.parse(text) as { result: { number: string } | null }).result?.number ?? -1)
}

type Fault = (text: string, response: ServerResponse) => void

const send = (response: ServerResponse, text: string) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(text)

/** The faults of a proxy. */
const faults: readonly Fault[] = [
  (text, response) => send(response, text.slice(0, text.length / 2)),
  (_, response) => send(response, '<html>'),
  (_, response) => void response.writeHead(503).end(),
  (_, response) => void response.writeHead(429, { 'retry-after': '1' }).end(),
  (_, response) => void response.destroy(),
  (text, response) =>
    send(
      response,
      text
        .replaceAll(/"logs":\[[^\]]*\]/g, '"logs":[]')
        .replaceAll(/"cumulativeGasUsed":"0x\w*"/g, '"cumulativeGasUsed":"0x1"'),
    ),
  (text, response) => send(response, text.replaceAll(/"stateRoot":"0x\w{4}/g, '"stateRoot":"0x0000')),
  (text, response) => send(response, text.replaceAll(/"result":\[.*?\]\}/g, '"result":null}')),
]

/** Starts a proxy that answers one request in a hundred wrong. */
async function startRelay(node: LiveNode, random: (limit: number) => number) {
  let count = 0
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    const text = await post(node.url, body)
    if (random(100) > 0) return send(response, text)
    count++
    faults[random(faults.length)]!(text, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
