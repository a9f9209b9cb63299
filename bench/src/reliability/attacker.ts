import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { runApart } from './helper.ts'
import { createResponses, type Response } from './responses.ts'

/** Requests that many connections send at once. */
export interface Attack {
  readonly name: string
  readonly connections: number
  /** The request, one byte per character, and how often each connection sends it, without waiting. */
  readonly request: string
  readonly times: number
  /** Whether responses are read. */
  readonly isRead: boolean
  /** How long it lasts at most; open requests are then given up. */
  readonly seconds: number
}

/** Counts of requests by how they ended. */
export type Outcomes = Readonly<Record<string, number>>

/** Attacks a server on 127.0.0.1 from another process. */
export const startAttack = (port: number, attack: Attack): Promise<Outcomes> =>
  runApart(import.meta.url, { port, attack })

/** Performs an attack in this process. */
export async function work({
  port,
  attack,
}: {
  readonly port: number
  readonly attack: Attack
}): Promise<Outcomes> {
  const { connections, request, times, isRead, seconds } = attack
  const right = await askOnce(port, request)
  const outcomes: Record<string, number> = {}
  const count = (name: string, by = 1) => void (by > 0 && (outcomes[name] = (outcomes[name] ?? 0) + by))
  const requests = Buffer.from(request.repeat(times), 'latin1')
  const state = { open: connections, over: false }
  const sockets = Array.from({ length: connections }, (): Socket => {
    let answered = 0
    const socket = connect({ port, host: '127.0.0.1' }, () => void socket.write(requests))
    const read = createResponses((response) => {
      count(classify(response, right))
      if (++answered === times) socket.end()
    })
    if (isRead) socket.on('data', read)
    else socket.pause()
    let why = 'lost'
    socket.on('error', ({ code }: NodeJS.ErrnoException) => (why = `lost ${code}`))
    socket.once('close', () => {
      state.open--
      count(isRead ? (state.over ? 'given up' : why) : 'unread', times - answered)
    })
    return socket
  })
  for (let turn = 0; turn < 10 * seconds && state.open > 0; turn++) await wait(100)
  state.over = true
  for (const socket of sockets) socket.destroy()
  while (state.open > 0) await wait(10)
  return outcomes
}

/** Returns the response to a request while the server is idle. */
function askOnce(port: number, request: string): Promise<Response> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => void socket.write(request, 'latin1'))
    socket.on('error', reject)
    socket.on(
      'data',
      createResponses((response) => resolve(response) ?? socket.destroy()),
    )
  })
}

function classify({ status, head, bytes, start }: Response, right: Response): string {
  if (status === 200 && bytes === right.bytes) return 'right'
  if (status === 503 && /^retry-after: \d+$/im.test(head) && start.startsWith('{'))
    return '503 with retry-after'
  return `${status} of ${bytes} bytes`
}
