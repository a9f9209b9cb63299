import type { Check } from '../src/index.ts'
import { createSession, recordSession } from '../src/endpoint/session.ts'
import type { Target } from '../src/endpoint/target.ts'
import type { HttpRequest } from '../src/error.ts'

/** A response that is none to any question: an error of no known code, without an id. */
const nonsense = '{"jsonrpc":"2.0","error":{"code":-32099,"message":"x"}}'

const keyOf = (request: HttpRequest | string) =>
  typeof request === 'string' ? request : JSON.stringify(request)

/** Returns the questions of each check on this target, as keys that `spoiltTarget` takes. */
export async function questionsOf(checks: readonly Check[], target: Target): Promise<Map<string, string[]>> {
  const session = createSession(target)
  const questions = new Map<string, string[]>()
  for (const check of checks) {
    const keys: string[] = []
    await check.run(
      recordSession(session, ({ request, http }) => keys.push(keyOf(http ? plainOf(http) : request))),
    )
    questions.set(check.id, keys)
  }
  return questions
}

/** The target, but for one question, which is answered with nonsense. */
export function spoiltTarget(target: Target, key: string): Target {
  const spoilt = {
    status: 599,
    headers: new Headers({ 'content-type': 'text/plain' }),
    body: new TextEncoder().encode(nonsense),
  }
  const fine = { ...spoilt, status: 200, headers: new Headers({ 'content-type': 'application/json' }) }
  return {
    send: async (body) => {
      const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
      return text === key ? fine : await target.send(body)
    },
    fetch: async (request) => (keyOf(plainOf(request)) === key ? spoilt : await target.fetch!(request)),
  }
}

/** The request alone, without the rule that it stands in. */
const plainOf = ({ verb, headers, body }: HttpRequest): HttpRequest => ({ verb, headers, body })
