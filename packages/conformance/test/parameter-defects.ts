import { block, receipt, transaction, type Row } from './defect.ts'
import type { Defect } from './mini-server.ts'

/** Parameters that are validated wrongly; a call that passes has the result null. */
// oxfmt-ignore
export const parameterDefects: Row[] = [
  ['a bad parameter is -32000', `invalid/${transaction}/0/HashParameter/pattern/*`, { answer: (answer) => answer?.['error']?.code === -32602 ? { ...answer, error: { ...answer['error'], code: -32000 } } : answer }],
  ['a bad parameter has result null', `invalid/${receipt}/0/HashParameter/type/*`, { answer: (answer, request) => answer?.['error']?.code === -32602 ? { jsonrpc: '2.0', id: request.id, result: null } : answer }],
  ['a hash may be short', `invalid/${transaction}/0/HashParameter/pattern/*`, accept(transaction, ([hash]) => /^0x[0-9a-f]{63}$/i.test(hash))],
  ['a hash may be long', `invalid/${transaction}/0/HashParameter/pattern/*`, accept(transaction, ([hash]) => /^0x[0-9a-f]{65}$/i.test(hash))],
  ['a hash may lack its 0x', `invalid/${receipt}/0/HashParameter/pattern/*`, accept(receipt, ([hash]) => /^[0-9a-f]{64}$/i.test(hash))],
  ['a hash may have spaces around it', `invalid/${receipt}/0/HashParameter/pattern/*`, accept(receipt, ([hash]) => hash?.trim?.().length === 66)],
  ['a number may have leading zeros', `invalid/${block}/0/BlockNumber/pattern/*`, accept(block, ([number]) => /^0x0[0-9a-f]+$/.test(number))],
  ['a number may be decimal', `invalid/${block}/0/BlockNumber/type/*`, accept(block, ([number]) => typeof number === 'number')],
  ['tags are taken in any case', `invalid/${block}/0/latest/enum/*`, accept(block, ([tag]) => tag === 'LATEST')],
  ['any word is a tag', `invalid/${block}/0/earliest/enum/*`, accept(block, ([tag]) => tag === 'other')],
  ['the flag may be a number', `invalid/${block}/1/true/type/*`, accept(block, ([, whole]) => typeof whole === 'number')],
  ['the flag may be left out', `arity/${block}/missing/1`, accept(block, (params) => params.length === 1)],
  ['params may be left out', `arity/${transaction}/absent`, { answer: (answer, request) => request?.method === transaction && request.id && !('params' in request) ? { jsonrpc: '2.0', id: request.id, result: null } : answer }],
  ['more parameters than there are', `arity/${receipt}/too-many`, accept(receipt, (params) => params.length > 1)],
  ['parameters by name', `arity/${block}/by-name`, { accept: (method, params) => method === block && !Array.isArray(params) }],
  ['a tag is not known', `valid/${block}/0/pending`, { answer: (answer, request) => request?.params?.[0] === 'pending' ? { jsonrpc: '2.0', id: request.id, error: { code: -32000, message: 'x' } } : answer }],
  ['a big number is an internal error', `valid/${block}/0/BlockNumber`, { answer: (answer, request) => request?.method === block && request.params?.[0]?.length === 18 ? { jsonrpc: '2.0', id: request.id, error: { code: -32603, message: 'x' } } : answer }],
  ['an upper case hash is refused', `valid/${transaction}/0/HashParameter`, { answer: (answer, request) => /^0x.*[A-F]/.test(request?.params?.[0]) ? { jsonrpc: '2.0', id: request.id, error: { code: -32602, message: 'x' } } : answer }],
  ['rpc.discover is not there', 'discover/D01', { answer: (answer, request) => request?.method === 'rpc.discover' ? { jsonrpc: '2.0', id: request.id, error: { code: -32601, message: 'x' } } : answer }],
  ['rpc.discover wants params', 'discover/D02', { answer: (answer, request) => request?.method === 'rpc.discover' && !request.params ? { jsonrpc: '2.0', id: request.id, error: { code: -32602, message: 'x' } } : answer }],
  ['the id of a method is a string', `envelope/${block}`, { answer: (answer, request) => request?.method === block ? { ...answer, id: String(request.id) } : answer }],
]

/** Some bad parameters of one method are let through. */
function accept(name: string, isMeant: (params: any) => boolean): Defect {
  return { accept: (method, params) => method === name && Array.isArray(params) && isMeant(params) }
}
