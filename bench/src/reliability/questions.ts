import type { Validate } from '@lectern/client'
import { readExchanges } from '@lectern/conformance'
import { sample } from '@lectern/fixtures'

/** What is asked, and the bytes that answer it. */
export type Asked = Pick<Question, 'request' | 'response'>

/** A call of the sample chain's exchanges, and the bytes that answer it. */
export interface Question {
  readonly method: Parameters<Validate>[0]
  readonly params: readonly unknown[]
  readonly request: string
  readonly response: string
}

const rounds = (await readExchanges(sample.exchanges)).flatMap((exchange) => exchange.rounds)

/** Each call of the exchanges that has a result: the wording of an error is each server's own. */
export const answers: readonly Question[] = rounds
  .filter(({ response }) => 'result' in (JSON.parse(response) as object))
  .map(({ request, response }) => {
    const { method, params } = JSON.parse(request) as Pick<Question, 'method' | 'params'>
    return { method, params, request, response }
  })

/** One batch of questions, and the bytes that answer it. */
export function toBatch(questions: readonly Question[]): Asked {
  return {
    request: `[${questions.map(({ request }) => request).join(',')}]`,
    response: `[${questions.map(({ response }) => response).join(',')}]`,
  }
}

/** A request with the answer that the server gives while nothing else is asked. */
export async function toAsked(url: string, request: string): Promise<Asked> {
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: request }
  return { request, response: await (await fetch(url, options)).text() }
}
