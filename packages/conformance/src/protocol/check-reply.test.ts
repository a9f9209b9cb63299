import { expect, test } from 'vitest'
import { checkReply } from './check-reply.ts'

const result = '{"jsonrpc":"2.0","id":1,"result":null}'
const error = '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}'

test('a response as expected has no problem', () => {
  expect(checkReply(result, { result: '1' })).toBeUndefined()
  expect(checkReply(error, { error: [-32600], ids: ['null'] })).toBeUndefined()
  expect(checkReply('', { nothing: true })).toBeUndefined()
  expect(
    checkReply(`[${result},${error}]`, { batch: [{ result: '1' }, { error: [-32600], ids: ['null'] }] }),
  ).toBeUndefined()
  expect(checkReply(error, { anyOf: [{ result: '1' }, { error: [-32600], ids: ['null'] }] })).toBeUndefined()
})

test('an id is compared as it is written', () => {
  const reply = result.replace('1,', '9007199254740993,')
  expect(checkReply(reply, { result: '9007199254740993' })).toBeUndefined()
  expect(checkReply(reply, { result: '9007199254740992' })).toMatchInlineSnapshot(
    `"the id 9007199254740992 was expected, not 9007199254740993"`,
  )
})

test('each fault is reported in one sentence', () => {
  const cases = [
    checkReply('', { result: '1' }),
    checkReply(result, { nothing: true }),
    checkReply(result, { batch: [] }),
    checkReply('[]', { result: '1' }),
    checkReply('[]', { batch: [{ result: '1' }] }),
    checkReply(result, { result: '"1"' }),
    checkReply(result, { error: [-32600], ids: ['1'] }),
    checkReply(error, { error: [-32601, -32602], ids: ['null'] }),
    checkReply(error, { error: [-32600], ids: ['1'] }),
    checkReply('{"id":1,"result":1}', { result: '1' }),
    checkReply('{"jsonrpc":"2.0","result":1}', { result: '1' }),
    checkReply('{"jsonrpc":"2.0","id":1}', { result: '1' }),
    checkReply('{"jsonrpc":"2.0","id":1,"result":1,"error":null}', { result: '1' }),
    checkReply('{"jsonrpc":"2.0","id":1,"result":1,"more":1}', { result: '1' }),
    checkReply('{"jsonrpc":"2.0","id":1,"error":{"code":"1","message":""}}', { error: [1], ids: ['1'] }),
  ]
  expect(cases.join('\n')).toMatchInlineSnapshot(`
    "there is no response
    nothing was expected, not {"jsonrpc":"2.0","id":1,"result":null}
    an array was expected, not {"jsonrpc":"2.0","id":1,"result":null}
    a response is an object, not []
    1 responses were expected, not 0
    the id "1" was expected, not 1
    error -32600 was expected, not a result
    error -32601 or -32602 was expected, not {"code":-32600,"message":"no"}
    the id 1 was expected, not null
    jsonrpc is "2.0" in {"id":1,"result":1}
    an id stands in {"jsonrpc":"2.0","result":1}
    either result or error stands in {"jsonrpc":"2.0","id":1}
    either result or error stands in {"jsonrpc":"2.0","id":1,"result":1,"error":null}
    no other members stand in {"jsonrpc":"2.0","id":1,"result":1,"more":1}
    an error has an integer code and a text in {"jsonrpc":"2.0","id":1,"error":{"code":"1","message":""}}"
  `)
})
