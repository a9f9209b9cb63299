import { without, type Row } from './defect.ts'
import type { Defect, Json } from './mini-server.ts'

const hasId = (request: any) => typeof request === 'object' && request !== null && 'id' in request
const isCall = (request: any) => hasId(request) && typeof request.method === 'string'
const isBig = (request: any) => typeof request?.id?.rawJSON === 'string'
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member is read although its value is none. */
const readAs = (value: string): Defect => ({
  body: (answer, text) =>
    text.includes(`"extra":${value}`) ? { jsonrpc: '2.0', id: 1, result: null } : answer,
})

const parseError = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'x' } }

/** Some bad requests are let through. */
const letPass = (isMeant: (request: Json) => boolean): Defect => ({
  answer: (answer, request) =>
    isObject(request) && isMeant(request) ? { jsonrpc: '2.0', id: request.id, result: null } : answer,
})

/** Answers that are no JSON-RPC answers. */
// oxfmt-ignore
export const protocolDefects: Row[] = [
  ['the id is always 1', 'protocol/S07', { answer: (answer, request) => answer && hasId(request) ? { ...answer, id: 1 } : answer }],
  ['string ids are echoed as numbers', 'protocol/S02', { answer: (answer) => typeof answer?.['id'] === 'string' ? { ...answer, id: 1 } : answer }],
  ['big ids are rounded', 'protocol/S08', { answer: (answer, request) => isBig(request) ? { ...answer, id: Number(request.id.rawJSON) } : answer }],
  ['id 0 is taken for none', 'protocol/S03', { answer: (answer, request) => request?.id === 0 ? undefined : answer }],
  ['id null is taken for none', 'protocol/S05', { answer: (answer, request) => request?.id === null ? undefined : answer }],
  ['the member jsonrpc is missing', 'protocol/S01', { answer: (answer) => answer && without(answer, 'jsonrpc') }],
  ['a null result is left out', 'protocol/S01', { answer: (answer) => answer && answer['result'] === null ? without(answer, 'result') : answer }],
  ['error null stands beside the result', 'protocol/S01', { answer: (answer) => answer && 'result' in answer ? { ...answer, error: null } : answer }],
  ['a response has a member of its own', 'protocol/S01/members', { answer: (answer) => answer && { ...answer, took: 1 } }],
  ['error codes are strings', 'protocol/S17', { answer: (answer) => answer?.['error'] ? { ...answer, error: { ...answer['error'], code: String(answer['error'].code) } } : answer }],
  ['errors have no message', 'protocol/S17', { answer: (answer) => answer?.['error'] ? { ...answer, error: { code: answer['error'].code } } : answer }],
  ['jsonrpc 1.0 is accepted', 'protocol/S13', { answer: (answer, request) => request?.jsonrpc === '1.0' ? { jsonrpc: '2.0', id: request.id, result: null } : answer }],
  ['an unknown method is an invalid request', 'protocol/S17', { answer: (answer) => answer?.['error']?.code === -32601 ? { ...answer, error: { ...answer['error'], code: -32600 } } : answer }],
  ['method names are taken in any case', 'protocol/S18', { answer: (answer, request) => answer?.['error']?.code === -32601 && /^ETH_/i.test(request.method) ? { jsonrpc: '2.0', id: request.id, result: null } : answer }],
  ['inherited names are methods', 'protocol/S19', { answer: (answer, request) => request?.method === 'constructor' ? { jsonrpc: '2.0', id: request.id, error: { code: -32603, message: 'x' } } : answer }],
  ['notifications are answered', 'protocol/N01', { answer: (answer, request) => answer ?? (isCall({ id: 1, ...request }) ? { jsonrpc: '2.0', id: null, result: null } : answer) }],
  ['bad notifications are answered', 'protocol/N03', { answer: (answer, request) => answer ?? (request.params?.length === 0 ? { jsonrpc: '2.0', id: null, error: { code: -32602, message: 'x' } } : answer) }],
  ['invalid requests without id are not answered', 'protocol/N04', { answer: (answer, request) => hasId(request) || Array.isArray(request) || typeof request !== 'object' ? answer : undefined }],
  ['an empty batch is answered with an empty array', 'protocol/B02', { body: (answer, text) => text === '[]' ? [] : answer }],
  ['a batch of notifications is answered with an empty array', 'protocol/B05', { body: (answer, text) => text.startsWith('[') ? (answer ?? []) : answer }],
  ['a batch of one is answered without its array', 'protocol/B07', { body: (answer) => Array.isArray(answer) && answer.length === 1 ? answer[0] : answer }],
  ['a batch loses its last answer', 'protocol/B01', { body: (answer) => Array.isArray(answer) && answer.length > 2 ? answer.slice(0, -1) : answer }],
  ['one bad entry refuses the whole batch', 'protocol/X03', { body: (answer, text) => text.includes(',1,') ? { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'x' } } : answer }],
  ['calls of a batch with the same id are answered once', 'protocol/B09', { body: (answer) => Array.isArray(answer) ? answer.filter((item, index) => item.id === null || answer.findIndex(({ id }) => id === item.id) === index) : answer }],
  ['id "" is taken for none', 'protocol/S04', { answer: (answer, request) => request?.id === '' ? undefined : answer }],
  ['an object is an id', 'protocol/S09', letPass(({ id }) => isObject(id))],
  ['an array is an id', 'protocol/S10', letPass(({ id }) => Array.isArray(id))],
  ['true is an id', 'protocol/S11', letPass(({ id }) => id === true)],
  ['jsonrpc is not asked for', 'protocol/S12', letPass(({ jsonrpc, id }) => jsonrpc === undefined && id === 1)],
  ['jsonrpc may be a number', 'protocol/S14', letPass(({ jsonrpc }) => jsonrpc === 2)],
  ['the method is not asked for', 'protocol/S15', letPass(({ method }) => method === undefined)],
  ['the method may be a number', 'protocol/S16', letPass(({ method, id }) => method === 1 && id === 1)],
  ['an unknown rpc. method has a result', 'protocol/S21', letPass(({ method }) => method === 'rpc.none')],
  ['params may be a string', 'protocol/P01', letPass(({ params }) => params === 'x')],
  ['params may be null', 'protocol/P02', letPass(({ params }) => params === null)],
  ['unknown notifications are answered', 'protocol/N02', { answer: (answer, request) => answer ?? (request.method === 'lectern_none' ? { jsonrpc: '2.0', id: null, error: { code: -32601, message: 'x' } } : answer) }],
  ['a batch of what is no request has one error', 'protocol/B04', { body: (answer, text) => text === '[1,2,3]' ? answer[0] : answer }],
  ['a notification in a batch has an entry', 'protocol/B06', { body: (answer) => Array.isArray(answer) && answer.length === 1 ? [...answer, { jsonrpc: '2.0', id: null, result: null }] : answer }],
  ['a batch that is not JSON is answered in an array', 'protocol/J02', { body: (answer, text) => text.startsWith('[') && answer?.error?.code === -32700 ? [answer] : answer }],
  ['an empty body is not answered', 'protocol/J03', { body: (answer, text) => text === '' ? undefined : answer }],
  ['a number is a parse error', 'protocol/J04', { body: (answer, text) => text === '1' ? parseError : answer }],
  ['null is a parse error', 'protocol/J05', { body: (answer, text) => text === 'null' ? parseError : answer }],
  ['a text is a parse error', 'protocol/J06', { body: (answer, text) => text === '"x"' ? parseError : answer }],
  ['bytes after the value are passed over', 'protocol/J08', { body: (answer, text) => text.endsWith('} x') ? { jsonrpc: '2.0', id: 1, result: null } : answer }],
  ['what is not JSON is an invalid request', 'protocol/J01', { answer: (answer) => answer, body: (answer) => answer?.error?.code === -32700 ? { ...answer, error: { code: -32600, message: 'x' } } : answer }],
  ['a duplicate member anywhere is a parse error', 'protocol/J12/object/doubled', { body: (answer, text) => text.includes('"a":"c"') ? parseError : answer }],
  ['a plus sign is read', 'protocol/J13/plus', readAs('+1')],
  ['control characters are read', 'protocol/J14/control', readAs('"\u001F"')],
  ['comments are read', 'protocol/J15/line-comment', readAs('1//a\n')],
  ['what is no UTF-8 is replaced', 'protocol/J16/never', readAs('"\uFFFD"')],
  ['a big number is the id null', 'protocol/J17/exponent', { body: (answer, text) => text.includes(':1e400}') ? { jsonrpc: '2.0', id: null, result: null } : answer }],
  ['a page of HTML for a parse error', 'protocol/J01', { body: (answer) => answer?.error?.code === -32700 ? '<h1>Bad request</h1>' : answer }],
]
