import type { Body } from '../endpoint/target.ts'
import type { HttpRequest } from '../error.ts'
import type { Rule } from '../rules/check.ts'
import file from './protocol.json' with { type: 'json' }

/** The expected response; ids are raw JSON texts, compared character for character. */
export type Expectation =
  | { readonly result: string } // the id
  | { readonly error: readonly number[]; readonly ids: readonly string[] } // one of the codes, one of the ids
  | { readonly nothing: true }
  | { readonly batch: readonly Expectation[]; readonly ordered?: true }
  | { readonly anyOf: readonly Expectation[] }

/** One rule of the protocol: the bytes to send, and what must come back. */
export interface ProtocolCase extends Rule {
  readonly request: Body
  readonly expect: Expectation
  /** Asks more of an endpoint than a guest should: large, or nested without measure. @default false */
  readonly heavy?: boolean
}

/** One rule of the HTTP binding: what to send, and the statuses and headers that may come back. */
export interface HttpCase extends Rule, HttpRequest {
  readonly expect: {
    readonly status: readonly number[]
    readonly headers?: Readonly<Record<string, string>>
    /** The one status that the headers go with; any by default. */
    readonly at?: number
    /** The expected body: the code of an error, a result, or nothing, unless it is a refusal. */
    readonly code?: number | 'result' | 'nothing'
  }
}

/** A valid call. */
export interface Question {
  readonly method: string
  /** By position, or by name. */
  readonly params: unknown
}

/** The content of `protocol.json`. A member is only ever added to version 1. */
export interface PublishedProtocol {
  readonly version: 1
  /** The calls that the server under test must answer with a result; the second one with null. */
  readonly calls: readonly [Question, Question]
  readonly rpc: readonly PublishedCase[]
  readonly http: readonly HttpCase[]
  /** No response may hold what this regular expression finds, letters in either case. */
  readonly insides: string
  /** Changes of rows for a server that is no node of Ethereum: less is asked. */
  readonly services: Readonly<Record<string, Partial<ProtocolCase>>>
}

/** A case of the corpus; its request is one of the forms of PublishedBody. */
export type PublishedCase = Omit<ProtocolCase, 'request'> & { readonly request: PublishedBody }

/** A body: a text, which is sent as UTF-8; bytes as hexadecimal digits; or texts, each so many times, one after the other. */
export type PublishedBody =
  | { readonly text: string }
  | { readonly hex: string }
  | { readonly parts: readonly (readonly [text: string, times: number])[] }

/** The corpus of `protocol.json`. */
export const published: PublishedProtocol = file as unknown as PublishedProtocol

const [valid, empty] = published.calls
const ofParameters = /^P0[3-9]/

/** Every rule of JSON-RPC 2.0 and of its texts, on a call that is valid; `none` is one whose result is null. Ids stay, whatever is added. */
export function protocolCases(question: Question, none?: Question): ProtocolCase[] {
  const changes = [...changesTo(question, valid), ...(none ? changesTo(none, empty) : [])]
  return published.rpc
    .filter(({ id }) => !ofParameters.test(id) && (none || id !== 'S01/null'))
    .map((one) => Object.assign({}, one, { request: toBody(one.request, changes) }))
}

/** Every rule of the HTTP that carries JSON-RPC, on a call that is valid. JSON-RPC says nothing of HTTP, so most are SHOULD. */
export function httpCases(question: Question): HttpCase[] {
  const changes = changesTo(question, valid)
  const hasParams = !Array.isArray(question.params) || question.params.length > 0
  const cases = published.http.filter(({ id }) => hasParams || id !== 'H02/params')
  return cases.map((one) =>
    one.body === undefined ? one : Object.assign({}, one, { body: change(one.body, changes) }),
  )
}

/** Bad params of two methods of Ethereum; those of any document are checked by the rules `invalid` and `arity`. */
export const parameterCases: readonly ProtocolCase[] = published.rpc
  .filter(({ id }) => ofParameters.test(id))
  .map((one) => Object.assign({}, one, { request: toBody(one.request, []) }))

/** Texts that expose an endpoint's inside: stacks, paths, names of frameworks. */
export const insides: RegExp = new RegExp(published.insides, 'i')

/** A part of a published call, and what stands there in another call. */
type Change = readonly [from: string, to: string]

/** Returns the changes that make a published call another one: its params, and its method in each form of a case. */
function changesTo(question: Question, from: Question): Change[] {
  const forms = [question, from].map(({ method, params }) => [
    inQuotes(method),
    inQuotes(otherCase(method)),
    `\\u${method.charCodeAt(0).toString(16).padStart(4, '0')}${inQuotes(method.slice(1))}`,
    JSON.stringify(params),
  ])
  return forms[1]!.map((text, index) => [text, forms[0]![index]!])
}

const inQuotes = (text: string) => JSON.stringify(text).slice(1, -1)

const otherCase = (text: string) =>
  text.replaceAll(/\p{L}/gu, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  )

function change(text: string, changes: readonly Change[]): string {
  return changes.reduce((made, [from, to]) => made.replaceAll(from, () => to), text)
}

/** A body in hexadecimal digits is refused before its call is read, so it keeps the published one. */
function toBody(body: PublishedBody, changes: readonly Change[]): Body {
  if ('hex' in body) return Uint8Array.fromHex(body.hex)
  const parts = 'text' in body ? [[body.text, 1] as const] : body.parts
  return parts.map(([text, times]) => change(text, changes).repeat(times)).join('')
}
