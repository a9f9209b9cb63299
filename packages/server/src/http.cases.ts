import type { Level } from './protocol.cases.ts'

/** One case of the HTTP binding: what to send, and the statuses, headers and outcome that may come back. */
export interface HttpCase {
  /** The row of the rule table. */
  readonly id: string
  readonly level: Level
  readonly title: string
  readonly verb: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
  readonly expect: {
    readonly status: readonly number[]
    readonly headers?: Readonly<Record<string, string>>
    /** The error's code, or result; left out where there is no body to judge. */
    readonly code?: number | 'result'
  }
}

const call = '{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["0x0",false]}'
const json = { 'content-type': 'application/json' }
const answered = { status: [200], headers: json, code: 'result' } as const
const refusedVerb = { status: [405], headers: { ...json, allow: 'POST' }, code: -32600 } as const
const refusedType = { status: [415], headers: json, code: -32600 } as const

// oxfmt-ignore
const rows: readonly (readonly [string, Level, string, string, Record<string, string>, string | Uint8Array | undefined, HttpCase['expect']])[] = [
  ['H01', 'MUST', 'a result is application/json', 'POST', json, call, answered],
  ['H01', 'MUST', 'an error is application/json', 'POST', json, '1', { status: [200], headers: json, code: -32600 }],
  ['H02', 'SHOULD', 'a parse error is HTTP 200', 'POST', json, '{', { status: [200], headers: json, code: -32700 }],
  ['H02', 'SHOULD', 'an unknown method is HTTP 200', 'POST', json, call.replace('eth_get', 'eth_not'), { status: [200], headers: json, code: -32601 }],
  ['H02', 'SHOULD', 'bad params are HTTP 200', 'POST', json, call.replace('"0x0"', '0'), { status: [200], headers: json, code: -32602 }],
  ['H03', 'SHOULD', 'GET is 405', 'GET', {}, undefined, refusedVerb],
  ['H03', 'SHOULD', 'HEAD is 405', 'HEAD', {}, undefined, { status: [405], headers: { allow: 'POST' } }],
  ['H04', 'SHOULD', 'PUT is 405', 'PUT', json, call, refusedVerb],
  ['H04', 'SHOULD', 'PUT of another type is 405', 'PUT', { 'content-type': 'text/plain' }, call, refusedVerb],
  ['H04', 'SHOULD', 'DELETE is 405', 'DELETE', {}, undefined, refusedVerb],
  ['H04', 'SHOULD', 'PATCH is 405', 'PATCH', json, call, refusedVerb],
  ['H05', 'SHOULD', 'text/plain is 415', 'POST', { 'content-type': 'text/plain' }, call, refusedType],
  ['H05', 'SHOULD', 'a form is 415', 'POST', { 'content-type': 'application/x-www-form-urlencoded' }, call, refusedType],
  ['H05', 'SHOULD', 'a content type that is none is 415', 'POST', { 'content-type': 'json' }, call, refusedType],
  ['H05', 'SHOULD', 'a type that only begins like JSON is 415', 'POST', { 'content-type': 'application/jsonl' }, call, refusedType],
  ['H05', 'SHOULD', 'no content type is 415', 'POST', {}, new TextEncoder().encode(call), refusedType],
  ['H05', 'SHOULD', 'no content and no content type is 415', 'POST', {}, undefined, refusedType],
  ['H05', 'SHOULD', 'a compressed body is 415', 'POST', { ...json, 'content-encoding': 'gzip' }, call, refusedType],
  ['H06', 'SHOULD', 'application/json with a charset is taken', 'POST', { 'content-type': 'application/json; charset=utf-8' }, call, answered],
  ['H06', 'SHOULD', 'application/json in other case is taken', 'POST', { 'content-type': 'Application/JSON;charset="UTF-8"' }, call, answered],
  ['H06', 'SHOULD', 'application/json-rpc is taken', 'POST', { 'content-type': 'application/json-rpc' }, call, answered],
  ['H06', 'SHOULD', 'application/jsonrequest is taken', 'POST', { 'content-type': 'application/jsonrequest' }, call, answered],
  ['H08', 'SHOULD', 'an empty body tells no secrets', 'POST', json, '', { status: [200], headers: json, code: -32700 }],
  ['H08', 'SHOULD', 'a __proto__ member tells no secrets', 'POST', json, '{"__proto__":{"a":1}}', { status: [200], headers: json, code: -32600 }],
  ['H09', 'SHOULD', 'Accept without JSON still has JSON', 'POST', { ...json, accept: 'text/html' }, call, answered],
  ['H09', 'SHOULD', 'OPTIONS is 405 where no CORS is set', 'OPTIONS', {}, undefined, refusedVerb],
  ['N01', 'MUST', 'a notification is 204 without a body', 'POST', json, call.replace('"id":1,', ''), { status: [204] }],
  ['B05', 'MUST', 'a batch of notifications is 204 without a body', 'POST', json, `[${call.replace('"id":1,', '')}]`, { status: [204] }],
  ['X12', 'POLICY', 'a preflight is below 500', 'OPTIONS', { origin: 'https://a.example', 'access-control-request-method': 'POST' }, undefined, { status: [200, 204, 405] }],
]

/** Every case of the HTTP binding that needs no more than a chain with a block 0. */
export const httpCases: readonly HttpCase[] = rows.map(([id, level, title, verb, headers, body, expect]) => ({
  id,
  level,
  title,
  verb,
  headers,
  body,
  expect,
}))
