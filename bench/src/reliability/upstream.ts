import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { answerEach, startNode } from '@lectern/client/testing'
import { call } from '../tools/ask.ts'
import type { Bench } from '../tools/bench.ts'
import { importSample, serve } from '../tools/lectern.ts'
import { post } from './connection.ts'
import { startCrowd } from './crowd.ts'
import { createBench, type Finding, logProgress, quantile, scaled, show } from './finding.ts'
import { startHealthy } from './healthy.ts'
import { answers } from './questions.ts'

/** The times that each half is measured; they take turns, so that a busy machine is busy for both. */
const rounds = 9

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
  const flags = ['--workers', '1', '--upstream', node.url, '--upstream.timeout', '3']
  const served = await serve(['--datadir', await importSample(), ...flags])
  using healthy = startHealthy(served.port, stored.slice(0, 20))
  const connections = scaled(500, scope)
  const crowd = {
    connections,
    requests: [post(call(1, 'eth_call')).toString('latin1')],
    seconds: 6,
    warmUp: 1,
  }
  await wait(3_000)
  const p99s: { alone: number[]; beside: number[] } = { alone: [], beside: [] }
  const measure = async (half: 'alone' | 'beside') => {
    await healthy.take()
    await wait(4_000)
    const { waits, wrong } = await healthy.take()
    p99s[half].push(quantile(waits, 0.99))
    return wrong
  }
  let wrong = 0
  let hanging = 0
  for (let round = 0; round < rounds; round++) {
    logProgress(`upstream: round ${round + 1} of ${rounds}`)
    wrong += await measure('alone')
    const done = startCrowd(served.port, crowd)
    await wait(2_000)
    hanging = Math.max(hanging, open.size)
    wrong += await measure('beside')
    await done
    await wait(3_500) // the last of them are over
  }
  const end = await served.stop()
  const [alone, beside] = [quantile(p99s.alone, 0.5), quantile(p99s.beside, 0.5)]
  const findings: Finding[] = [
    {
      claim: `${show(connections)} clients with a forwarded call each`,
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
