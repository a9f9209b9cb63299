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

/** The times that each half is measured; they take turns, so that a busy machine is busy for both. */
const rounds = 4
/** The seconds of a forwarded call, by default, and of a measurement. */
const seconds = 10

const chainId = '0x1cbd' // of the sample chain
const stored = answers.filter(
  ({ method, response }) => method.endsWith('ByHash') && !response.includes('"result":null'),
)

/** Measures calls that the store answers, alone and next to forwarded calls at a node that never answers. */
export const bench: Bench<{ scale: number; seed: number }> = createBench(async (scope) => {
  const open = new Set<ServerResponse>()
  await using node = await startNode((body, response) => {
    if (body.includes('eth_chainId')) return answerEach(body, () => `"result":"${chainId}"`)
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  const served = await serve(['--datadir', await importSample(), '--workers', '1', '--upstream', node.url])
  using healthy = startHealthy(served.port, stored.slice(0, 20))
  setPriority(19) // the clients and the node would be other machines
  const clients = scaled(250, scope)
  const p99s: { alone: number[]; beside: number[] } = { alone: [], beside: [] }
  let [wrong, hanging] = [0, 0]
  const measure = async (half: 'alone' | 'beside') => {
    await healthy.take()
    await wait(1_000 * seconds)
    const taken = await healthy.take()
    p99s[half].push(quantile(taken.waits, 0.99))
    wrong += taken.wrong
    hanging = Math.max(hanging, open.size)
  }
  await wait(3_000)
  for (let round = 0; round < rounds; round++) {
    logProgress(`upstream: round ${round + 1} of ${rounds}`)
    await wait(2_000) // the calls of the last round have ended
    await measure('alone')
    using _ = startClients(served.port, clients)
    await wait(1_200 * seconds)
    await measure('beside')
  }
  const end = await served.stop()
  const [alone, beside] = [quantile(p99s.alone, 0.5), quantile(p99s.beside, 0.5)]
  const findings: Finding[] = [
    {
      claim: `${show(clients)} clients with a forwarded call each, again and again`,
      measured: `${show(hanging)} calls at the node at most`,
    },
    {
      claim: "own calls' 99 % next to a node that never answers: at most 1.2 times as long as alone",
      measured: `${beside.toFixed(2)} ms, alone ${alone.toFixed(2)} ms: ${(beside / alone).toFixed(2)} times`,
      holds: beside <= 1.2 * alone,
    },
    { claim: 'none of them is wrong', measured: show(wrong), holds: wrong === 0 },
    { claim: 'the server ends with exit code 0', measured: `exit ${end}`, holds: end === 0 },
  ]
  return findings
})

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
