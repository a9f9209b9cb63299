import { setImmediate as nextRound, setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { methods } from '../../test/recorded.ts'
import { send } from '../../test/send.ts'
import type { Whole } from './reply.ts'
import type { ChainHead, RpcResponse } from '../index.ts'
import type { ResponseInPieces } from './response.ts'
import { createRpc } from './rpc.ts'

const call = '{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["0x0",false]}'
const notification = call.replace('"id":1,', '')
const head: ChainHead = { number: 7n, hash: new Uint8Array(32).fill(0xab), lowest: 3n }
const ask = async (rpc: ReturnType<typeof createRpc>, text: string, context = {}) =>
  await rpc(Buffer.from(text), context)
const askWhole = async (...args: Parameters<typeof ask>) => (await ask(...args)) as RpcResponse & Whole
const writeWhole = async (...args: Parameters<typeof ask>) => (await askWhole(...args)).write()
const askPieces = async (...args: Parameters<typeof ask>) =>
  ((await ask(...args)) as RpcResponse & ResponseInPieces).pieces

test('an answer is there at once where the methods give theirs at once, later where one does not', async () => {
  const rpc = createRpc({ methods })
  for (const text of [call, `[${call},${call}]`, 'nonsense', '{}']) {
    let response: unknown
    for (let attempt = 0; attempt < 20; attempt++) {
      await nextRound() // a round that had its share of work, as on a busy machine, lets calls wait
      response = rpc(Buffer.from(text))
      if (!(response instanceof Promise)) break
    }
    expect(response, text).not.toBeInstanceOf(Promise)
  }
  const slow = createRpc({ methods: { ...methods, eth_getBlockByNumber: async () => null } })
  for (const text of [call, `[${call},${call}]`])
    expect(slow(Buffer.from(text)), text).toBeInstanceOf(Promise)
})

test('each call is reported: a method that is served or other, its code, seconds and bytes', async () => {
  const onReply = vi.fn()
  const onBatch = vi.fn()
  const slow = { ...methods, eth_getTransactionByHash: async () => (await pause(20), null) }
  const rpc = createRpc({ methods: slow, onReply, onBatch })
  const lookup = `{"jsonrpc":"2.0","id":2,"method":"eth_getTransactionByHash","params":["0x${'ab'.repeat(32)}"]}`
  const unknown = call.replace('eth_getBlockByNumber', '__proto__')
  const wrong = call.replace('"0x0"', '"x"')
  const context = { id: 'req-1' }
  await ask(rpc, `[${[call, lookup, unknown, wrong, notification, '1'].join()}]`, context)
  await ask(rpc, 'nonsense', context)
  expect(onReply.mock.calls.map(([{ method, code }]) => [method, code])).toEqual([
    ['eth_getBlockByNumber', undefined],
    ['eth_getTransactionByHash', undefined],
    ['other', -32601],
    ['eth_getBlockByNumber', -32602],
    ['other', -32600],
    ['other', -32700],
  ])
  const [block, transaction] = onReply.mock.calls.map(([fact]) => fact)
  expect(block.bytes).toBe((await send(rpc, call)).length)
  expect(transaction.seconds).toBeGreaterThan(0.01)
  expect(transaction.seconds).toBeGreaterThan(block.seconds)
  expect(onReply.mock.calls.slice(0, 6).every(([, given]) => given === context)).toBe(true)
  expect(onBatch.mock.calls).toEqual([[6, context]])
})

test('a reply names the head of the snapshot that gave it, for a call and for a batch', async () => {
  const of = (head: ChainHead | null) =>
    createRpc({ methods: { snapshot: () => ({ ...methods, head, ...empty }) } })
  const empty = { [Symbol.dispose]: () => {} }
  expect(await ask(of(head), call)).toMatchObject({ items: 1, chainHead: head })
  expect(await ask(of(head), `[${call},${call}]`)).toMatchObject({ items: 2, chainHead: head })
  expect((await ask(of(null), call))?.chainHead).toBeNull()
  expect((await ask(createRpc({ methods }), call))?.chainHead).toBeUndefined()
})

test('a snapshot that is taken and released asynchronously answers a call and a batch, and is released once', async () => {
  const close = vi.fn(async () => {})
  const snapshot = async () => ({ ...methods, head, [Symbol.asyncDispose]: close })
  const rpc = createRpc({ methods: { snapshot } })
  const plain = createRpc({ methods })
  for (const [index, body] of [call, `[${call},${call}]`].entries()) {
    expect(await send(rpc, body)).toBe(await send(plain, body))
    expect(close).toHaveBeenCalledTimes(index + 1)
  }
  expect(await ask(rpc, call)).toMatchObject({ chainHead: head })
})
test('so many calls run as the context may spend; the others are refused with their ids, where they stand', async () => {
  const spend = vi.fn(() => 2)
  const ids = async (text: string) =>
    JSON.parse((await writeWhole(createRpc({ methods }), text, { spend })).bytes.toString())
  const batch = [1, 2, 3].map((id) => call.replace('"id":1', `"id":${id}`))
  const answers: { id: number; error?: { code: number } }[] = await ids(`[${['1', ...batch].join()}]`)
  expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
    [null, -32600],
    [1, undefined],
    [2, undefined],
    [3, -32005],
  ])
  expect(spend.mock.calls).toEqual([[4]])
  spend.mockReturnValue(0)
  expect((await ids(call)).error.code).toBe(-32005)
})

test('a buffer that is released is used again, and one that is not keeps its bytes', async () => {
  const rpc = createRpc({ methods })
  const { bytes, release } = await writeWhole(rpc, call)
  const text = bytes.toString()
  const second = await writeWhole(rpc, call.replace('"id":1', '"id":2'))
  expect(second.bytes.buffer).not.toBe(bytes.buffer)
  expect(bytes.toString()).toBe(text)
  release()
  release() // once more does no harm: it is not handed out twice
  const [third, fourth] = [await writeWhole(rpc, call), await writeWhole(rpc, call)]
  expect(third.bytes.buffer).toBe(bytes.buffer)
  expect(fourth.bytes.buffer).not.toBe(bytes.buffer)
})

test('an answer is written behind the head that a protocol gives, an id of any letters and a batch too', async () => {
  const rpc = createRpc({ methods })
  const head = 'HTTP/1.1 200 OK\r\n\r\n'.padStart(1_024, 'x')
  for (const text of [call, call.replace('"id":1', '"id":"ü𝔘"'), `[${call},${call}]`, 'nonsense']) {
    const plain = (await writeWhole(rpc, text)).bytes.toString()
    const reply = await askWhole(rpc, text)
    expect(reply.size).toBe(Buffer.byteLength(plain))
    expect(reply.write(head).bytes.toString()).toBe(head + plain)
  }
})

test('R8 a batch of many bytes is given in pieces, of which one is made at a time', async () => {
  const large = new Uint8Array(Buffer.from(`"${'a'.repeat(300_000)}"`))
  const read = vi.fn(() => large as never)
  const close = vi.fn()
  const source = { ...methods, eth_getBlockByNumber: read }
  const snapshot = () => ({ ...source, [Symbol.dispose]: close })
  const rpc = createRpc({ methods: { ...source, snapshot } })
  const text = `[${Array.from({ length: 40 }, () => call).join()}]`
  const body = await askPieces(rpc, text)
  const pieces: Uint8Array[] = []
  for await (const piece of body) {
    pieces.push(piece)
    expect(read).toHaveBeenCalledTimes(Math.min(40, 4 * pieces.length))
  }
  expect(close).toHaveBeenCalledTimes(1)
  expect(JSON.parse(Buffer.concat(pieces).toString())).toHaveLength(40)

  const abandoned = await askPieces(rpc, text)
  await abandoned.return!()
  expect(close).toHaveBeenCalledTimes(2)
  expect(await abandoned.next()).toEqual({ done: true, value: undefined })
})

test('what is left of a batch is not run once nobody waits for it', async () => {
  let isGone = false
  const read = vi.fn(async () => {
    isGone = read.mock.calls.length >= 3
    return null
  })
  const rpc = createRpc({ methods: { ...methods, eth_getBlockByNumber: read } })
  await ask(rpc, `[${Array.from({ length: 100 }, () => call).join()}]`, { isGone: () => isGone })
  expect(read).toHaveBeenCalledTimes(32) // those that were begun together
})

test('a call whose snapshot cannot be taken gets an internal error with its id', async () => {
  const onError = vi.fn()
  const error = new Error('No node of the cluster answers.')
  const fail = () => {
    throw error
  }
  for (const snapshot of [fail, () => Promise.reject(error)])
    expect(await send(createRpc({ methods: { snapshot }, onError }), call)).toBe(
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error."}}',
    )
  expect(onError.mock.calls.map(([thrown, method]) => [thrown, method])).toEqual([
    [error, 'snapshot'],
    [error, 'snapshot'],
  ])
})

test('a batch whose snapshot cannot be taken gives back its room for a response', async () => {
  const errors: unknown[] = []
  const methods = { snapshot: () => Promise.reject(new Error('The store is closed.')) }
  const rpc = createRpc({ methods, onError: (error) => errors.push(error) })
  const dispose = vi.fn<() => void>()
  const context = { reserve: () => ({ ready: undefined, [Symbol.dispose]: dispose }) }
  const response = await ask(rpc, `[${call}]`, context)
  expect(Buffer.from((response as RpcResponse & Whole).write().bytes).toString()).toContain('-32603')
  expect(errors).toEqual([new Error('The store is closed.')])
  expect(dispose).toHaveBeenCalledOnce()
})

const unwell = new Error('The store has lost its disk.')
const fail = () => {
  throw unwell
}
test.each([
  ['cannot be closed', { [Symbol.dispose]: fail }],
  ['cannot be closed later', { [Symbol.asyncDispose]: () => Promise.reject(unwell) }],
  ['cannot be closed, and throws where it should give a promise', { [Symbol.asyncDispose]: fail }],
  [
    'does not know its head',
    {
      get head(): never {
        return fail()
      },
      [Symbol.dispose]: () => {},
    },
  ],
])('a snapshot that %s costs neither results nor ids', async (_, parts) => {
  const onError = vi.fn()
  const snapshot = () =>
    Object.defineProperties({ ...methods }, Object.getOwnPropertyDescriptors(parts)) as never
  const [whole, broken] = [createRpc({ methods }), createRpc({ methods: { snapshot }, onError })]
  for (const text of [call, call.replace('"id":1', '"id":7'), `[${call},${call}]`]) {
    onError.mockClear()
    expect(await send(broken, text)).toBe(await send(whole, text))
    await nextRound()
    expect(onError.mock.calls.map(([error, method]) => [error, method])).toEqual([[unwell, 'snapshot']])
  }
})
