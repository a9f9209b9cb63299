import type { FastifyReply } from 'fastify'
import type { HttpPolicy } from '../http/policy.ts'
import { logRefusal, refusalBody } from '../http/refusal.ts'
import { cutOff, type InFlightRequest } from './in-flight.ts'

/** Counts an answer until it is written, and ends it when its time is over: with 503, or by the connection once it has begun. */
export function followResponse({ inFlight, report }: HttpPolicy, reply: FastifyReply): void {
  const { raw, request } = reply
  const entry: InFlightRequest = {
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
  inFlight.start(entry)
  raw.once('close', () => inFlight.end(entry))
}
