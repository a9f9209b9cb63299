import { greeting } from './asker.ts'
import { ConformanceError } from './error.ts'
import { isRecord } from './json.ts'
import { showText } from './reporters/shown-text.ts'
import type { Session } from './session.ts'

/**
 * Asks an endpoint something that each one has an answer to. Throws a ConformanceError (UNREACHABLE) where none comes, or
 * one that is no JSON-RPC, or that nobody is let in: a web page is no endpoint with two hundred faults, it is no endpoint.
 */
export async function checkSpeech({ target, send }: Pick<Session, 'target' | 'send'>): Promise<void> {
  const { status, headers, text, value } = await send(greeting).catch((error: unknown) => {
    if (!(error instanceof ConformanceError) || error.message.endsWith('.')) throw error
    throw new ConformanceError(error.code, `${error.message}.`, { cause: error, endpoint: target })
  })
  const name = target.url ?? 'The target'
  const tell = (what: string) =>
    new ConformanceError('UNREACHABLE', `${name} ${what}.`, { endpoint: target, sent: { request: greeting } })
  if (status === 401 || status === 403)
    throw tell(`lets nobody in without the right key: it answers HTTP ${status}, ${quote(text)}`)
  if (isAnswer(value)) return
  const type = headers.get('content-type') ?? 'no content type'
  throw tell(`does not speak JSON-RPC: it answers HTTP ${status} with ${showText(type, 100)}, ${quote(text)}`)
}

/** Whether a body is meant as an answer of JSON-RPC, with whatever faults: those are for the checks. */
const isAnswer = (value: unknown) =>
  isRecord(value) && ['jsonrpc', 'result', 'error'].some((member) => Object.hasOwn(value, member))

const quote = (text: string) =>
  text === '' ? 'without a body' : JSON.stringify(showText(text.slice(0, 200)).replaceAll(/\s+/g, ' '))
