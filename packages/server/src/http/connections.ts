import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { noteArrival } from '../load/queue.ts'

/** The open connections of a server, and which of them are too many. */
export interface Connections {
  /** Counts the connections of a server from now on. */
  watch(server: Pick<Server, 'on'>): void
  /** Whether a connection is one too many: whatever it asks is refused, and it is closed. */
  isTooMany(socket: Socket): boolean
}

/** The milliseconds in which a connection too many may send a request; then it is refused without one. */
const patience = 1_000

/** How many connections too many are refused with a response at once, beside so many that are served; more are dropped. */
const countRefused = (limit: number): number => Math.max(8, Math.floor(limit / 8))

/**
 * How many connections can be served where so many may be open in all, those too many among them.
 *
 * @param wished - the connections to be served
 * @param open - the connections that the process may have open
 * @returns as many as fit, at least one
 */
export function fitConnections(wished: number, open: number): number {
  let fitting = Math.min(wished, open)
  while (fitting > 1 && fitting + countRefused(fitting) > open) fitting -= 1
  return Math.max(1, fitting)
}

/**
 * Serves so many connections at once. One more is not dropped, as by `server.maxConnections`: its first request is refused, and where
 * none comes in a second, `refuse` writes to it and ends it. There may be `countRefused` of these, so that a flood leaves files for the
 * process to open: a worker of node:cluster that has none left never gets a connection again.
 */
export function createConnections(limit: number, refuse: (socket: Socket) => void): Connections {
  const tooMany = new WeakSet<Socket>()
  const watched = new WeakSet<object>()
  let open = 0
  let refused = 0
  const onConnection = (socket: Socket) => {
    noteArrival()
    if (open >= limit) {
      tooMany.add(socket)
      if (refused >= countRefused(limit)) return void socket.destroy()
      refused += 1
      const timer = setTimeout(() => {
        if (socket.bytesWritten === 0) refuse(socket)
        else socket.destroySoon()
      }, patience).unref()
      socket.once('close', () => {
        refused -= 1
        clearTimeout(timer)
      })
      return
    }
    open += 1
    socket.once('close', () => (open -= 1))
  }
  return {
    watch(server) {
      if (watched.has(server)) return
      watched.add(server)
      server.on('connection', onConnection)
    },
    isTooMany: (socket) => tooMany.has(socket),
  }
}
