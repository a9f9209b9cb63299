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

/** Returns how many surplus connections get a response at once; more are dropped. */
const countRefused = (limit: number): number => Math.max(8, Math.floor(limit / 8))

/**
 * Returns how many connections can be served if so many may be open, surplus ones included.
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
 * Limits the connections of a server. The first request of a surplus one is refused; without one in a second, `refuse` ends it. Surplus connections
 * are limited too: a worker of node:cluster without free files never gets a connection again.
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
