import { readFileSync } from 'node:fs'
import {
  decodeBody,
  checkReply,
  checkHttpResponse,
  type PublishedProtocol,
} from '@lectern/conformance/protocol'

/** A case as it is sent, and what is wrong with the answer. */
export interface Case {
  readonly id: string
  readonly level: string
  readonly request: RequestInit
  check(answer: {
    readonly status: number
    readonly headers: Headers
    readonly text: string
  }): string | undefined
}

const corpus = new URL(import.meta.resolve('@lectern/conformance/protocol.json'))
const { rpc, http } = JSON.parse(readFileSync(corpus, 'utf8')) as PublishedProtocol

/** Every case of the published corpus: the protocol's, then HTTP's, whose ids begin with `http/`. */
export const cases: readonly Case[] = [
  ...rpc.map(({ id, level, request, expect }): Case => ({
    id,
    level,
    request: { method: 'POST', headers: { 'content-type': 'application/json' }, body: decodeBody(request) },
    check: ({ text }) => checkReply(text, expect, { whole: id.endsWith('/members') }),
  })),
  ...http.map(({ id, level, verb, headers, body, expect }): Case => ({
    id: `http/${id}`,
    level,
    request: {
      method: verb,
      headers: { ...headers },
      // Bytes, since fetch would give a text a content type of its own.
      ...(body !== undefined && { body: new TextEncoder().encode(body) }),
    },
    check: (answer) => checkHttpResponse({ ...answer, value: parse(answer.text) }, expect),
  })),
]

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
