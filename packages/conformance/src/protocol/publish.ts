import { protocolCases } from './cases.ts'
import { type HttpCase, httpCases, insides } from './http-cases.ts'
import { parameterCases } from './parameter-cases.ts'
import type { ProtocolCase, Question } from './rows.ts'

/** The corpus as a file: what `protocol.json` holds. A member is only ever added to version 1. */
export interface PublishedProtocol {
  readonly version: 1
  /** The calls that the server under test must answer with a result; the second one with null. */
  readonly calls: readonly [Question, Question]
  readonly rpc: readonly PublishedCase[]
  readonly http: readonly HttpCase[]
  /** No response may hold what this regular expression finds, letters in either case. */
  readonly insides: string
}

/** A case of the corpus; its request is one of the forms of PublishedBody. */
export type PublishedCase = Omit<ProtocolCase, 'request'> & { readonly request: PublishedBody }

/** A body: a text, which is sent as UTF-8; bytes as hexadecimal digits; or texts, each so many times, one after the other. */
export type PublishedBody =
  | { readonly text: string }
  | { readonly hex: string }
  | { readonly parts: readonly (readonly [text: string, times: number])[] }

const calls: PublishedProtocol['calls'] = [
  { method: 'eth_getBlockByNumber', params: ['0x0', false] },
  { method: 'eth_getTransactionByHash', params: [`0x${'00'.repeat(31)}01`] },
]

/** Every case of the protocol and of its HTTP, on two calls of Ethereum's, as data for any language. */
export function publishProtocol(): PublishedProtocol {
  const rpc = [...protocolCases(...calls), ...parameterCases]
  return {
    version: 1,
    calls,
    rpc: rpc.map((one) => Object.assign({}, one, { request: encodeBody(one.request) })),
    http: httpCases(calls[0]),
    insides: insides.source,
  }
}

/** The bytes of a body of the file. */
export function decodeBody(body: PublishedBody): Uint8Array<ArrayBuffer> {
  if ('hex' in body) return Uint8Array.fromHex(body.hex)
  const text = 'text' in body ? body.text : body.parts.map(([text, times]) => text.repeat(times)).join('')
  return new TextEncoder().encode(text)
}

function encodeBody(request: ProtocolCase['request']): PublishedBody {
  if (typeof request !== 'string') return { hex: request.toHex() }
  return request.length < 10_000 ? { text: request } : { parts: countRuns(request) }
}

/** A long text as runs of something short: half a megabyte of brackets is a line. */
function countRuns(text: string): [string, number][] {
  const parts: [string, number][] = []
  let from = 0
  for (const { 0: run, 1: unit, index } of text.matchAll(/([^]{1,8}?)\1{99,}/g)) {
    if (index > from) parts.push([text.slice(from, index), 1])
    parts.push([unit!, run.length / unit!.length])
    from = index + run.length
  }
  return from < text.length ? [...parts, [text.slice(from), 1]] : parts
}
