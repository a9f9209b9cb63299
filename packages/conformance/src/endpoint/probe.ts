import { probeRequest } from './sender.ts'
import { ConformanceError, type Sent } from '../error.ts'
import type { OpenRpc } from '@lectern/spec'
import { readMethods, toParams } from '../document/document.ts'
import { isRecord, type Json, show } from '../document/json.ts'
import { documentError } from '../document/read-document.ts'
import { describeOutcome, type Exchange } from './exchange.ts'
import { showText } from '../document/shown-text.ts'
import { createSession, type Session, type SessionOptions } from './session.ts'
import type { Target } from './target.ts'

/** Asks an endpoint for its document with `rpc.discover`. Throws a ConformanceError without one. */
export async function discoverDocument(target: Target, options: SessionOptions = {}): Promise<Json> {
  const { outcome } = await createSession(target, options).call('rpc.discover', [])
  if (outcome.kind !== 'result') {
    const sentence = `The endpoint returns no document for rpc.discover: ${describeOutcome(outcome)}. Use Lectern’s own, or name another.`
    throw new ConformanceError('INPUT', sentence)
  }
  if (isRecord(outcome.result)) return outcome.result
  throw documentError('#', `must be an OpenRPC document, not ${show(outcome.result)}`)
}

/** The smallest request with its response, and why it cannot be read if it cannot. */
export interface Probe {
  readonly exchange?: Exchange
  readonly problem?: string
  /** The request, if not even a part of the response was read. */
  readonly sent?: Sent
}

/** Sends `rpc.discover`, to which each JSON-RPC endpoint replies, if only with an error; once in a session. Throws as `send` does. */
export const probe = (session: Session): Promise<Probe> =>
  session.once(probe, async () => {
    try {
      const exchange = await session.send(probeRequest)
      const isCut = exchange.value === undefined && beginning.test(exchange.text)
      if (isCut) return { exchange, problem: `the response is not whole JSON: ${quote(exchange.text)}` }
      if (!exchange.text.startsWith(gzipped)) return { exchange }
      return { exchange, problem: 'the response is gzip, and no content-encoding says so' }
    } catch (error) {
      if (!(error instanceof ConformanceError) || error.code !== 'UNREADABLE') throw error
      return { problem: error.message.replace(/\.$/, ''), sent: { request: probeRequest } }
    }
  })

/** Checks that an endpoint speaks JSON-RPC, and throws a ConformanceError (UNREACHABLE) if not. After a response that cannot be read nothing more is asked. */
export async function probeEndpoint(session: Session, document: OpenRpc): Promise<void> {
  const { target } = session
  const { exchange, problem } = await probe(session).catch((error: unknown) => {
    if (!(error instanceof ConformanceError) || error.message.endsWith('.')) throw error
    throw new ConformanceError(error.code, `${error.message}.`, { cause: error, endpoint: target })
  })
  if (problem !== undefined) return session.close(new ConformanceError('LOST', problem, { endpoint: target }))
  if (!exchange) return
  const { status, headers, text, value } = exchange
  const name = target.url ?? 'The target'
  const details = { endpoint: target, sent: { request: probeRequest } }
  const problemOf = (what: string) => new ConformanceError('UNREACHABLE', `${name} ${what}.`, details)
  if (status === 401 || status === 403)
    throw problemOf(`lets nobody in without the right key: it answers HTTP ${status}, ${quote(text)}`)
  if (status === 404 || status === 405 || status === 410)
    throw problemOf(`has no JSON-RPC at this path: it answers HTTP ${status}, ${quote(text)}`)
  if (isReply(value)) {
    if (isRefusal(value) && !(await answersAny(session, document)))
      throw problemOf(`refuses each method of the document, and may need a key: it answers ${quote(text)}`)
    return
  }
  const type = headers.get('content-type') ?? 'no content type'
  const found = `HTTP ${status} with ${showText(type, 100)}, ${quote(text)}`
  throw problemOf(`does not speak JSON-RPC: it answers ${found}`)
}

/** Whether a response is an error, but not the one that an endpoint without `rpc.discover` answers with. */
const isRefusal = (value: unknown) =>
  isRecord(value) &&
  (typeof value['error'] === 'string' ||
    (isRecord(value['error']) &&
      typeof value['error']['message'] === 'string' &&
      value['error']['code'] !== -32601))

async function answersAny(session: Session, document: OpenRpc): Promise<boolean> {
  const callable = readMethods(document).filter(({ call }) => call !== undefined)
  for (const method of callable) {
    const { outcome } = await session.call(method.name, toParams(method, method.call!))
    if (outcome.kind === 'result') return true
  }
  return callable.length === 0
}

/** How gzip begins (RFC 1952), read as text. */
const gzipped = '\u001F\uFFFD\u0008'

/** How a response of JSON-RPC begins. */
const beginning = /^\s*\{\s*"(jsonrpc|id|result|error)"\s*:/

/** Whether a body is meant as a response of JSON-RPC, with whatever faults: those are for the checks. */
const isReply = (value: unknown) =>
  isRecord(value) && ['jsonrpc', 'result', 'error'].some((member) => Object.hasOwn(value, member))

const quote = (text: string) =>
  text === '' ? 'without a body' : JSON.stringify(showText(text.slice(0, 200)).replaceAll(/\s+/g, ' '))
