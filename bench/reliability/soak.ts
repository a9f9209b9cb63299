import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { Ask } from '@lectern/client'
import { headerChain, serverProofs, verifier } from '@lectern/client/verify'
import { createRandom, sample } from '@lectern/fixtures'
import { createMutator } from '../../packages/server/test/mutator.ts'
import { converse, post } from './connection.ts'
import { type Finding, type Scope, show, tell } from './finding.ts'
import { type Holdings, readHoldings } from './processes.ts'
import { answers, type Question, toBatch } from './questions.ts'
import { importSample, serve } from './served.ts'

const CALLERS = 8
const PAUSE = 5 // milliseconds between two turns of a caller: a rate that leaves the machine something
const MINUTE = 60_000

/** Half an hour of mixed calls at a modest rate. */
export async function measure(scope: Scope): Promise<readonly Finding[]> {
  const served = await serve(['--datadir', await importSample()])
  const random = createRandom(scope.seed)
  const mutate = createMutator(scope.seed)
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })
  const prove = createProver(served.url)
  const state = { going: true, turns: 0, answers: 0, batches: 0, malformed: 0, aborted: 0, proven: 0 }
  const faults: string[] = []
  const blame = (fault: string) => void (faults.length < 10 && faults.push(fault))

  const askOne = async (question: Question, encoding?: string) => {
    const text = await ask(agent, served.port, question.request, encoding)
    state.answers++
    if (text !== question.response) blame(`${question.request}: ${text.slice(0, 200)}`)
    if (state.answers % 1_000 > 0) return
    const problem = await prove(question, text)
    state.proven++
    if (problem !== undefined) blame(`not proven: ${problem}`)
  }
  const turn = async () => {
    state.turns++
    const kind = random(100)
    if (kind === 0) {
      state.malformed++
      await converse(served.port, (socket) => void socket.end(post(mutate())), 5_000)
    } else if (kind < 4) {
      state.aborted++
      const bytes = post(batchOf(random).request)
      await converse(
        served.port,
        (socket) => void socket.write(bytes.subarray(0, random(2 * bytes.length))),
        random(10),
      )
    } else if (kind < 15) {
      const { request: body, response } = batchOf(random)
      const text = await ask(agent, served.port, body)
      state.batches++
      if (text !== response) blame(`a batch: ${text.slice(0, 200)}`)
    } else await askOne(answers[random(answers.length)]!, kind < 25 ? 'gzip' : undefined)
  }
  const call = async () => {
    while (state.going) {
      await turn().catch((error: Error) => blame(error.message))
      await wait(PAUSE)
    }
  }

  const samples: (Holdings & { readonly minutes: number })[] = []
  const start = performance.now()
  const callers = Array.from({ length: CALLERS }, call)
  for (const end = 30 * MINUTE * scope.scale; performance.now() - start < end; await wait(2_000)) {
    const minutes = (performance.now() - start) / MINUTE
    samples.push({ minutes, ...readHoldings(served.pid) })
    const { anonymous, descriptors } = samples.at(-1)!
    if (samples.length % 15 === 0)
      tell(
        `soak: ${show(minutes)} min, ${show(state.turns)} turns, ${show(anonymous / 1e6)} MB, ${descriptors} descriptors`,
      )
  }
  state.going = false
  await Promise.all(callers)
  agent.destroy()
  const alive = served.child.exitCode === null
  const code = await served.stop()
  const settled = samples.slice(Math.floor(samples.length / 3))
  const floors = lowestPerMinute(settled)
  const [slope, doubt] = slopeOf(floors.map(({ minutes, anonymous }) => [minutes / 60, anonymous / 1e6]))
  const descriptors = settled.map((each) => each.descriptors)
  return [
    {
      claim: `${show(30 * scope.scale)} minutes of mixed calls: none answered wrong`,
      measured: `${show(state.answers)} calls, ${show(state.batches)} batches, ${show(state.aborted)} given up, ${show(state.malformed)} malformed; ${faults[0] ?? 'none wrong'}`,
      holds: faults.length === 0 && alive && code === 0,
    },
    {
      claim: 'one answer in a thousand is proven again from the hash of the head',
      measured: `${show(state.proven)} proven`,
      holds:
        state.proven >= Math.floor(state.answers / 1_000) &&
        !faults.some((fault) => fault.startsWith('not proven')),
    },
    {
      claim:
        'after the first third, memory of its own grows by less than 1 MB an hour (least of each minute, least squares)',
      measured: `${show(slope)} ± ${show(doubt)} MB an hour; ${show(Math.min(...settled.map(({ anonymous }) => anonymous)) / 1e6)} to ${show(Math.max(...settled.map(({ anonymous }) => anonymous)) / 1e6)} MB`,
      holds: slope < 1,
    },
    {
      claim: 'descriptors stay',
      measured: `${Math.min(...descriptors)} to ${Math.max(...descriptors)}`,
      holds: Math.max(...descriptors) - Math.min(...descriptors) <= 3 * CALLERS,
    },
  ]
}

const batchOf = (random: (limit: number) => number) =>
  toBatch(Array.from({ length: 2 + random(60) }, () => answers[random(answers.length)]!))

/** The body of the answer. */
function ask(agent: Agent, port: number, body: string, encoding?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...(encoding !== undefined && { 'accept-encoding': encoding }),
    }
    request({ agent, port, host: '127.0.0.1', method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk)).on('error', reject)
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve((response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString())
      })
    })
      .on('error', reject)
      .end(body)
  })
}

/** Proves an answer by the server's proofs and the chain of headers from the head; gives what is wrong with it. */
function createProver(url: string): (question: Question, answer: string) => Promise<string | undefined> {
  const trust = headerChain({ hash: sample.head, number: sample.headNumber })
  const verify = verifier({ level: 'full', trust, proofs: serverProofs() })
  const further: Ask = async (method, params) => {
    const options = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }
    return ((await (await fetch(url, options)).json()) as { readonly result: unknown }).result
  }
  return async ({ method, params }, answer) => {
    const { result } = JSON.parse(answer) as { readonly result: unknown }
    if (result === null) return undefined // absence has no proof
    try {
      await verify({ method, params }, { result, url }, further)
      return undefined
    } catch (error) {
      return `${method} ${JSON.stringify(params)}: ${String(error)}`
    }
  }
}

/** The sample of each minute with the least memory: what is between two collections is not growth. */
function lowestPerMinute<T extends { readonly minutes: number; readonly anonymous: number }>(
  samples: readonly T[],
): T[] {
  const minutes = Map.groupBy(samples, ({ minutes }) => Math.floor(minutes))
  return [...minutes.values()].map((each) =>
    each.reduce((least, next) => (next.anonymous < least.anonymous ? next : least)),
  )
}

/** The slope of points by least squares, and its standard error. */
function slopeOf(points: readonly (readonly [number, number])[]): [slope: number, doubt: number] {
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread
  const rest = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0)
  return [slope, Math.sqrt(rest / (points.length - 2) / spread)]
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
