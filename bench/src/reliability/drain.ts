import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { converse } from './connection.ts'
import { exchange } from './exchange.ts'
import type { Bench } from '../tools/bench.ts'
import { importSample, serve } from '../tools/lectern.ts'
import { createBench, logProgress, scaled, show } from './finding.ts'
import { answers } from './questions.ts'

const CLIENTS = 16

/** Measures SIGTERM under the load of clients that stop when `/readyz` says so, and of one that does not end its request. */
export const bench: Bench<{ scale: number; seed: number }> = createBench(async (scope) => {
  const datadir = await importSample()
  const drains = scaled(100, scope)
  const lost: string[] = []
  const codes = new Map<unknown, number>()
  let [calls, slowest] = [0, 0]
  for (let drain = 1; drain <= drains; drain++) {
    const served = await serve(['--datadir', datadir])
    const load = startLoad(served.port)
    await wait(300 + Math.random() * 300)
    const start = performance.now()
    const code = await served.stop()
    slowest = Math.max(slowest, (performance.now() - start) / 1_000)
    codes.set(code, (codes.get(code) ?? 0) + 1)
    const done = await load
    calls += done.calls
    lost.push(...done.lost)
    logProgress(`drain: ${drain} of ${drains}, ${show(calls)} calls, ${lost.length} lost`)
  }
  const ended = codes.values().reduce((sum, times) => sum + times, 0)
  const doubles = scaled(20, scope)
  const { twice, worst } = await measureSecondSignals(datadir, doubles)
  return [
    {
      claim: `${show(ended)} SIGTERMs under ${CLIENTS} clients that honour readiness: no call lost`,
      measured: `${show(calls)} calls, ${lost.length} lost${lost[0] ? `, first: ${lost[0]}` : ''}`,
      holds: lost.length === 0,
    },
    {
      claim: 'each ends with exit code 0 in less than 10 s',
      measured: `${[...codes].map(([code, times]) => `exit ${String(code)} × ${times}`).join(', ')}; the longest took ${show(slowest)} s`,
      holds: codes.get(0) === ended && slowest < 10,
    },
    {
      claim: `${show(doubles)} × a second signal, with a request that does not end: the process ends at once, exit code 1`,
      measured: `${twice.join(', ')}; the longest took ${show(worst)} s`,
      holds: twice.every((code) => code === 1) && worst < 1,
    },
  ]
})

/** Sends calls until the server is not ready; a call without the right answer is lost. */
async function startLoad(port: number): Promise<{ calls: number; lost: string[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const probe = new Agent({ keepAlive: false })
  const lost: string[] = []
  const seen = { ready: true }
  let calls = 0
  const watch = async () => {
    while (seen.ready) {
      const { status } = await exchange({ agent: probe, port, method: 'GET', path: '/readyz' }).catch(() => ({
        status: 0,
      }))
      if (status !== 200) seen.ready = false
      else await wait(20)
    }
  }
  const call = async () => {
    while (seen.ready) {
      const { request, response } = answers[calls++ % answers.length]!
      const text = await exchange({ agent, port, body: request }).then(
        ({ bytes }) => bytes.toString(),
        String,
      )
      if (text !== response) lost.push(text.slice(0, 100))
    }
  }
  await Promise.all([watch(), ...Array.from({ length: CLIENTS }, call)])
  agent.destroy()
  return { calls, lost }
}

async function measureSecondSignals(datadir: string, count: number) {
  const twice: unknown[] = []
  let worst = 0
  for (let run = 0; run < count; run++) {
    const served = await serve(['--datadir', datadir, '--shutdown.delay', '5'])
    const head =
      'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n'
    const stuck = converse(served.port, (socket) => void socket.write(head), 10_000)
    await wait(100)
    process.kill(served.pid, 'SIGTERM')
    await wait(200)
    const start = performance.now()
    process.kill(served.pid, 'SIGTERM')
    twice.push(await served.ended)
    worst = Math.max(worst, (performance.now() - start) / 1_000)
    await stuck
  }
  return { twice: [...new Set(twice)], worst }
}
