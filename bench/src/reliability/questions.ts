import { post } from '../tools/ask.ts'
import { readExchanges } from '@lectern/conformance'
import { sample } from '@lectern/fixtures'

/** A request and the bytes of its answer. */
export type Asked = Pick<Question, 'request' | 'response'>

/** A call of the sample chain's exchanges, and the bytes of its answer. */
export interface Question {
  readonly method: string
  readonly params: readonly unknown[]
  readonly request: string
  readonly response: string
}

const rounds = (await readExchanges(sample.exchanges)).flatMap((exchange) => exchange.rounds)

/** The calls of the exchanges that have a result. */
export const answers: readonly Question[] = rounds
  .filter(({ response }) => 'result' in (JSON.parse(response) as object))
  .map(({ request, response }) => {
    const { method, params } = JSON.parse(request) as Pick<Question, 'method' | 'params'>
    return { method, params, request, response }
  })

/** Returns a request with the idle server's answer. */
export const toAsked = async (url: string, request: string): Promise<Asked> => ({
  request,
  response: await post(url, request),
})

/** Sends a question, by default one of the sample chain's exchanges. Returns whether the answer is right, and its milliseconds. */
export async function check(
  url: string,
  { request, response }: Asked = answers[0]!,
): Promise<{ readonly right: boolean; readonly milliseconds: number }> {
  const start = performance.now()
  const text = await post(url, request).catch(() => '')
  return { right: text === response, milliseconds: performance.now() - start }
}
