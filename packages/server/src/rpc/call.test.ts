import type { Methods } from '@lectern/spec'
import { expect, test, vi } from 'vitest'
import { methods } from '../../test/recorded.ts'
import { send } from '../../test/send.ts'
import { createRpc } from './rpc.ts'

const request = '{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["0x0",false]}'

/** The answer of a server whose handler is the one given, and what onError was called with. */
async function answerOf(handler: () => unknown) {
  const onError = vi.fn()
  const eth_getBlockByNumber = handler as Methods['eth_getBlockByNumber']
  const answer = await send(createRpc({ methods: { ...methods, eth_getBlockByNumber }, onError }), request)
  return { answer, errors: onError.mock.calls.map(([error, method]) => [error, method]) }
}

test('the JSON bytes that a handler gives stand in the answer as they are', async () => {
  const bytes = new TextEncoder().encode('{ "é": 1.0 }')
  for (const given of [bytes, Promise.resolve(bytes), Buffer.from(bytes)])
    expect(await answerOf(() => given)).toEqual({
      answer: '{"jsonrpc":"2.0","id":1,"result":{ "é": 1.0 }}',
      errors: [],
    })
})

test('a value that a handler gives is written as JSON', async () => {
  for (const given of [null, { a: [1, 'é'] }, Promise.resolve('text'), 0, false]) {
    const { answer } = await answerOf(() => given)
    expect(JSON.parse(answer)).toEqual({ jsonrpc: '2.0', id: 1, result: await given })
  }
})

test('X11 a handler that gives nothing is an internal error, and onError is called', async () => {
  const circle: unknown[] = []
  circle.push(circle)
  for (const given of [undefined, () => 1, Symbol('s'), 1n, circle, new Uint8Array()]) {
    const { answer, errors } = await answerOf(() => given)
    expect(answer).toBe('{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error."}}')
    expect(errors).toEqual([[expect.any(TypeError), 'eth_getBlockByNumber']])
  }
})

test('X11 E03 what a handler throws is for its operator alone', async () => {
  const secrets = [
    new Error('/home/secret'),
    'secret',
    null,
    undefined,
    { code: 'ENOENT' },
    { code: -32000, message: 'secret' },
    { code: 1.5 },
  ]
  for (const secret of secrets) {
    const { answer, errors } = await answerOf(() => Promise.reject(secret))
    expect(answer).toBe('{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error."}}')
    expect(errors).toEqual([[secret, 'eth_getBlockByNumber']])
  }
})

test('E02 an error that the document declares is answered as it is', async () => {
  const pruned = Object.assign(new Error('Block 1 is below 5.'), { code: 4444, data: { earliest: '0x5' } })
  for (const thrown of [pruned, new Error('wrapped', { cause: pruned })]) {
    const { answer, errors } = await answerOf(() => {
      throw thrown
    })
    expect(answer).toBe(
      '{"jsonrpc":"2.0","id":1,"error":{"code":4444,"message":"Block 1 is below 5.","data":{"earliest":"0x5"}}}',
    )
    expect(errors).toEqual([])
  }
})

test('the data of a declared error is left out when JSON cannot hold it', async () => {
  const { answer } = await answerOf(() => Promise.reject({ code: 4444, data: { earliest: 5n } }))
  expect(answer).toBe('{"jsonrpc":"2.0","id":1,"error":{"code":4444,"message":""}}')
})

test('N05 a notification is not run', async () => {
  const handler = vi.fn(() => null)
  const rpc = createRpc({ methods: { ...methods, eth_getBlockByNumber: handler } })
  expect(await send(rpc, request.replace('"id":1,', ''))).toBe('')
  expect(await send(rpc, `[${request.replace('"id":1,', '')}]`)).toBe('')
  expect(handler).not.toHaveBeenCalled()
})

test('a handler is called on what it belongs to', async () => {
  class Chain {
    block = 'the block'
    eth_getBlockByNumber() {
      return this.block
    }
  }
  const chain = Object.assign(new Chain(), {
    ...methods,
    eth_getBlockByNumber: Chain.prototype.eth_getBlockByNumber,
  })
  expect(await send(createRpc({ methods: chain as unknown as Methods }), request)).toContain('"the block"')
})

test('params that are null are none, with an id and without', async () => {
  const rpc = createRpc({ methods })
  for (const method of ['eth_blockNumber', 'rpc.discover', 'eth_getBlockByNumber']) {
    const text = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"${method}"${params}}`
    expect(await send(rpc, text(',"params":null'))).toBe(await send(rpc, text('')))
    expect(await send(rpc, text(',"params":null').replace('"id":1,', ''))).toBe('')
    expect(await send(rpc, `[${text(',"params": null')}]`)).toBe(`[${await send(rpc, text(''))}]`)
  }
})
