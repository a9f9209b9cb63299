import type { Expectation } from '@lectern/conformance/protocol'

/** One case of parameters or discovery: the text to send, and what must come back. */
export interface ParameterCase {
  /** The row of the rule table. */
  readonly id: string
  readonly title: string
  readonly request: string
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
const refused: Expectation = { error: [-32602], ids: ['1'] }
const ok: Expectation = { result: '1' }

// oxfmt-ignore
const rows: readonly (readonly [string, string, string, Expectation])[] = [
  ['P03', 'required params are missed when absent', call({ params: undefined }), refused],
  ['P04', 'required params are missed in an empty array', call({ params: '[]' }), refused],
  ['P04', 'the second required param is missed', call({ params: '["0x0"]' }), refused],
  ['P05', 'one param too many is refused', call({ params: '["0x0",false,null]' }), refused],
  ['P06', 'a param of the wrong type is refused', call({ params: '[0,false]' }), refused],
  ['P06', 'a boolean in quotes is refused', call({ params: '["0x0","false"]' }), refused],
  ['P06', 'params in the wrong order are refused', call({ params: '[false,"0x0"]' }), refused],
  ['P07', 'a param null is refused', call({ params: '[null,false]' }), refused],
  ['P07', 'a hash null is refused', lookup('[null]'), refused],
  ['P08', 'a number with a leading zero is refused', call({ params: '["0x01",false]' }), refused],
  ['P08', 'a decimal number is refused', call({ params: '["12",false]' }), refused],
  ['P08', 'an unknown tag is refused', call({ params: '["newest",false]' }), refused],
  ['P08', 'a hash of 31 bytes is refused', lookup(`["${hash.slice(0, -2)}"]`), refused],
  ['P08', 'a hash of 33 bytes is refused', lookup(`["${hash}00"]`), refused],
  ['P08', 'a hash without 0x is refused', lookup(`["${hash.slice(2)}"]`), refused],
  ['P08', 'a hash with a line break after it is refused', lookup(`["${hash}\\n"]`), refused],
  ['P09', 'params by name are refused where they go by position', call({ params: '{"block_number":"0x0","return_full_txns":false}' }), refused],
  ['P09', 'an unknown name is refused', call({ params: '{"number":"0x0"}' }), refused],
  ['D01', 'rpc.discover needs no params', call({ method: '"rpc.discover"', params: undefined }), ok],
  ['D02', 'rpc.discover takes empty params', call({ method: '"rpc.discover"', params: '[]' }), ok],
]

/** Every case of this server's own parameters; the rules of the protocol itself are the judge's, of @lectern/conformance. */
export const parameterCases: readonly ParameterCase[] = rows.map(([id, title, request, expect]) => ({
  id,
  title,
  request,
  expect,
}))
