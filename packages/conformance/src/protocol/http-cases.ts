import type { Level, Rule } from '../rules/check.ts'
import type { HttpRequest } from '../error.ts'
import type { Question } from './rows.ts'

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

const json = { 'content-type': 'application/json' }
const answered = { status: [200], headers: json, code: 'result' } as const
/** The HTTP statuses of a JSON-RPC error: JSON-RPC itself has no rule. */
const errorStatuses = [200, 400, 404, 422, 500]
const refusal = { status: [400, 403, 404, 405, 406, 415, 422, 501] } as const
/** geth answers an empty GET with an empty 200, since load balancers ask so. */
const emptyOrRefusal = { status: [200, 204, ...refusal.status], code: 'nothing' } as const
const [status, type, methods] = [
  'RFC 9110, 15 Status codes',
  'RFC 9110, 8.3 Content-Type',
  'RFC 9110, 9 Methods',
]

/** Every rule of the HTTP that carries JSON-RPC, on a call that is valid. JSON-RPC says nothing of HTTP, so most are SHOULD. */
export function httpCases({ method, params }: Question): HttpCase[] {
  const call = (change: object = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params, ...change })
  const error = (code: number, status = errorStatuses) => ({ status, headers: json, code })
  // oxfmt-ignore
  const rows: readonly (readonly [string, Level, string, string, string, Record<string, string>, string | undefined, HttpCase['expect']])[] = [
    ['H01', 'MUST', 'A result is application/json.', type, 'POST', json, call(), { status: [200], headers: json }],
    ['H01/error', 'MUST', 'An error is application/json.', type, 'POST', json, call({ method: 'lectern_none' }), { status: errorStatuses, headers: json }],
    ['H02', 'SHOULD', 'An error of JSON-RPC is HTTP 200, as that of an unknown method.', status, 'POST', json, call({ method: 'lectern_none' }), error(-32601, [200])],
    ['H02/parse', 'SHOULD', 'A parse error is a JSON-RPC error over HTTP.', status, 'POST', json, '{', error(-32700)],
    ['H02/params', 'SHOULD', 'Bad params are a JSON-RPC error over HTTP.', status, 'POST', json, call({ params: [] }), error(-32602)],
    ['H02/request', 'SHOULD', 'An invalid request is a JSON-RPC error over HTTP.', status, 'POST', json, '1', error(-32600)],
    ['H03', 'SHOULD', 'GET is refused, or a check of health that gives nothing: questions are POSTed.', methods, 'GET', {}, undefined, emptyOrRefusal],
    ['H03/HEAD', 'SHOULD', 'HEAD is refused, or a check of health that gives nothing: questions are POSTed.', methods, 'HEAD', {}, undefined, emptyOrRefusal],
    ['H04', 'SHOULD', 'PUT is refused: questions are POSTed.', methods, 'PUT', json, call(), refusal],
    ['H04/type', 'SHOULD', 'PUT of another type is refused: questions are POSTed.', methods, 'PUT', { 'content-type': 'text/plain' }, call(), refusal],
    ['H04/DELETE', 'SHOULD', 'DELETE is refused: questions are POSTed.', methods, 'DELETE', {}, undefined, refusal],
    ['H04/PATCH', 'SHOULD', 'PATCH is refused: questions are POSTed.', methods, 'PATCH', json, call(), refusal],
    ['H04/allow', 'SHOULD', 'A 405 names the verb that is allowed.', 'RFC 9110, 15.5.6 405 Method Not Allowed', 'DELETE', {}, undefined, { ...refusal, at: 405, headers: { allow: 'POST' } }],
    ['H05', 'SHOULD', 'text/plain is refused.', type, 'POST', { 'content-type': 'text/plain' }, call(), refusal],
    ['H05/form', 'SHOULD', 'A form is refused: a page elsewhere could send one unasked.', type, 'POST', { 'content-type': 'application/x-www-form-urlencoded' }, call(), refusal],
    ['H05/none', 'SHOULD', 'A body without content type is refused.', type, 'POST', {}, call(), refusal],
    ['H05/invalid', 'SHOULD', 'A content type that is none is refused.', type, 'POST', { 'content-type': 'json' }, call(), refusal],
    ['H05/jsonl', 'SHOULD', 'A type that only begins like JSON is refused.', type, 'POST', { 'content-type': 'application/jsonl' }, call(), refusal],
    ['H05/gzip', 'MAY', 'A body that is not what its Content-Encoding says is refused.', 'RFC 9110, 8.4 Content-Encoding', 'POST', { ...json, 'content-encoding': 'gzip' }, call(), refusal],
    ['H05/coding', 'MAY', 'A coding that nobody knows is refused.', 'RFC 9110, 8.4 Content-Encoding', 'POST', { ...json, 'content-encoding': 'x-none' }, call(), refusal],
    ['H06', 'SHOULD', 'application/json with a charset is taken.', type, 'POST', { 'content-type': 'application/json; charset=utf-8' }, call(), answered],
    ['H06/case', 'SHOULD', 'application/json in another case is taken.', type, 'POST', { 'content-type': 'Application/JSON;charset="UTF-8"' }, call(), answered],
    ['H06/json-rpc', 'MAY', 'application/json-rpc is taken.', 'JSON-RPC over HTTP', 'POST', { 'content-type': 'application/json-rpc' }, call(), answered],
    ['H06/jsonrequest', 'MAY', 'application/jsonrequest is taken.', 'JSON-RPC over HTTP', 'POST', { 'content-type': 'application/jsonrequest' }, call(), answered],
    ['H08', 'SHOULD', 'The response to an empty body exposes nothing of the endpoint’s inside.', 'Good practice beyond the specifications', 'POST', json, '', { status: errorStatuses }],
    ['H08/prototype', 'SHOULD', 'The response to a member __proto__ exposes nothing of the endpoint’s inside.', 'Good practice beyond the specifications', 'POST', json, '{"__proto__":{"a":1}}', { status: errorStatuses }],
    ['H09', 'MAY', 'A client that accepts HTML only still has JSON.', 'RFC 9110, 12.5.1 Accept', 'POST', { ...json, accept: 'text/html' }, call(), answered],
    ['H10', 'SHOULD', 'A client that accepts gzip gets a response that it can read.', 'RFC 9110, 12.5.3 Accept-Encoding', 'POST', { ...json, 'accept-encoding': 'gzip' }, call(), answered],
    ['H10/none', 'SHOULD', 'A client that names an unknown coding gets a plain response.', 'RFC 9110, 12.5.3 Accept-Encoding', 'POST', { ...json, 'accept-encoding': 'x-none' }, call(), answered],
    ['N01', 'SHOULD', 'A notification has no body in its response, and a status of success.', 'JSON-RPC 2.0, 4.1 Notification', 'POST', json, call({ id: undefined }), { status: [200, 202, 204], code: 'nothing' }],
    ['B05', 'SHOULD', 'A batch of notifications has no body in its response, and a status of success.', 'JSON-RPC 2.0, 6 Batch', 'POST', json, `[${call({ id: undefined })}]`, { status: [200, 202, 204], code: 'nothing' }],
    ['X12', 'MAY', 'A preflight of CORS is not an internal error.', 'Fetch, CORS protocol', 'OPTIONS', { origin: 'https://a.example', 'access-control-request-method': 'POST' }, undefined, { status: [200, 204, 403, 404, 405] }],
  ]
  const known = rows.filter(([id]) => id !== 'H02/params' || !Array.isArray(params) || params.length > 0)
  return known.map(([id, level, sentence, source, verb, headers, body, expect]) => {
    return { id, level, sentence, source, verb, headers, body, expect }
  })
}

/** Texts that expose an endpoint's inside: stacks, paths, names of frameworks. */
export const insides: RegExp =
  /node_modules|\bat (?:(?!\bat ).)+?:\d|goroutine \d|Traceback|panicked at|<html|FST_ERR/i
