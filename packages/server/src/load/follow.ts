import type { FastifyReply } from 'fastify'
import type { Gate } from '../http/gate.ts'
import { logRefusal, refusalBody } from '../http/refusal.ts'
import { cutOff, type Answering } from './underway.ts'

/** Counts an answer until it is written, and ends it when its time is over: with 503, or by the connection once it has begun. */
export function followAnswer({ underway, report }: Gate, reply: FastifyReply): void {
  const { raw, request } = reply
  const answering: Answering = {
    isGone: () => request.raw.socket.destroyed,
    cut() {
      report('time', 503)
      logRefusal(request.log, { reason: 'time', status: 503 })
      if (raw.headersSent) return void cutOff(request.raw.socket)
      reply.hijack()
      const body = refusalBody(503, 'The answer took too long.')
      const headers = {
        'content-type': 'application/json',
        connection: 'close',
        'content-length': body.length,
      }
      raw.writeHead(503, headers)
      raw.end(body)
    },
  }
  underway.start(answering)
  raw.once('close', () => underway.end(answering))
}
