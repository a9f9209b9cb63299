import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createTicker } from '../load/in-flight.ts'
import { createConnection, type Lane, type LaneConnection } from './connection.ts'
import { createHeadWriter, createJoiner } from './writer.ts'

/** What the fast lane serves, and where. */
export type FastLaneOptions = Pick<
  Lane,
  'server' | 'path' | 'bodyBytes' | 'isForwarded' | 'rpc' | 'policy' | 'onError'
>

/**
 * Answers plain requests right from their socket, for half of what they cost by node:http and Fastify. Each connection begins here, and stays
 * while each of its requests is a POST to the path, its head in one piece, without headers that change its meaning (plain-head.ts). At the first
 * other request the connection becomes node:http's for good, with all bytes that are not yet answered; so does one that sends
 * no whole request for a quarter of a second. The responses are those of node:http byte for byte, but for the date.
 * Returns the function that closes the lane: every later request goes to node:http, as all do once the server drains or has stopped listening.
 * Throws a TypeError where the server has a lane already.
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
