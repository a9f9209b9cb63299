import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { exchange, type Received } from './exchange.ts'

/** How many ask at once where each waits for its answer. */
export const CLIENTS = 16
/** How many calls the client holds open at most, each with its socket. */
export const IN_FLIGHT = 2_000
const PERIOD = 10 // milliseconds

/** What became of the calls that were sent, and how many should have been. */
export interface Flooded {
  /** How many calls ended so, by what they ended with. */
  readonly outcomes: Readonly<Record<string, number>>
  readonly sent: number
  readonly wanted: number
}

/** A client in a process of its own, so that the one that watches the server is not late itself. */
export interface Flood extends Disposable {
  /** Calls a second that clients get who each wait for their answer; three seconds after two to warm up. */
  sustain(): Promise<number>
  /** Sends so many calls a second, whether they are answered or not; at the end what is open is given up. */
  flood(rate: number, seconds: number): Promise<Flooded>
}

/** A client of a server on 127.0.0.1 that asks one thing again and again. */
export function startFlood(port: number, body: string): Flood {
  const child = fork(program, [String(port), body])
  const order = async <T>(...words: readonly (string | number)[]): Promise<T> => {
    child.send(words)
    const [result] = await once(child, 'message')
    return result as T
  }
  return {
    sustain: () => order('sustain'),
    flood: (rate, seconds) => order('flood', rate, seconds),
    [Symbol.dispose]: () => void child.kill(),
  }
}

const program = fileURLToPath(import.meta.url)
if (process.argv[1] === program) obey({ port: Number(process.argv[2]), body: process.argv[3]! })

interface Asked {
  readonly port: number
  readonly body: string
  /** The right answer: the one that was given first, before any load. */
  readonly response: Buffer
}

function obey(target: Omit<Asked, 'response'>): void {
  process.on('disconnect', () => process.exit())
  const agent = new Agent()
  const first = exchange({ agent, ...target })
  process.on('message', async ([word, rate, seconds]: [string, number, number]) => {
    const asked = { ...target, response: (await first).bytes }
    process.send!(word === 'sustain' ? await sustain(asked) : await flood(asked, rate, seconds))
  })
}

async function sustain(asked: Asked): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const state = { count: 0, going: true }
  const call = async () => {
    while (state.going) if ((await send(agent, asked)) === 'right') state.count++
  }
  const clients = Array.from({ length: CLIENTS }, call)
  await wait(2_000)
  state.count = 0
  await wait(3_000)
  const rate = state.count / 3
  state.going = false
  await Promise.all(clients)
  agent.destroy()
  return rate
}

async function flood(asked: Asked, rate: number, seconds: number): Promise<Flooded> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: IN_FLIGHT })
  const outcomes = new Map<string, number>()
  const start = performance.now()
  const state = { open: 0, over: false }
  let [sent, wanted] = [0, 0]
  const sendOne = async () => {
    state.open++
    const outcome = await send(agent, asked)
    state.open--
    const name = state.over && outcome.startsWith('E') ? 'given up' : outcome
    outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
  }
  while (performance.now() - start < 1_000 * seconds) {
    const due = Math.floor((rate * (performance.now() - start)) / 1_000)
    for (; wanted < due; wanted++) {
      if (state.open >= IN_FLIGHT) continue
      sent++
      void sendOne()
    }
    await wait(PERIOD)
  }
  // What is open is given up, like by a client that has waited long enough.
  state.over = true
  agent.destroy()
  while (state.open > 0) await wait(PERIOD)
  return { outcomes: Object.fromEntries(outcomes), sent, wanted }
}

/** What a call is answered with; where the connection ends before, why. */
const send = (agent: Agent, { response, ...target }: Asked): Promise<string> =>
  exchange({ agent, ...target }).then(
    (received) => classify(received, response),
    ({ code }: NodeJS.ErrnoException) => String(code),
  )

function classify({ status, headers, bytes }: Received, response: Buffer): string {
  if (status === 200 && bytes.equals(response)) return 'right'
  if (status === 503 && headers['retry-after'] !== undefined) return '503 with retry-after'
  return `${status} ${bytes.toString('utf8', 0, 80)}`
}
