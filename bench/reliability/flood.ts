import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { exchange, type Received } from './exchange.ts'

// Batches of 500 hashes that are not held: as much work as can be asked and answered with little, so that ten times what the server
// sustains can come from the same machine.
const calls = Array.from({ length: 500 }, (_, id) => ({ id, hash: `0x${id.toString(16).padStart(64, '5')}` }))
const body = `[${calls.map(({ id, hash }) => `{"jsonrpc":"2.0","id":${id},"method":"eth_getTransactionReceipt","params":["${hash}"]}`).join(',')}]`
const response = `[${calls.map(({ id }) => `{"jsonrpc":"2.0","id":${id},"result":null}`).join(',')}]`
/** How many ask at once where each waits for its answer. */
export const CALLERS = 16
/** How many calls the client holds open at most, each with its socket. */
export const UNDERWAY = 2_000
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
  /** Batches a second that callers get who each wait for their answer; three seconds after two to warm up. */
  sustain(): Promise<number>
  /** Sends so many batches a second, whether they are answered or not; at the end what is open is given up. */
  flood(rate: number, seconds: number): Promise<Flooded>
}

/** A client of a server on 127.0.0.1. */
export function startFlood(port: number): Flood {
  const child = fork(program, [String(port)])
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
if (process.argv[1] === program) obey(Number(process.argv[2]))

function obey(port: number): void {
  process.on('disconnect', () => process.exit())
  process.on('message', async ([word, rate, seconds]: [string, number, number]) => {
    process.send!(word === 'sustain' ? await sustain(port) : await flood(port, rate, seconds))
  })
}

async function sustain(port: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })
  const state = { count: 0, going: true }
  const call = async () => {
    while (state.going) if ((await send(agent, port)) === 'right') state.count++
  }
  const callers = Array.from({ length: CALLERS }, call)
  await wait(2_000)
  state.count = 0
  await wait(3_000)
  const rate = state.count / 3
  state.going = false
  await Promise.all(callers)
  agent.destroy()
  return rate
}

async function flood(port: number, rate: number, seconds: number): Promise<Flooded> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 500 })
  const outcomes = new Map<string, number>()
  const start = performance.now()
  const state = { open: 0, over: false }
  let [sent, wanted] = [0, 0]
  const sendOne = async () => {
    state.open++
    const outcome = await send(agent, port)
    state.open--
    const name = state.over && outcome.startsWith('E') ? 'given up' : outcome
    outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
  }
  while (performance.now() - start < 1_000 * seconds) {
    const due = Math.floor((rate * (performance.now() - start)) / 1_000)
    for (; wanted < due; wanted++) {
      if (state.open >= UNDERWAY) continue
      sent++
      void sendOne()
    }
    await wait(PERIOD)
  }
  // What is open is given up, as a caller would who has waited long enough.
  state.over = true
  agent.destroy()
  while (state.open > 0) await wait(PERIOD)
  return { outcomes: Object.fromEntries(outcomes), sent, wanted }
}

/** What a batch is answered with; where the connection ends before, why. */
const send = (agent: Agent, port: number): Promise<string> =>
  exchange({ agent, port, body }).then(judge, ({ code }: NodeJS.ErrnoException) => String(code))

function judge({ status, headers, bytes }: Received): string {
  const text = bytes.toString()
  if (status === 200 && text === response) return 'right'
  if (status === 503 && headers['retry-after'] !== undefined) return '503 with retry-after'
  return `${status} ${text.slice(0, 80)}`
}
