import { jsonBodyRows } from './json-bodies.ts'
import {
  alive,
  anyOf,
  badJson,
  batch,
  type Call,
  codes,
  createCall,
  fails,
  nothing,
  ok,
  type ProtocolCase,
  type Question,
  refused,
  type Row,
} from './rows.ts'

/** Every rule of JSON-RPC 2.0 and of its texts, on a call that is valid; `none` is one whose result is null. Ids stay, whatever is added. */
export function protocolCases(question: Question, none?: Question): ProtocolCase[] {
  const call = createCall(question)
  const rows = [
    ...singleRows(call, question.method),
    ...(none
      ? ([['S01/null', 'MUST', 'A null result is still a result.', createCall(none)(), ok()]] satisfies Row[])
      : []),
    ...batchRows(call),
    ...jsonRows(call),
    ...jsonBodyRows(call),
    ...policyRows(call),
    ...heavyRows(call),
  ]
  return rows.map(([id, level, sentence, request, expect, heavy]) => {
    const source = sourceOf(id)
    return { id, level, sentence, source, request, expect, heavy: heavy !== undefined }
  })
}

const { parse, request, unknown, params, limit } = codes
const notFound = fails(unknown)

const otherCase = (text: string) =>
  [...text]
    .map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()))
    .join('')

// oxfmt-ignore
const singleRows = (call: Call, method: string): Row[] => [
  ['S01', 'MUST', 'A response has jsonrpc, id, and one of result and error.', call(), ok()],
  ['S01/members', 'MAY', 'A response has no member beside those of JSON-RPC.', call(), ok()],
  ['S01/blanks', 'MUST', 'Blanks around and inside mean nothing.', `\r\n\t ${call().replaceAll(/[:,](?=["[])/g, ' $& ')} \n`, ok()],
  ['S01/escapes', 'MUST', 'A method written with an escape is the same method.', call({ method: `"\\u${method.charCodeAt(0).toString(16).padStart(4, '0')}${method.slice(1)}"` }), ok()],
  ['S02', 'MUST', 'A string id is echoed as it is.', call({ id: '"é\\"x"' }), ok('"é\\"x"')],
  ['S02/number', 'MUST', 'A string id of digits stays a string.', call({ id: '"7"' }), ok('"7"')],
  ['S03', 'MUST', 'The id 0 is echoed; it is not an absent id.', call({ id: '0' }), ok('0')],
  ['S04', 'MUST', 'The id "" is echoed.', call({ id: '""' }), ok('""')],
  ['S05', 'MUST', 'A call with id null is a call, not a notification.', call({ id: 'null' }), ok('null')],
  ['S06', 'SHOULD', 'A fractional id is echoed exactly, or refused.', call({ id: '1.5' }), anyOf(ok('1.5'), fails(request, 'null'))],
  ['S07', 'MUST', 'A negative id is echoed.', call({ id: '-7' }), ok('-7')],
  ['S08', 'MUST', 'An id beyond 2^53 is echoed digit for digit, or refused.', call({ id: '9007199254740993' }), anyOf(ok('9007199254740993'), fails(request, 'null'))],
  ['S09', 'MUST', 'An object is no id.', call({ id: '{"a":1}' }), fails(request, 'null')],
  ['S10', 'MUST', 'An array is no id.', call({ id: '[1]' }), fails(request, 'null')],
  ['S11', 'MUST', 'true is no id.', call({ id: 'true' }), fails(request, 'null')],
  ['S11/false', 'MUST', 'false is no id.', call({ id: 'false' }), fails(request, 'null')],
  ['S12', 'MUST', 'A call without jsonrpc is an invalid request.', call({ jsonrpc: undefined }), refused],
  ['S13', 'MUST', 'jsonrpc "1.0" is an invalid request.', call({ jsonrpc: '"1.0"' }), refused],
  ['S14', 'MUST', 'jsonrpc 2.0, a number, is an invalid request.', call({ jsonrpc: '2.0' }), refused],
  ['S14/null', 'MUST', 'jsonrpc null is an invalid request.', call({ jsonrpc: 'null' }), refused],
  ['S15', 'MUST', 'A call without method is an invalid request.', call({ method: undefined }), refused],
  ['S16', 'MUST', 'A number is no method.', call({ method: '1' }), refused],
  ['S16/null', 'MUST', 'null is no method.', call({ method: 'null' }), refused],
  ['S16/array', 'MUST', 'An array is no method.', call({ method: `[${JSON.stringify(method)}]` }), refused],
  ['S17', 'MUST', 'An unknown method is not found.', call({ method: '"lectern_none"' }), notFound],
  ['S17/empty', 'MUST', 'An empty name is an unknown method, or none.', call({ method: '""' }), fails([unknown, request], '1', 'null')],
  ['S18', 'MUST', 'Method names are exact: another case is not found.', call({ method: JSON.stringify(otherCase(method)) }), notFound],
  ['S18/blanks', 'MUST', 'Method names are exact: blanks around are not found.', call({ method: JSON.stringify(` ${method} `) }), notFound],
  ['S19', 'MUST', 'constructor, which every object has, is no method.', call({ method: '"constructor"' }), notFound],
  ['S19/toString', 'MUST', 'toString, which every object has, is no method.', call({ method: '"toString"' }), notFound],
  ['S19/hasOwnProperty', 'MUST', 'hasOwnProperty, which every object has, is no method.', call({ method: '"hasOwnProperty"' }), notFound],
  ['S20', 'MUST', '__proto__, which every object has, is no method.', call({ method: '"__proto__"' }), notFound],
  ['S21', 'MUST', 'An unknown method of the reserved rpc. prefix is not found.', call({ method: '"rpc.none"' }), notFound],
  ['S22', 'MUST', 'An unknown member of a request is ignored, or the request refused.', call({ extra: '{"a":[1]}' }), anyOf(ok(), refused)],
  ['S22/response', 'MUST', 'A response that is sent as a request is refused.', '{"jsonrpc":"2.0","id":1,"result":null}', refused],
  ['P01', 'MUST', 'Params that are a string are refused.', call({ params: '"x"' }), fails([request, params], '1', 'null')],
  ['P01/number', 'MUST', 'Params that are a number are refused.', call({ params: '1' }), fails([request, params], '1', 'null')],
  ['P01/boolean', 'MUST', 'Params that are a boolean are refused.', call({ params: 'true' }), fails([request, params], '1', 'null')],
  ['P02', 'MUST', 'Params that are null are refused, or taken for none.', call({ params: 'null' }), fails([request, params], '1', 'null')],
  ['E01', 'MUST', 'An error has an integer code and a message.', call({ method: '"lectern_none"' }), notFound],
  ['E01/members', 'MAY', 'An error has no member beside code, message and data.', call({ method: '"lectern_none"' }), notFound],
  ['N01', 'MUST', 'A notification is not answered.', call({ id: undefined }), nothing],
  ['N02', 'MUST', 'A notification of an unknown method is not answered.', call({ id: undefined, method: '"lectern_none"' }), nothing],
  ['N03', 'MUST', 'A notification with bad params is not answered.', call({ id: undefined, params: '[]' }), nothing],
  ['N04', 'MUST', 'An invalid request without id is answered with id null.', call({ id: undefined, method: '1' }), fails(request, 'null')],
  ['N04/jsonrpc', 'MUST', 'A request without id and jsonrpc is answered with id null.', call({ id: undefined, jsonrpc: undefined }), fails(request, 'null')],
]

// oxfmt-ignore
const batchRows = (call: Call): Row[] => [
  ['B01', 'MUST', 'Each call of a batch is answered.', `[${call()},${call({ id: '2' })},${call({ id: '"c"' })}]`, batch(ok(), ok('2'), ok('"c"'))],
  ['B02', 'MUST', 'An empty batch is one invalid request.', '[]', fails(request, 'null')],
  ['B02/blanks', 'MUST', 'An empty batch with blanks in it is one invalid request.', ' [ \n ] ', fails(request, 'null')],
  ['B03', 'MUST', 'A batch of one number is answered with an array of one error.', '[1]', batch(fails(request, 'null'))],
  ['B03/null', 'MUST', 'A batch of null is answered with an array of one error.', '[null]', batch(fails(request, 'null'))],
  ['B03/object', 'MUST', 'A batch of an empty object is answered with an array of one error.', '[{}]', batch(fails(request, 'null'))],
  ['B04', 'MUST', 'A batch of what is no request is answered with an array of one error each.', '[1,2,3]', batch(fails(request, 'null'), fails(request, 'null'), fails(request, 'null'))],
  ['B05', 'MUST', 'A batch of notifications only is not answered.', `[${call({ id: undefined })},${call({ id: undefined })}]`, nothing],
  ['B06', 'MUST', 'A notification in a batch has no entry in the response.', `[${call({ id: undefined })},${call({ id: '2' })}]`, batch(ok('2'))],
  ['B07', 'MUST', 'A batch of one call is answered with an array of one.', `[${call()}]`, batch(ok())],
  ['B08', 'MUST', 'A batch in a batch is an invalid request.', `[[${call()}]]`, batch(fails(request, 'null'))],
  ['B08/empty', 'MUST', 'An empty batch in a batch is an invalid request.', '[[]]', batch(fails(request, 'null'))],
  ['B09', 'MUST', 'Calls of a batch with the same id are each answered.', `[${call()},${call()}]`, batch(ok(), ok())],
  ['X02', 'MAY', 'The responses of a batch come in the order of its calls.', `[${[3, 1, 2].map((id) => call({ id: String(id) })).join()}]`, { batch: [ok('3'), ok('1'), ok('2')], ordered: true }],
  ['X03', 'MUST', 'A bad entry of a batch takes nothing from the others.', `[${call()},{"foo":"boo"},1,${call({ id: '4', method: '"lectern_none"' })}]`, batch(ok(), fails(request, 'null'), fails(request, 'null'), fails(unknown, '4'))],
]

// oxfmt-ignore
const jsonRows = (call: Call): Row[] => [
  ['J01', 'MUST', 'What is not JSON is a parse error.', '{"jsonrpc":"2.0","method":"x","params":[1', badJson],
  ['J02', 'MUST', 'A batch that is not JSON is one parse error.', `[${call()},{"jsonrpc":"2.0","method"]`, badJson],
  ['J03', 'SHOULD', 'An empty body is refused.', '', fails([parse, request], 'null')],
  ['J04', 'MUST', 'A number is an invalid request.', '1', fails(request, 'null')],
  ['J05', 'MUST', 'null is an invalid request.', 'null', fails(request, 'null')],
  ['J06', 'MUST', 'A string is an invalid request.', '"x"', fails(request, 'null')],
  ['J06/true', 'MUST', 'true is an invalid request.', 'true', fails(request, 'null')],
  ['J06/object', 'MUST', 'An empty object is an invalid request.', '{}', fails(request, 'null')],
  ['J07', 'MUST', 'Bytes that are not UTF-8 are refused.', Uint8Array.of(0x22, 0xc3, 0x28, 0x22), fails([parse, request], 'null')],
  ['J07/surrogate', 'MUST', 'A surrogate written as UTF-8 is refused.', Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), fails([parse, request], 'null')],
  ['J08', 'SHOULD', 'Bytes after the value are a parse error.', `${call()} x`, badJson],
  ['J08/second', 'SHOULD', 'A second value after the first is a parse error.', `${call()}${call()}`, badJson],
  ['J08/line', 'SHOULD', 'A second value on a line of its own is a parse error.', `${call()}\n${call()}`, badJson],
  ['J10', 'SHOULD', 'A member __proto__ changes nothing.', call({ ['__proto__']: '{"method":"x","id":7}' }), anyOf(ok(), refused)],
  ['J11', 'SHOULD', 'Duplicate params are refused.', call().replace(/\}$/, ',"params":[]}'), refused],
  ['X04', 'SHOULD', 'A trailing comma is a parse error.', '{"jsonrpc":"2.0",}', badJson],
  ['X04/batch', 'SHOULD', 'A trailing comma in a batch is a parse error.', `[${call()},]`, badJson],
  ['X04/quotes', 'SHOULD', 'Single quotes are a parse error.', "{'jsonrpc':'2.0'}", badJson],
  ['X04/comment', 'SHOULD', 'A comment is a parse error.', `/* */${call()}`, badJson],
  ['X04/NaN', 'SHOULD', 'NaN is a parse error.', call({ id: 'NaN' }), badJson],
  ['X04/blanks', 'SHOULD', 'Blanks alone are a parse error.', ' \r\n\t', badJson],
  ['X04/quote', 'SHOULD', 'A lone quote is a parse error.', '"', badJson],
  ['X04/control', 'SHOULD', 'A raw control character in a string is a parse error.', call({ id: '"\u0001"' }), badJson],
  ['X04/zero', 'SHOULD', 'A number with a leading zero is a parse error.', call({ id: '01' }), badJson],
]

// oxfmt-ignore
const policyRows = (call: Call): Row[] => [
  ['X01', 'MAY', 'An id of 64 bits is echoed digit for digit.', call({ id: '18446744073709551615' }), ok('18446744073709551615')],
  ['X01/text', 'MAY', 'An id beyond ASCII is echoed as it is.', call({ id: '"é😀"' }), ok('"é😀"')],
  ['X08', 'MAY', 'The id 1e400 is echoed or refused; it is not null.', call({ id: '1e400' }), anyOf(ok('1e400'), fails([request, parse], 'null'))],
  ['X09', 'MAY', 'Two methods in one request are refused: a filter before the node may have read the other one.', call({ method: undefined }).replace(/\}$/, `,"method":"lectern_none",${call().match(/"method":"[^"]*"/)![0]}}`), refused],
  ['X09/escape', 'MAY', 'Two methods, one written with an escape, are refused.', call().replace('"method"', '"\\u006dethod":"lectern_none","method"'), refused],
  ['X10', 'MAY', 'A byte order mark is passed over or refused.', `\uFEFF${call()}`, alive],
  ['X10/surrogate', 'MAY', 'A lone surrogate in an id is echoed as it is written, or refused.', call({ id: '"\\ud800"' }), anyOf(ok('"\\ud800"'), fails([request, parse], 'null'))],
  ['X10/prototype', 'MAY', 'A member constructor.prototype changes nothing.', call({ constructor: '{"prototype":{"id":7}}' }), anyOf(ok(), refused)],
  ['X10/ids', 'MAY', 'Two ids in one request are refused.', call().replace('"id":1', '"id":1,"id":2'), fails(request, 'null')],
]

const arrays = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const refusedBatch = anyOf(fails([limit, request], 'null', '1'), batch(fails([limit, request], 'null', '1')))
const refusedParams = fails([request, params, limit, parse], '1', 'null')

// oxfmt-ignore
const heavyRows = (call: Call): Row[] => [
  ['B10', 'MAY', 'A batch of 20,000 entries is one error.', `[${Array.from({ length: 20_000 }, () => '1').join()}]`, refusedBatch, 'heavy'],
  ['J09', 'MAY', '50,000 levels of arrays are refused.', arrays(50_000), fails([parse, request, limit], 'null'), 'heavy'],
  ['X05', 'MAY', 'A batch of 100,000 entries is one error.', `[${Array.from({ length: 100_000 }, () => '1').join()}]`, refusedBatch, 'heavy'],
  ['X06', 'MAY', 'Params 1,000 levels deep are refused.', call({ params: arrays(1_000) }), refusedParams, 'heavy'],
  ['X06/more', 'MAY', 'Params 100,000 levels deep are refused.', call({ params: arrays(100_000) }), refusedParams, 'heavy'],
  ['X06/objects', 'MAY', 'Params that are objects 50,000 levels deep are refused.', call({ params: `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}` }), refusedParams, 'heavy'],
  ['X06/id', 'MAY', 'An id 50,000 levels deep is refused.', call({ id: arrays(50_000) }), fails([request, parse, limit], 'null'), 'heavy'],
  ['X07', 'MAY', 'An id of 500 KB is refused.', call({ id: `"${'a'.repeat(500_000)}"` }), fails([request, limit], 'null'), 'heavy'],
  ['X07/method', 'MAY', 'A method of 500 KB is refused.', call({ method: `"${'a'.repeat(500_000)}"` }), fails([request, unknown, limit], '1', 'null'), 'heavy'],
]

// oxfmt-ignore
const sources: readonly [RegExp, string][] = [
  [/^E/, 'JSON-RPC 2.0, 5.1 Error object'],
  [/^(S01|S22)/, 'JSON-RPC 2.0, 5 Response object'],
  [/^S(0[2-9]|1[01])/, 'JSON-RPC 2.0, 4 Request object: id'],
  [/^S1[2-4]/, 'JSON-RPC 2.0, 4 Request object: jsonrpc'],
  [/^S(1[5-9]|2[01])/, 'JSON-RPC 2.0, 4 Request object: method'],
  [/^P/, 'JSON-RPC 2.0, 4.2 Parameter structures'],
  [/^N/, 'JSON-RPC 2.0, 4.1 Notification'],
  [/^(B10|X05)/, 'A limit of the endpoint’s own, as a JSON-RPC error'],
  [/^(B|X03|X02)/, 'JSON-RPC 2.0, 6 Batch'],
  [/^J07/, 'RFC 8259, 8.1 Character encoding'],
  [/^(J0[128]|X04)/, 'JSON-RPC 2.0, 5.1 Error object: -32700; RFC 8259'],
  [/^J0[3-6]/, 'JSON-RPC 2.0, 5.1 Error object: -32600'],
  [/^J12/, 'RFC 8259, 9 Parsers: all texts of the grammar are accepted'],
  [/^J13/, 'RFC 8259, 6 Numbers; JSON-RPC 2.0, 5.1 Error object: -32700'],
  [/^J14/, 'RFC 8259, 7 Strings; JSON-RPC 2.0, 5.1 Error object: -32700'],
  [/^J15/, 'RFC 8259, 2 to 5; JSON-RPC 2.0, 5.1 Error object: -32700'],
  [/^J16/, 'RFC 8259, 8.1 Character encoding'],
  [/^J17/, 'RFC 8259, 6, 8.2 and 9: left to the implementation'],
  [/^(J11|X09|X10\/ids)/, 'RFC 8259, 4 Objects: names should be unique'],
]

const sourceOf = (id: string) =>
  sources.find(([pattern]) => pattern.test(id))?.[1] ?? 'Good practice beyond the specifications'
