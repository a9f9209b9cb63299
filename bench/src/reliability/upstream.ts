import { Agent, type ServerResponse } from 'node:http'
import { setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { answerEach, startNode } from '@lectern/client/testing'
import { call } from '../tools/ask.ts'
import type { Bench } from '../tools/bench.ts'
import { importSample, serve } from '../tools/lectern.ts'
import { exchange } from './exchange.ts'
import { createBench, type Finding, logProgress, quantile, scaled, show } from './finding.ts'
import { startHealthy } from './healthy.ts'
import { answers } from './questions.ts'

/** How often the clients of the hanging node change to the other server, so that no server's own speed counts. */
const rounds = 4
/** The seconds of a forwarded call, by default. */
const seconds = 10

const chainId = '0x1cbd' // of the sample chain
const stored = answers.filter(
  ({ method, response }) => method.endsWith('ByHash') && !response.includes('"result":null'),
)

/** Measures stored results of two servers at once, of which one forwards calls to a node that never answers. */
export const bench: Bench<{ scale: number; seed: number }> = createBench(async (scope) => {
  const open = new Set<ServerResponse>()
  await using node = await startNode((body, response) => {
    if (body.includes('eth_chainId')) return answerEach(body, () => `"result":"${chainId}"`)
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  const datadir = await importSample()
  const flags = ['--datadir', datadir, '--workers', '1', '--upstream', node.url]
  const servers = [await serve(flags), await serve(flags)]
  using all = new DisposableStack()
  const healthy = servers.map(({ port }) => all.use(startHealthy(port, stored.slice(0, 20))))
  setPriority(19) // the clients and the node would be other machines
  const clients = scaled(250, scope)
  const p99s: Readonly<Record<'alone' | 'beside', number[]>> = { alone: [], beside: [] }
  let [wrong, hanging] = [0, 0]
  const take = () => Promise.all(healthy.map((client) => client.take()))
  for (let round = 0; round < rounds; round++) {
    logProgress(`upstream: round ${round + 1} of ${rounds}`)
    const forwarding = round % 2
    using _ = startClients(servers[forwarding]!.port, clients)
    await wait(1_200 * seconds) // each has its first call
    await take()
    await wait(2_000 * seconds)
    for (const [server, taken] of (await take()).entries()) {
      p99s[server === forwarding ? 'beside' : 'alone'].push(quantile(taken.waits, 0.99))
      wrong += taken.wrong
    }
    hanging = Math.max(hanging, open.size)
  }
  const ends = await Promise.all(servers.map(({ stop }) => stop()))
  const [alone, beside] = [mean(p99s.alone), mean(p99s.beside)]
  const findings: Finding[] = [
    {
      claim: `${show(clients)} clients with a forwarded call each, again and again`,
      measured: `${show(hanging)} calls at the node at most`,
    },
    {
      claim: "own calls' 99 % next to a node that never answers: at most 1.2 times that of a server without",
      measured: `${beside.toFixed(2)} ms, without ${alone.toFixed(2)} ms: ${(beside / alone).toFixed(2)} times`,
      holds: beside <= 1.2 * alone,
    },
    { claim: 'none of them is wrong', measured: show(wrong), holds: wrong === 0 },
    {
      claim: 'both servers end with exit code 0',
      measured: `exit ${ends.join(' and ')}`,
      holds: ends.every((end) => end === 0),
    },
  ]
  return findings
})

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Starts clients that ask for a forwarded call as soon as the last one has failed; they come one after the other. */
function startClients(port: number, count: number): Disposable {
  const agent = new Agent({ keepAlive: true })
  const state = { isOver: false }
  const askForEver = async (delay: number) => {
    await wait(delay)
    while (!state.isOver) await exchange({ agent, port, body: call(1, 'eth_call') }).catch(() => wait(100))
  }
  for (let index = 0; index < count; index++) void askForEver((1_000 * seconds * index) / count)
  return {
    [Symbol.dispose]() {
      state.isOver = true
      agent.destroy()
    },
  }
}
