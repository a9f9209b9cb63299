import type { Level, Rule } from '../rules/check.ts'

/** The expected response; ids are raw JSON texts, compared character for character. */
export type Expectation =
  | { readonly result: string } // the id
  | { readonly error: readonly number[]; readonly ids: readonly string[] } // one of the codes, one of the ids
  | { readonly nothing: true }
  | { readonly batch: readonly Expectation[]; readonly ordered?: true }
  | { readonly anyOf: readonly Expectation[] }

/** One rule of the protocol: the bytes to send, and what must come back. */
export interface ProtocolCase extends Rule {
  readonly request: string | Uint8Array<ArrayBuffer>
  readonly expect: Expectation
  /** Asks more of an endpoint than a guest should: large, or nested without measure. */
  readonly heavy: boolean
}

/** A valid call. */
export interface Question {
  readonly method: string
  /** By position, or by name. */
  readonly params: unknown
}

/** A case as a line of a table; its source follows from its id. */
export type Row = readonly [
  id: string,
  level: Level,
  sentence: string,
  request: ProtocolCase['request'],
  expect: Expectation,
  heavy?: 'heavy',
]

/** The text of the valid call, some members replaced by raw texts, or left out where undefined. */
export type Call = (changes?: Changes) => string

type Changes = Readonly<Record<string, string | undefined>>

/** The valid call of a question as a text that can be changed. */
export function createCall({ method, params }: Question): Call {
  const own = { jsonrpc: '"2.0"', id: '1', method: JSON.stringify(method), params: JSON.stringify(params) }
  return (changes = {}) =>
    `{${Object.entries({ ...own, ...changes })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `"${name}":${value}`)
      .join(',')}}`
}

/** A result, under this id. */
export const ok = (id = '1'): Expectation => ({ result: id })

/** An error with one of the codes, under one of the ids (1 by default). */
export const fails = (codes: number | readonly number[], ...ids: string[]): Expectation => ({
  error: typeof codes === 'number' ? [codes] : codes,
  ids: ids.length === 0 ? ['1'] : ids,
})

/** One of several responses. */
export const anyOf = (...expectations: Expectation[]): Expectation => ({ anyOf: expectations })

/** An array of replies, in any order. */
export const batch = (...expectations: Expectation[]): Expectation => ({ batch: expectations })

/** No response at all. */
export const nothing: Expectation = { nothing: true }

/** The codes of JSON-RPC, and EIP-1474's for a limit. */
export const codes: Readonly<Record<'parse' | 'request' | 'unknown' | 'params' | 'limit', number>> = {
  parse: -32700,
  request: -32600,
  unknown: -32601,
  params: -32602,
  limit: -32005,
}

/** A parse error has no id. */
export const badJson: Expectation = fails(codes.parse, 'null')

/** An invalid request, whether its id was read or not. */
export const refused: Expectation = fails(codes.request, '1', 'null')

/** Any sound response: a result, or an error of the protocol's. */
export const alive: Expectation = anyOf(ok(), fails(Object.values(codes), '1', 'null'))
