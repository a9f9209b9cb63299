/** How strongly the JSON-RPC 2.0 texts ask for a row; a policy row goes beyond them. */
export type Level = 'MUST' | 'SHOULD' | 'POLICY'

/** What an answer must be; ids are raw JSON texts, compared character for character. */
export type Expectation =
  | { readonly result: string } // the id
  | { readonly error: readonly number[]; readonly ids: readonly string[] } // one of the codes, one of the ids
  | { readonly nothing: true }
  | { readonly batch: readonly Expectation[] } // in this order
  | { readonly anyOf: readonly Expectation[] }

/** One protocol case: the bytes to send, and what must come back. */
export interface ProtocolCase {
  /** The row of the rule table. */
  readonly id: string
  readonly level: Level
  readonly title: string
  readonly request: string | Uint8Array
  readonly expect: Expectation
}

const method = '"eth_getBlockByNumber"'
const valid = { jsonrpc: '"2.0"', id: '1', method, params: '["0x0",false]' }

/** The text of a valid call with some members replaced by raw texts, or left out where undefined. */
const call = (changes: Readonly<Record<string, string | undefined>> = {}): string =>
  `{${Object.entries({ ...valid, ...changes })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `"${name}":${value}`)
    .join(',')}}`

const lookup = (params: string): string => call({ method: '"eth_getTransactionByHash"', params })
const hash = `0x${'00'.repeat(31)}01`
const ok = (id: string = '1'): Expectation => ({ result: id })
const fails = (code: number | readonly number[], ...ids: string[]): Expectation => ({
  error: typeof code === 'number' ? [code] : code,
  ids: ids.length === 0 ? ['1'] : ids,
})
const anyOf = (...expectations: Expectation[]): Expectation => ({ anyOf: expectations })
const batch = (...expectations: Expectation[]): Expectation => ({ batch: expectations })
const nothing: Expectation = { nothing: true }
const [parse, request, unknown, params, limit] = [-32700, -32600, -32601, -32602, -32005]
const refusedBatch = anyOf(fails([limit, request], 'null', '1'), batch(fails([limit, request], 'null', '1')))
const alive = anyOf(ok(), fails([parse, request, unknown, params, limit], '1', 'null'))

// oxfmt-ignore
const rows: readonly (readonly [string, Level, string, string | Uint8Array, Expectation])[] = [
  ['S01', 'MUST', 'a call is answered with its result', call(), ok()],
  ['S01', 'MUST', 'a null result is still a result', lookup(`["${hash}"]`), ok()],
  ['S01', 'MUST', 'blanks around and inside mean nothing', `\r\n\t {"jsonrpc" : "2.0" ,"id":\t1 , "method":${method}, "params" : [ "0x0" , false ] } \n`, ok()],
  ['S01', 'MUST', 'the order of the members means nothing', `{"params":["0x0",false],"method":${method},"id":1,"jsonrpc":"2.0"}`, ok()],
  ['S02', 'MUST', 'a string id with an escape comes back', call({ id: '"é\\"x"' }), ok('"é\\"x"')],
  ['S03', 'MUST', 'id 0 is an id', call({ id: '0' }), ok('0')],
  ['S04', 'MUST', 'an empty string is an id', call({ id: '""' }), ok('""')],
  ['S05', 'MUST', 'id null makes a call', call({ id: 'null' }), ok('null')],
  ['S06', 'SHOULD', 'a fractional id comes back exactly or is refused', call({ id: '1.5' }), anyOf(ok('1.5'), fails(request, 'null'))],
  ['S07', 'MUST', 'a negative id comes back', call({ id: '-7' }), ok('-7')],
  ['S08', 'MUST', 'an id above 2^53 comes back digit for digit or is refused', call({ id: '9007199254740993' }), anyOf(ok('9007199254740993'), fails(request, 'null'))],
  ['S09', 'MUST', 'an object is no id', call({ id: '{"a":1}' }), fails(request, 'null')],
  ['S10', 'MUST', 'an array is no id', call({ id: '[1]' }), fails(request, 'null')],
  ['S11', 'MUST', 'true is no id', call({ id: 'true' }), fails(request, 'null')],
  ['S11', 'MUST', 'false is no id', call({ id: 'false' }), fails(request, 'null')],
  ['S12', 'MUST', 'jsonrpc is required', call({ jsonrpc: undefined }), fails(request, '1', 'null')],
  ['S13', 'MUST', 'jsonrpc "1.0" is refused', call({ jsonrpc: '"1.0"' }), fails(request, '1', 'null')],
  ['S14', 'MUST', 'jsonrpc as a number is refused', call({ jsonrpc: '2.0' }), fails(request, '1', 'null')],
  ['S14', 'MUST', 'jsonrpc null is refused', call({ jsonrpc: 'null' }), fails(request, '1', 'null')],
  ['S15', 'MUST', 'method is required', call({ method: undefined }), fails(request, '1', 'null')],
  ['S16', 'MUST', 'a number is no method', call({ method: '1' }), fails(request, '1', 'null')],
  ['S16', 'MUST', 'null is no method', call({ method: 'null' }), fails(request, '1', 'null')],
  ['S16', 'MUST', 'an array is no method', call({ method: `[${method}]` }), fails(request, '1', 'null')],
  ['S17', 'MUST', 'an unknown method is named as such', call({ method: '"eth_nothing"' }), fails(unknown)],
  ['S17', 'MUST', 'an empty name is an unknown method', call({ method: '""' }), fails(unknown)],
  ['S18', 'MUST', 'a method in other case is unknown', call({ method: '"eth_getblockbynumber"' }), fails(unknown)],
  ['S18', 'MUST', 'a method with blanks around is unknown', call({ method: '" eth_getBlockByNumber "' }), fails(unknown)],
  ['S19', 'MUST', 'constructor is no method', call({ method: '"constructor"' }), fails(unknown)],
  ['S19', 'MUST', 'toString is no method', call({ method: '"toString"' }), fails(unknown)],
  ['S19', 'MUST', 'hasOwnProperty is no method', call({ method: '"hasOwnProperty"' }), fails(unknown)],
  ['S20', 'MUST', '__proto__ is no method', call({ method: '"__proto__"' }), fails(unknown)],
  ['S21', 'MUST', 'an unknown rpc method is unknown', call({ method: '"rpc.nothing"' }), fails(unknown)],
  ['S22', 'MUST', 'an unknown member is ignored or refused', call({ extra: '{"a":[1]}' }), anyOf(ok(), fails(request, '1', 'null'))],
  ['S22', 'MUST', 'a response sent as a request is refused', '{"jsonrpc":"2.0","id":1,"result":null}', fails(request, '1', 'null')],

  ['P01', 'MUST', 'params as a string are refused', call({ params: '"0x0"' }), fails([request, params], '1', 'null')],
  ['P01', 'MUST', 'params as a number are refused', call({ params: '1' }), fails([request, params], '1', 'null')],
  ['P01', 'MUST', 'params as a boolean are refused', call({ params: 'true' }), fails([request, params], '1', 'null')],
  ['P02', 'MUST', 'params null are refused', call({ params: 'null' }), fails([request, params], '1', 'null')],
  ['P03', 'MUST', 'required params are missed when absent', call({ params: undefined }), fails(params)],
  ['P04', 'MUST', 'required params are missed in an empty array', call({ params: '[]' }), fails(params)],
  ['P04', 'MUST', 'the second required param is missed', call({ params: '["0x0"]' }), fails(params)],
  ['P05', 'SHOULD', 'one param too many is refused', call({ params: '["0x0",false,null]' }), fails(params)],
  ['P06', 'MUST', 'a param of the wrong type is refused', call({ params: '[0,false]' }), fails(params)],
  ['P06', 'MUST', 'a boolean in quotes is refused', call({ params: '["0x0","false"]' }), fails(params)],
  ['P06', 'MUST', 'params in the wrong order are refused', call({ params: '[false,"0x0"]' }), fails(params)],
  ['P07', 'MUST', 'a param null is refused', call({ params: '[null,false]' }), fails(params)],
  ['P07', 'MUST', 'a hash null is refused', lookup('[null]'), fails(params)],
  ['P08', 'MUST', 'a number with a leading zero is refused', call({ params: '["0x01",false]' }), fails(params)],
  ['P08', 'MUST', 'a decimal number is refused', call({ params: '["12",false]' }), fails(params)],
  ['P08', 'MUST', 'an unknown tag is refused', call({ params: '["newest",false]' }), fails(params)],
  ['P08', 'MUST', 'a hash of 31 bytes is refused', lookup(`["${hash.slice(0, -2)}"]`), fails(params)],
  ['P08', 'MUST', 'a hash of 33 bytes is refused', lookup(`["${hash}00"]`), fails(params)],
  ['P08', 'MUST', 'a hash without 0x is refused', lookup(`["${hash.slice(2)}"]`), fails(params)],
  ['P08', 'MUST', 'a hash with a line break after it is refused', lookup(`["${hash}\\n"]`), fails(params)],
  ['P09', 'MUST', 'params by name are refused where they go by position', call({ params: '{"block_number":"0x0","return_full_txns":false}' }), fails(params)],
  ['P09', 'MUST', 'an unknown name is refused', call({ params: '{"number":"0x0"}' }), fails(params)],

  ['N01', 'MUST', 'a notification has no answer', call({ id: undefined }), nothing],
  ['N02', 'MUST', 'a notification of an unknown method has no answer', call({ id: undefined, method: '"eth_nothing"' }), nothing],
  ['N03', 'MUST', 'a notification with bad params has no answer', call({ id: undefined, params: '[1]' }), nothing],
  ['N04', 'MUST', 'an invalid request without id is answered', call({ id: undefined, method: '1' }), fails(request, 'null')],
  ['N04', 'MUST', 'a request without id and version is answered', call({ id: undefined, jsonrpc: undefined }), fails(request, 'null')],

  ['B01', 'MUST', 'two calls have two answers', `[${call()},${call({ id: '2' })}]`, batch(ok(), ok('2'))],
  ['B02', 'MUST', 'an empty batch has one error', '[]', fails(request, 'null')],
  ['B02', 'MUST', 'an empty batch with blanks has one error', ' [ \n ] ', fails(request, 'null')],
  ['B03', 'MUST', 'a number in a batch has its error', '[1]', batch(fails(request, 'null'))],
  ['B03', 'MUST', 'a null in a batch has its error', '[null]', batch(fails(request, 'null'))],
  ['B03', 'MUST', 'an empty object in a batch has its error', '[{}]', batch(fails(request, 'null'))],
  ['B04', 'MUST', 'three numbers have three errors', '[1,2,3]', batch(fails(request, 'null'), fails(request, 'null'), fails(request, 'null'))],
  ['B05', 'MUST', 'a batch of notifications has no answer', `[${call({ id: undefined })},${call({ id: undefined })}]`, nothing],
  ['B06', 'MUST', 'a notification among calls has no entry', `[${call({ id: undefined })},${call({ id: '2' })}]`, batch(ok('2'))],
  ['B07', 'MUST', 'a batch of one is answered with an array', `[${call()}]`, batch(ok())],
  ['B08', 'MUST', 'a batch in a batch has its error', `[[${call()}]]`, batch(fails(request, 'null'))],
  ['B08', 'MUST', 'an empty batch in a batch has its error', '[[]]', batch(fails(request, 'null'))],
  ['B09', 'MUST', 'calls of the same id each have an answer', `[${call()},${call()}]`, batch(ok(), ok())],
  ['B10', 'SHOULD', 'a batch over the limit has one error', `[${Array.from({ length: 20_000 }, () => '1').join()}]`, refusedBatch],

  ['J01', 'MUST', 'half a text is a parse error', '{"jsonrpc":"2.0","id":1,"method"', fails(parse, 'null')],
  ['J02', 'MUST', 'half a text in a batch is one parse error', `[${call()},{"jsonrpc":"2.0","method"]`, fails(parse, 'null')],
  ['J03', 'MUST', 'an empty body is an error', '', fails([parse, request], 'null')],
  ['J04', 'MUST', 'a number is no request', '1', fails(request, 'null')],
  ['J05', 'MUST', 'null is no request', 'null', fails(request, 'null')],
  ['J06', 'MUST', 'a string is no request', '"eth_getBlockByNumber"', fails(request, 'null')],
  ['J06', 'MUST', 'true is no request', 'true', fails(request, 'null')],
  ['J06', 'MUST', 'an empty object is no request', '{}', fails(request, 'null')],
  ['J07', 'MUST', 'bytes that are not UTF-8 are refused', Uint8Array.of(0x22, 0xc3, 0x28, 0x22), fails([parse, request], 'null')],
  ['J07', 'MUST', 'a surrogate in UTF-8 is refused', Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), fails([parse, request], 'null')],
  ['J08', 'SHOULD', 'bytes after the value are a parse error', `${call()}x`, fails(parse, 'null')],
  ['J09', 'SHOULD', '50,000 levels of arrays are refused', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, fails([parse, request, limit], 'null')],
  ['J10', 'SHOULD', 'a __proto__ member pollutes nothing', call({ ['__proto__']: '{"method":"x","id":7}' }), anyOf(ok(), fails(request, '1', 'null'))],
  ['J11', 'SHOULD', 'a member that stands twice is refused', `{"jsonrpc":"2.0","id":1,"method":${method},"params":["0x0",false],"params":["0x1",false]}`, fails(request, '1', 'null')],

  ['D01', 'MUST', 'rpc.discover needs no params', call({ method: '"rpc.discover"', params: undefined }), ok()],
  ['D02', 'MUST', 'rpc.discover takes empty params', call({ method: '"rpc.discover"', params: '[]' }), ok()],

  ['X01', 'POLICY', 'an id of 64 bits comes back', call({ id: '18446744073709551615' }), ok('18446744073709551615')],
  ['X01', 'POLICY', 'an id beyond ASCII comes back', call({ id: '"é😀"' }), ok('"é😀"')],
  ['X02', 'POLICY', 'a batch keeps its order', `[${[3, 1, 2].map((id) => call({ id: String(id) })).join()}]`, batch(ok('3'), ok('1'), ok('2'))],
  ['X03', 'POLICY', 'each entry of a mixed batch has its own answer', `[${call()},{"foo":"boo"},1,${call({ id: '4', method: '"eth_nothing"' })}]`, batch(ok(), fails(request, 'null'), fails(request, 'null'), fails(unknown, '4'))],
  ['X04', 'POLICY', 'a trailing comma is a parse error', '{"jsonrpc":"2.0",}', fails(parse, 'null')],
  ['X04', 'POLICY', 'a trailing comma in a batch is a parse error', `[${call()},]`, fails(parse, 'null')],
  ['X04', 'POLICY', 'single quotes are a parse error', "{'jsonrpc':'2.0'}", fails(parse, 'null')],
  ['X04', 'POLICY', 'a comment is a parse error', `/* */${call()}`, fails(parse, 'null')],
  ['X04', 'POLICY', 'NaN is a parse error', call({ id: 'NaN' }), fails(parse, 'null')],
  ['X04', 'POLICY', 'two documents are a parse error', `${call()}${call()}`, fails(parse, 'null')],
  ['X04', 'POLICY', 'two lines of documents are a parse error', `${call()}\n${call()}`, fails(parse, 'null')],
  ['X04', 'POLICY', 'blanks alone are a parse error', ' \r\n\t', fails(parse, 'null')],
  ['X04', 'POLICY', 'a lone quote is a parse error', '"', fails(parse, 'null')],
  ['X04', 'POLICY', 'a raw control character is a parse error', call({ id: '"\u0001"' }), fails(parse, 'null')],
  ['X04', 'POLICY', 'a leading zero is a parse error', call({ id: '01' }), fails(parse, 'null')],
  ['X05', 'POLICY', 'a batch of 100,000 entries is refused', `[${Array.from({ length: 100_000 }, () => '1').join()}]`, refusedBatch],
  ['X06', 'POLICY', 'params 1,000 levels deep are refused', call({ params: `${'['.repeat(1_000)}${']'.repeat(1_000)}` }), fails([request, params, limit], '1', 'null')],
  ['X06', 'POLICY', 'params 100,000 levels deep are refused', call({ params: `${'['.repeat(100_000)}${']'.repeat(100_000)}` }), fails([request, params, limit], '1', 'null')],
  ['X06', 'POLICY', 'objects 50,000 levels deep are refused', call({ params: `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}` }), fails([request, params, limit], '1', 'null')],
  ['X06', 'POLICY', 'an id 50,000 levels deep is refused', call({ id: `${'['.repeat(50_000)}${']'.repeat(50_000)}` }), fails([request, limit], 'null')],
  ['X07', 'POLICY', 'an id of 500 KB is not echoed', call({ id: `"${'a'.repeat(500_000)}"` }), fails([request, limit], 'null')],
  ['X07', 'POLICY', 'a method of 500 KB is not echoed', call({ method: `"${'a'.repeat(500_000)}"` }), fails([request, unknown, limit])],
  ['X08', 'POLICY', 'id 1e400 is not answered as null', call({ id: '1e400' }), anyOf(ok('1e400'), fails([request, parse], 'null'))],
  ['X09', 'POLICY', 'two methods are refused', `{"jsonrpc":"2.0","id":1,"method":"eth_nothing","method":${method},"params":["0x0",false]}`, fails(request, '1', 'null')],
  ['X09', 'POLICY', 'two methods, one written with an escape, are refused', `{"jsonrpc":"2.0","id":1,"\\u006dethod":"eth_nothing","method":${method},"params":["0x0",false]}`, fails(request, '1', 'null')],
  ['X10', 'POLICY', 'a byte order mark has one behaviour', `\uFEFF${call()}`, alive],
  ['X10', 'POLICY', 'a lone surrogate escape comes back as it is written', call({ id: '"\\ud800"' }), anyOf(ok('"\\ud800"'), fails(request, 'null'))],
  ['X10', 'POLICY', 'a constructor.prototype member pollutes nothing', call({ constructor: '{"prototype":{"id":7}}' }), anyOf(ok(), fails(request, '1', 'null'))],
  ['X10', 'POLICY', 'two ids are refused', `{"jsonrpc":"2.0","id":1,"id":2,"method":${method},"params":["0x0",false]}`, fails(request, 'null')],
]

/** Every protocol case that needs no more than the methods of the document and a chain with a block 0. */
export const protocolCases: readonly ProtocolCase[] = rows.map(([id, level, title, request, expect]) => ({
  id,
  level,
  title,
  request,
  expect,
}))
