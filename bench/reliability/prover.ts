import type { Ask } from '@lectern/client'
import { headerChain, serverProofs, verifier } from '@lectern/client/verify'
import { sample } from '@lectern/fixtures'
import type { Question } from './questions.ts'

/** Proves an answer of the sample chain by the server's proofs and the chain of headers from its head; gives what is wrong with it. */
export function createProver(
  url: string,
): (question: Question, answer: string) => Promise<string | undefined> {
  const trust = headerChain({ hash: sample.head, number: sample.headNumber })
  const verify = verifier({ level: 'full', trust, proofs: serverProofs() })
  const further: Ask = async (method, params) => {
    const options = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }
    return ((await (await fetch(url, options)).json()) as { readonly result: unknown }).result
  }
  return async ({ method, params }, answer) => {
    const { result } = JSON.parse(answer) as { readonly result: unknown }
    if (result === null) return undefined // absence has no proof
    try {
      await verify({ method, params }, { result, url }, further)
      return undefined
    } catch (error) {
      return `${method} ${JSON.stringify(params)}: ${String(error)}`
    }
  }
}
