import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { createRandom } from '@lectern/fixtures'
import { createMutator } from '@lectern/server/testing'
import { converse, post } from './connection.ts'
import { exchange, type Received } from './exchange.ts'
import { createProver } from './prover.ts'
import { answers, type Question, toBatch } from './questions.ts'
import type { Served } from './served.ts'

/** What mixed calls came to so far. */
export interface MixReport {
  readonly turns: number
  readonly answers: number
  readonly batches: number
  readonly malformed: number
  readonly aborted: number
  /** Answers that were proven again. */
  readonly proven: number
  /** What was wrong; at most ten. */
  readonly faults: readonly string[]
}

const CLIENTS = 8
const PAUSE = 100 // milliseconds between two calls of a client: a rate that leaves the machine to others
const PROVEN = 1_000 // of so many answers one is proven

/** Callers of all kinds, each turn of theirs drawn from a seed: calls, packed ones, batches, some given up, some malformed. */
export function startMix(
  { url, port }: Served,
  seed: number,
): { readonly report: MixReport; stop(): Promise<void> } {
  const random = createRandom(seed)
  const mutate = createMutator(seed)
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const prove = createProver(url)
  const report = {
    turns: 0,
    answers: 0,
    batches: 0,
    malformed: 0,
    aborted: 0,
    proven: 0,
    faults: [] as string[],
  }
  const state = { going: true, due: PROVEN }
  const blame = (fault: string) => void (report.faults.length < 10 && report.faults.push(fault))

  const askOne = async (question: Question, headers?: { readonly 'accept-encoding': string }) => {
    const text = readText(
      await exchange({ agent, port, body: question.request, ...(headers && { headers }) }),
    )
    report.answers++
    if (text !== question.response) blame(`${question.request}: ${text.slice(0, 200)}`)
    if (report.answers < state.due || isNothing(question)) return
    state.due += PROVEN
    const problem = await prove(question, text)
    report.proven++
    if (problem !== undefined) blame(`not proven: ${problem}`)
  }
  const askMany = async () => {
    const { request, response } = drawBatch()
    const text = readText(await exchange({ agent, port, body: request }))
    report.batches++
    if (text !== response) blame(`a batch: ${text.slice(0, 200)}`)
  }
  const giveUp = async () => {
    report.aborted++
    const bytes = post(drawBatch().request)
    const most = random(2 * bytes.length) // half of them are whole
    await converse(port, (socket) => void socket.write(bytes.subarray(0, most)), random(10))
  }
  const askWrong = async () => {
    report.malformed++
    await converse(port, (socket) => void socket.end(post(mutate())), 5_000)
  }
  const draw = () => answers[random(answers.length)]!
  const drawBatch = () => toBatch(Array.from({ length: 2 + random(60) }, draw))
  const turn = () => {
    const kind = random(100)
    if (kind < 1) return askWrong()
    if (kind < 4) return giveUp()
    if (kind < 15) return askMany()
    return askOne(draw(), kind < 25 ? { 'accept-encoding': 'gzip' } : undefined)
  }
  const call = async () => {
    for (; state.going; report.turns++) {
      await turn().catch((error: Error) => blame(error.message))
      await wait(PAUSE)
    }
  }
  const clients = Array.from({ length: CLIENTS }, call)
  return {
    report,
    async stop() {
      state.going = false
      await Promise.all(clients)
      agent.destroy()
    },
  }
}

/** Absence has no proof. */
const isNothing = ({ response }: Question): boolean => response.endsWith('"result":null}')

/** The text of an answer, unpacked. */
function readText({ headers, bytes }: Received): string {
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}
