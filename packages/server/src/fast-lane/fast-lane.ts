import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createTicker } from '../load/in-flight.ts'
import { createConnection, type Lane, type LaneConnection } from './connection.ts'
import { createHeadWriter, createJoiner } from './writer.ts'

/** The methods and the path of a lane. */
export type FastLaneOptions = Pick<
  Lane,
  'server' | 'path' | 'bodyBytes' | 'isForwarded' | 'rpc' | 'policy' | 'onError'
>

/**
 * Answers plain requests from their socket, for half the CPU of node:http and Fastify. A connection stays while its requests are plain
 * (plain-head.ts). With the first other request, or a quarter of a second without a full one, it moves to node:http for good. Responses equal those
 * of node:http, except for the date. Returns a function that closes the lane: later requests go to node:http, as they do once the server drains.
 * Throws a TypeError if the server has a lane.
 */
export function openFastLane(options: FastLaneOptions): () => void {
  const { server, policy } = options
  const [toNode] = server.listeners('connection') as ((this: Server, socket: Socket) => void)[]
  if (toNode === undefined || withLane.has(server))
    throw new TypeError(`A server has one fast lane: ${options.path} cannot have another.`)
  withLane.add(server)
  const connections = new Set<LaneConnection>()
  const waiting = new Set<LaneConnection>()
  const ticker = createTicker(sweepTime, () => {
    for (const connection of waiting) if (!connection.age()) waiting.delete(connection)
    return waiting.size > 0
  })
  let isOpen = true
  const lane: Lane = {
    ...options,
    writeHead: createHeadWriter(server),
    join: createJoiner(),
    isServed: () =>
      isOpen && server.listening && !policy.state.draining && (server.maxRequestsPerSocket ?? 0) === 0,
    watch(connection) {
      waiting.add(connection)
      ticker.start()
    },
    leave(connection) {
      connections.delete(connection)
      waiting.delete(connection)
      toNode.call(server, connection.socket)
    },
  }

  server.removeListener('connection', toNode)
  server.on('connection', (socket) => {
    if (!isOpen || policy.load.connections.isTooMany(socket)) return toNode.call(server, socket)
    const connection = createConnection(socket, lane)
    connections.add(connection)
    lane.watch(connection)
    socket.once('close', () => connections.delete(connection))
  })
  const { closeIdleConnections, closeAllConnections } = server
  server.closeIdleConnections = () => {
    closeIdleConnections.call(server)
    for (const { socket, isIdle } of connections) if (isIdle()) socket.destroy()
  }
  server.closeAllConnections = () => {
    closeAllConnections.call(server)
    for (const { socket } of connections) socket.destroy()
  }
  server.once('close', ticker[Symbol.dispose])
  return () => void (isOpen = false)
}

const withLane = new WeakSet<Server>()

/** How often connections are looked at, in milliseconds: few of many leave at once, so that the others do not wait. */
const sweepTime = 10
