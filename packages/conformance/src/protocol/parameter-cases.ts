import { createCall, fails, codes, type ProtocolCase } from './rows.ts'

const [block, transaction] = [
  createCall({ method: 'eth_getBlockByNumber', params: ['0x0', false] }),
  createCall({ method: 'eth_getTransactionByHash', params: [] }),
]
const byHash = (params: string) => transaction({ params })
const hash = `0x${'00'.repeat(31)}01`

// oxfmt-ignore
const rows: readonly (readonly [id: string, level: ProtocolCase['level'], sentence: string, request: string])[] = [
  ['P03', 'MUST', 'Required params are missed where there are none.', block({ params: undefined })],
  ['P04', 'MUST', 'Required params are missed in an empty array.', block({ params: '[]' })],
  ['P04/second', 'MUST', 'The second required param is missed.', block({ params: '["0x0"]' })],
  ['P05', 'SHOULD', 'One param too many is refused.', block({ params: '["0x0",false,null]' })],
  ['P06', 'MUST', 'A param of another type is refused.', block({ params: '[{},false]' })],
  ['P06/boolean', 'MUST', 'A boolean in quotes is refused.', block({ params: '["0x0","false"]' })],
  ['P06/order', 'MUST', 'Params in another order are refused.', block({ params: '[false,"0x0"]' })],
  ['P07', 'MUST', 'A required param null is refused.', block({ params: '[null,false]' })],
  ['P07/hash', 'MUST', 'A hash null is refused.', byHash('[null]')],
  ['P08', 'MUST', 'A number with a leading zero is refused.', block({ params: '["0x01",false]' })],
  ['P08/decimal', 'MUST', 'A decimal number is refused.', block({ params: '["12",false]' })],
  ['P08/tag', 'MUST', 'An unknown tag is refused.', block({ params: '["newest",false]' })],
  ['P08/short', 'MUST', 'A hash of 31 bytes is refused.', byHash(`["${hash.slice(0, -2)}"]`)],
  ['P08/long', 'MUST', 'A hash of 33 bytes is refused.', byHash(`["${hash}00"]`)],
  ['P08/prefix', 'MUST', 'A hash without 0x is refused.', byHash(`["${hash.slice(2)}"]`)],
  ['P08/line', 'MUST', 'A hash with a line break after it is refused.', byHash(`["${hash}\\n"]`)],
  ['P09', 'MUST', 'Params by name are refused where they go by position.', block({ params: '{"block_number":"0x0","return_full_txns":false}' })],
  ['P09/unknown', 'MUST', 'An unknown name is refused.', block({ params: '{"number":"0x0"}' })],
]

/**
 * Bad params of two methods of Ethereum's, for a server under test that serves them. The methods of any document are checked
 * by the rules `invalid` and `arity`, which are derived from it.
 */
export const parameterCases: readonly ProtocolCase[] = rows.map(([id, level, sentence, request]) => ({
  id,
  level,
  sentence,
  source: 'JSON-RPC 2.0, 5.1 Error object: -32602',
  request,
  expect: fails(codes.params),
  heavy: false,
}))
