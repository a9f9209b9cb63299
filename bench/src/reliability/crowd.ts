import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createResponses } from './responses.ts'

/** Connections that each ask one thing after another, as soon as the one before is answered. */
export interface Crowd {
  readonly connections: number
  /** Whole requests, a byte a character, of which each connection sends one after another. */
  readonly requests: readonly string[]
  /** How long they are counted, and how long they ask before that, in seconds. */
  readonly seconds: number
  readonly warmUp: number
}

/** What a crowd got while it was counted. */
export interface Got {
  readonly right: number
  readonly refused: number
  /** What else was answered, and connections that were lost. */
  readonly odd: number
  /** The milliseconds of each right answer, and how many others were answered meanwhile. */
  readonly waits: readonly number[]
  readonly overtaken: readonly number[]
}

/** Lets a crowd ask a server on 127.0.0.1, from a process of its own and of the least priority: they are other machines, whose work is not to take the server's time. */
export async function startCrowd(port: number, crowd: Crowd): Promise<Got> {
  const child = fork(program)
  child.send({ port, crowd })
  const [got] = await once(child, 'message')
  child.kill()
  return got as Got
}

const program = fileURLToPath(import.meta.url)
if (process.argv[1] === program) {
  setPriority(19)
  process.on('disconnect', () => process.exit())
  const [{ port, crowd }] = (await once(process, 'message')) as [{ port: number; crowd: Crowd }]
  process.send!(await run(port, crowd))
}

async function run(port: number, { connections, requests, seconds, warmUp }: Crowd): Promise<Got> {
  const got = { right: 0, refused: 0, odd: 0, waits: [] as number[], overtaken: [] as number[] }
  const state = { counts: false, over: false }
  let [turn, answered] = [0, 0]
  const sockets = Array.from({ length: connections }, (): Socket => {
    let [sent, before] = [0, 0]
    const ask = () => {
      sent = performance.now()
      before = answered
      socket.write(requests[turn++ % requests.length]!, 'latin1')
    }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, ask)
    const read = createResponses(({ status, start }) => {
      answered += 1
      if (state.counts) {
        const isRight = status === 200 && !start.includes('"error"')
        got[isRight ? 'right' : status === 503 ? 'refused' : 'odd'] += 1
        if (isRight) got.waits.push(performance.now() - sent)
        if (isRight) got.overtaken.push(answered - before)
      }
      if (!state.over) ask()
    })
    return socket.on('data', read).on('error', () => void (state.over || got.odd++))
  })
  await wait(1_000 * warmUp)
  state.counts = true
  await wait(1_000 * seconds)
  state.counts = false
  state.over = true
  for (const socket of sockets) socket.destroy()
  return got
}
