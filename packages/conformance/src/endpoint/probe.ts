import { probeRequest } from './sender.ts'
import { ConformanceError, type Sent } from '../error.ts'
import { isRecord } from '../document/json.ts'
import type { Reply } from './reply.ts'
import { showText } from '../document/shown-text.ts'
import type { Session } from './session.ts'

/** The reply to the smallest request, and why it cannot be read if it cannot. */
export interface Probe {
  readonly reply?: Reply
  readonly problem?: string
  /** What was asked, where not even a part of the answer was read. */
  readonly sent?: Sent
}

/** Sends `rpc.discover`, to which each JSON-RPC endpoint replies, if only with an error; once in a session. Throws as `send` does. */
export const probe = (session: Session): Promise<Probe> =>
  session.once(probe, async () => {
    try {
      const reply = await session.send(probeRequest)
      const isCut = reply.value === undefined && beginning.test(reply.text)
      if (isCut) return { reply, problem: `the answer is not whole JSON: ${quote(reply.text)}` }
      const isPacked = reply.text.startsWith(gzipped)
      return { reply, ...(isPacked && { problem: 'the answer is gzip, and no content-encoding says so' }) }
    } catch (error) {
      if (!(error instanceof ConformanceError) || error.code !== 'UNREADABLE') throw error
      return { problem: error.message.replace(/\.$/, ''), sent: { request: probeRequest } }
    }
  })

/**
 * Checks that an endpoint speaks JSON-RPC, so that a web page does not fail two hundred checks. Throws a ConformanceError
 * (UNREACHABLE) if nothing comes back, or no JSON-RPC, or a refusal to everybody. If the reply cannot be read, that is the one
 * fault, and nothing more is asked.
 */
export async function probeEndpoint(session: Session): Promise<void> {
  const { target } = session
  const { reply, problem } = await probe(session).catch((error: unknown) => {
    if (!(error instanceof ConformanceError) || error.message.endsWith('.')) throw error
    throw new ConformanceError(error.code, `${error.message}.`, { cause: error, endpoint: target })
  })
  if (problem !== undefined) session.close(new ConformanceError('LOST', problem, { endpoint: target }))
  if (problem !== undefined || !reply) return
  const { status, headers, text, value } = reply
  const name = target.url ?? 'The target'
  const problemOf = (what: string) =>
    new ConformanceError('UNREACHABLE', `${name} ${what}.`, {
      endpoint: target,
      sent: { request: probeRequest },
    })
  if (status === 401 || status === 403)
    throw problemOf(`lets nobody in without the right key: it answers HTTP ${status}, ${quote(text)}`)
  if (isReply(value)) return
  const type = headers.get('content-type') ?? 'no content type'
  throw problemOf(
    `does not speak JSON-RPC: it answers HTTP ${status} with ${showText(type, 100)}, ${quote(text)}`,
  )
}

/** How gzip begins (RFC 1952), read as text. */
const gzipped = '\u001F\uFFFD\u0008'

/** How an answer of JSON-RPC begins. */
const beginning = /^\s*\{\s*"(jsonrpc|id|result|error)"\s*:/

/** Whether a body is meant as an answer of JSON-RPC, with whatever faults: those are for the checks. */
const isReply = (value: unknown) =>
  isRecord(value) && ['jsonrpc', 'result', 'error'].some((member) => Object.hasOwn(value, member))

const quote = (text: string) =>
  text === '' ? 'without a body' : JSON.stringify(showText(text.slice(0, 200)).replaceAll(/\s+/g, ' '))
