import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { runApart } from './helper.ts'
import { createResponses } from './responses.ts'

/** Connections that each send a request as soon as the last one is answered. */
export interface Crowd {
  readonly connections: number
  /** Complete requests, one byte per character, sent in turn. */
  readonly requests: readonly string[]
  /** Seconds during which responses are counted, after a warm-up. */
  readonly seconds: number
  readonly warmUp: number
}

/** Responses to a crowd while they were counted. */
export interface Got {
  readonly right: number
  readonly refused: number
  /** Other responses, and lost connections. */
  readonly odd: number
  /** Milliseconds until each right response, and how many others came meanwhile. */
  readonly waits: readonly number[]
  readonly overtaken: readonly number[]
}

/** Sends the requests of a crowd to a server on 127.0.0.1 from another process. */
export const startCrowd = (port: number, crowd: Crowd): Promise<Got> =>
  runApart(import.meta.url, { port, crowd })

/** Sends the requests of a crowd from this process. */
export async function work({ port, crowd }: { readonly port: number; readonly crowd: Crowd }): Promise<Got> {
  const { connections, requests, seconds, warmUp } = crowd
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
