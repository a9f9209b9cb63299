import { STATUS_CODES } from 'node:http'
import type { ErrorName } from '@lectern/spec'
import type { FastifyReply } from 'fastify'
import { errorAnswer, writeAnswer } from './answer.ts'
import { RpcError } from './error.ts'

/**
 * Answers what HTTP itself refuses: the status given, and a JSON-RPC error with id null as body, without details.
 * A host application sets it where nothing is found: `app.setNotFoundHandler((_, reply) => refuse(reply, 404))`.
 */
export function refuse(reply: FastifyReply, status: number): FastifyReply {
  return reply.code(status).header('content-type', 'application/json').send(refusalBody(status))
}

/** The body of a refusal by HTTP status: a JSON-RPC error with id null. */
export function refusalBody(status: number): Uint8Array {
  const { kind, message } = texts[status] ?? {
    kind: status >= 500 ? 'InternalError' : 'InvalidRequest',
    message: `${STATUS_CODES[status] ?? 'Refused'}.`,
  }
  return writeAnswer(errorAnswer('null', new RpcError(kind, message))).body
}

const texts: Readonly<Record<number, { readonly kind: ErrorName; readonly message: string }>> = {
  405: { kind: 'InvalidRequest', message: 'The endpoint takes POST only.' },
  413: { kind: 'LimitExceeded', message: 'The body is too large.' },
  415: { kind: 'InvalidRequest', message: 'The body must be application/json, not compressed.' },
  429: { kind: 'LimitExceeded', message: 'Too many requests.' },
}
