import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { noteArrival } from '../load/turns.ts'

/** The connections of a server, and which of them are too many. */
export interface Connections {
  /** Counts the connections of a server from now on. */
  watch(server: Pick<Server, 'on'>): void
  /** Whether a connection is one too many: whatever it asks is refused, and it is closed. */
  isTooMany(socket: Socket): boolean
}

/** How long a connection too many may wait with its request, in milliseconds, before it is told so unasked. */
const patience = 1_000

/** How many connections too many are answered at once, beside so many that are let in; what comes beyond them is dropped. */
const countAnswered = (limit: number): number => Math.max(8, Math.floor(limit / 8))

/** How many connections of those wished for can be let in where so many may be open in all, those too many among them; at least one. */
export function fitConnections(wished: number, open: number): number {
  let fitting = Math.min(wished, open)
  while (fitting > 1 && fitting + countAnswered(fitting) > open) fitting -= 1
  return Math.max(1, fitting)
}

/**
 * Lets so many connections be open at once. One more is not dropped, as `server.maxConnections` does it, but answered: its first
 * request is refused, and where none comes in a second, `refuse` writes to it and ends it. Of these there may be `countAnswered`, so that
 * a flood does not take the files that the process may have open: a worker of node:cluster that has none left is never given a connection again.
 */
export function createConnections(limit: number, refuse: (socket: Socket) => void): Connections {
  const tooMany = new WeakSet<Socket>()
  const watched = new WeakSet<object>()
  let open = 0
  let answered = 0
  const meet = (socket: Socket) => {
    noteArrival()
    if (open >= limit) {
      tooMany.add(socket)
      if (answered >= countAnswered(limit)) return void socket.destroy()
      answered += 1
      const timer = setTimeout(() => {
        if (socket.bytesWritten === 0) refuse(socket)
        else socket.destroySoon()
      }, patience).unref()
      socket.once('close', () => {
        answered -= 1
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
      server.on('connection', meet)
    },
    isTooMany: (socket) => tooMany.has(socket),
  }
}
