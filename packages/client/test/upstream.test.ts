import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sample } from '@lectern/fixtures'
import { createServer, type CreateServerOptions } from '@lectern/server'
import { methods } from '@lectern/server/testing'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { upstream } from '../src/upstream/upstream.ts'
import { answerEach, startNode, type NodeStub } from './node-stub.ts'

/** A server of the sample chain's exchanges before a node. */
async function serveBefore(
  node: Pick<NodeStub, 'url'>,
  {
    options = {},
    ...more
  }: Partial<CreateServerOptions> & {
    readonly options?: Parameters<typeof upstream>[1] &
      Omit<CreateServerOptions['upstream'] & object, 'transport'>
  } = {},
): Promise<(body: string) => Promise<{ text: string; source: string | null; status: number }>> {
  const { methods: patterns, inflight, timeout, ...rest } = options
  const server = createServer({
    methods,
    upstream: { transport: upstream(node.url, rest), methods: patterns, inflight, timeout },
    ...more,
  })
  onTestFinished(server.close)
  const url = await server.listen({ port: 0 })
  return async (body) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const source = response.headers.get('x-lectern-source')
    return { text: await response.text(), source, status: response.status }
  }
}

const call = (method: string, params = '[]', id = '1') =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`
const reply = (members: string, id = '1') => `{"jsonrpc":"2.0","id":${id},${members}}`
const pendingReceipt = (hash: string) => call('eth_getTransactionReceipt', `["${hash}"]`)
const latest = call('eth_getBlockByNumber', '["latest",false]')
const unknown = `0x${'ab'.repeat(32)}`

/** Any JSON text, however odd its form. */
const blank = fc.constantFrom('', ' ', '\n\t', '  ')
const scalar = fc.oneof(
  fc.constantFrom('1.0', '-0', '1e400', '1E+2', '0.10', 'null', 'true', '123456789012345678901234567890'),
  fc.constantFrom('"\\u0041\\/\\""', '"\\\\"', '"\\\\\\""', '"\\ud800"', '"é😀\u2028"', '"}]{["', '""'),
  fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
)
const { json } = fc.letrec<{ json: string; list: string; object: string }>((tie) => ({
  json: fc.oneof({ maxDepth: 4, depthIdentifier: 'json' }, scalar, tie('list'), tie('object')),
  list: fc
    .array(fc.tuple(blank, tie('json'), blank), { maxLength: 4, depthIdentifier: 'json' })
    .map((items) => `[${items.map((item) => item.join('')).join()}]`),
  object: fc
    .array(fc.tuple(fc.constantFrom('a', 'id', 'result', '\\u0069d'), blank, tie('json')), { maxLength: 3 })
    .map((items) => `{${items.map(([name, space, value]) => `"${name}"${space}:${space}${value}`).join()}}`),
}))
const params = fc
  .array(fc.tuple(blank, json), { maxLength: 3 })
  .map((items) => `[${items.map((item) => item.join('')).join()}]`)
const id = fc.oneof(
  fc.constantFrom('1.0', '"x"', 'null', '-0', '1e5', '9007199254740993', '"\\u0041"', '""'),
  fc.integer().map(String),
  fc.string({ maxLength: 20 }).map((text) => JSON.stringify(text)),
)

test('any id, parameters, result and error pass byte for byte, alone and in a batch', async () => {
  let outcomes: readonly string[] = []
  let order = 0
  await using node = await startNode((body) => {
    const calls = [JSON.parse(body)].flat() as { id: number; method: string }[]
    const replies = calls.map(({ id: own, method }) => {
      const outcome = outcomes[Number(method.slice('eth_'.length))]!
      const members = [` "id" : ${own}`, `"jsonrpc":"2.0"`, outcome, `"extra": {"result":[1]}`]
      return `{${members.map((_, at) => members[(at + order) % members.length]).join()}\n}`
    })
    if (order % 2 === 1) replies.reverse()
    return body.startsWith('[') ? `[ ${replies.join(' ,')}]` : replies[0]
  })
  const send = await serveBefore(node)
  const item = fc.record({ id, params, value: json, isError: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { minLength: 1, maxLength: 5 }),
      fc.nat(3),
      fc.boolean(),
      async (items, turn, isBatch) => {
        order = turn
        outcomes = items.map(({ value, isError }) =>
          isError ? `"error": {"code":-32000,"message":"m","data":${value}}` : `"result" :${value}`,
        )
        const calls = items.map((each, index) => call(`eth_${index}`, each.params, each.id))
        const replies = items.map((each) =>
          reply(
            each.isError
              ? `"error":{"code":-32000,"message":"m","data":${each.value}}`
              : `"result":${each.value}`,
            each.id,
          ),
        )
        node.bodies.length = 0
        if (isBatch) expect((await send(`[${calls.join()}]`)).text).toBe(`[${replies.join()}]`)
        else expect((await send(calls[0]!)).text).toBe(replies[0])
        for (const [index, each] of (isBatch ? items : items.slice(0, 1)).entries())
          expect(node.bodies.join()).toContain(`"method":"eth_${index}","params":${each.params}}`)
      },
    ),
    { numRuns: 300 },
  )
})

test('a mixed batch is split, asked as one batch there, and put together in order', async () => {
  await using node = await startNode((body) => answerEach(body, ({ method }) => `"result":"${method}"`))
  const send = await serveBefore(node)
  const block = JSON.parse((await send(latest)).text) as object
  const { text, source } = await send(
    `[${call('eth_call', '[{}]', '"a"')},${latest},${call('net_peerCount')},{"method":1},${call('debug_x', '[]', '7')}]`,
  )
  expect(JSON.parse(text)).toEqual([
    { jsonrpc: '2.0', id: 'a', result: 'eth_call' },
    block,
    { jsonrpc: '2.0', id: 1, result: 'net_peerCount' },
    { jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.any(String) } },
    { jsonrpc: '2.0', id: 7, error: { code: -32601, message: expect.any(String) } },
  ])
  expect(source).toBe('mixed')
  expect(node.bodies).toHaveLength(1)
  expect(JSON.parse(node.bodies[0]!)).toHaveLength(2)
  expect((await send(latest)).source).toBe('store')
  expect((await send(call('eth_call'))).source).toBe('upstream')
  expect((await send(`[${call('eth_call')}]`)).source).toBe('upstream')
  expect((await send(`[${latest}]`)).source).toBe('store')
})

test('what is not stored is asked there, and null from both is null', async () => {
  const receipt = { transactionHash: unknown, logs: [] }
  await using node = await startNode((body) =>
    answerEach(
      body,
      ({ method }) => `"result":${method.endsWith('Receipt') ? JSON.stringify(receipt) : 'null'}`,
    ),
  )
  const send = await serveBefore(node)
  const pending = call('eth_getTransactionReceipt', `["${unknown}"]`)
  expect(await send(pending)).toEqual({
    text: reply(`"result":${JSON.stringify(receipt)}`),
    source: 'upstream',
    status: 200,
  })
  const absent = call('eth_getTransactionByHash', `["${unknown}"]`)
  expect(await send(absent)).toMatchObject({ text: reply('"result":null'), source: 'upstream' })
  const batch = await send(`[${absent},${latest},${pending},${absent}]`)
  expect(JSON.parse(batch.text)).toMatchObject([
    { result: null },
    { result: { number: expect.any(String) } },
    { result: receipt },
    { result: null },
  ])
  expect(batch.source).toBe('mixed')
  expect(JSON.parse(node.bodies.at(-1)!)).toHaveLength(3) // the three as one batch
})

test('a receipt of another transaction is refused, also in a batch whose ids are swapped', async () => {
  const other = `0x${'cd'.repeat(32)}`
  let isSwapped = false
  await using node = await startNode((body) => {
    const calls = [JSON.parse(body)].flat() as { id: number; params: string[] }[]
    const ids = calls.map(({ id: own }) => own)
    if (isSwapped) ids.reverse()
    const replies = calls.map(({ params: [hash] }, index) =>
      reply(`"result":{"transactionHash":"${isSwapped ? hash : other}","logs":[]}`, `${ids[index]}`),
    )
    return body.startsWith('[') ? `[${replies.join()}]` : replies[0]
  })
  const send = await serveBefore(node)
  const refused = { error: { code: -32002, message: expect.stringContaining('is refused: transactionHash') } }
  expect(JSON.parse((await send(pendingReceipt(unknown))).text)).toMatchObject(refused)
  isSwapped = true
  const { text } = await send(`[${pendingReceipt(unknown)},${pendingReceipt(other)}]`)
  expect(JSON.parse(text)).toMatchObject([refused, refused])
})

test('a notification is forwarded, and nobody waits for it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await using node = await startNode(() => resolve()) // and never answers
  const send = await serveBefore(node)
  const text = '{"jsonrpc":"2.0","method":"eth_sendRawTransaction","params":["0x12"]}'
  expect(await send(text)).toMatchObject({ status: 204, text: '' })
  await promise
  expect(JSON.parse(node.bodies[0]!)).toMatchObject({ method: 'eth_sendRawTransaction', params: ['0x12'] })
  expect(await send(`[${text},${latest}]`)).toMatchObject({ status: 200, source: 'store' })
})

test('the call ends at the node once its client leaves, from the socket too', async () => {
  for (const fastLane of [false, true]) {
    const asked = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    await using node = await startNode((_body, response) => {
      response.once('close', left.resolve)
      asked.resolve()
    })
    const server = createServer({
      methods,
      fastLane,
      upstream: { transport: upstream(node.url), timeout: 60_000 },
    })
    onTestFinished(server.close)
    const { port } = new URL(await server.listen({ port: 0 }))
    const body = call('eth_call')
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(
        `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      ),
    )
    await asked.promise
    expect(server.policy.state).toMatchObject({ inflight: 0, forwarded: 1 })
    socket.end() // not destroy(): the end alone says it
    await left.promise
    while (server.policy.state.forwarded > 0) await sleep(1)
    expect(server.policy.state).toMatchObject({ inflight: 0, forwarded: 0 })
  }
})

test('calls beyond inflight wait, and go once there is room', async () => {
  const open: (() => void)[] = []
  await using node = await startNode((body, response) => {
    open.push(() => response.end(answerEach(body, () => '"result":1')))
  })
  const send = await serveBefore(node, { options: { inflight: 2, timeout: 60_000 } })
  const waiting = Array.from({ length: 5 }, () => send(call('eth_call')))
  while (open.length < 2) await sleep(1)
  await sleep(50)
  expect(open).toHaveLength(2)
  for (let answered = 0; answered < 5; answered += 1) {
    while (open.length === 0) await sleep(1)
    open.shift()!()
  }
  for (const each of waiting) expect((await each).text).toBe(reply('"result":1'))
})

test('a node that hangs costs its call the time, and others nothing', async () => {
  await using node = await startNode(() => {})
  const send = await serveBefore(node, { options: { timeout: 50 }, limits: { inflight: 2 } })
  const hanging = Array.from({ length: 8 }, () => send(call('eth_call')))
  expect((await send(latest)).source).toBe('store') // two in flight would be too many
  for (const each of hanging)
    expect((await each).text).toBe(
      reply('"error":{"code":-32002,"message":"The upstream gave no response within 50 ms."}'),
    )
})

test('a sample head stays ours: a tag is never asked there', async () => {
  await using node = await startNode((body) => answerEach(body, () => '"result":{"number":"0xffff"}'))
  const head = { number: BigInt(sample.headNumber), hash: new Uint8Array(32), lowest: 0n }
  const snapshot = () => ({ ...methods, head, [Symbol.dispose]() {} })
  const send = await serveBefore(node, { methods: { snapshot } })
  const safe = call('eth_getBlockByNumber', '["safe",false]')
  const nothing = { ...methods, eth_getBlockByNumber: () => null }
  const sendNothing = await serveBefore(node, {
    methods: { snapshot: () => ({ ...nothing, head, [Symbol.dispose]() {} }) },
  })
  expect((await send(latest)).source).toBe('store')
  expect(await sendNothing(safe)).toMatchObject({ text: reply('"result":null'), source: 'store' })
  expect(node.bodies).toEqual([])
  const sendEmpty = await serveBefore(node, {
    methods: { snapshot: () => ({ ...nothing, head: null, [Symbol.dispose]() {} }) },
  })
  expect((await sendEmpty(safe)).source).toBe('upstream')
  expect((await sendNothing(call('eth_getBlockByNumber', '["pending",false]'))).source).toBe('upstream')
})

test('of several nodes the next is asked where one fails, lacks a block or has nothing, and not where a call is refused', async () => {
  const asked: string[] = []
  const start = (name: string, members: (method: string) => string | undefined) =>
    startNode((body, response) => {
      const { method } = JSON.parse(body) as { method: string }
      asked.push(`${name} ${method.slice(4)}`)
      const text = members(method)
      if (text === undefined) return void response.destroy()
      return answerEach(body, () => text)
    })
  await using one = await start(
    'one',
    (method) =>
      ({
        eth_revert: '"error":{"code":3,"message":"execution reverted"}',
        eth_odd: '"error":{"code":-32601,"message":"no such method"}',
        eth_old: '"error":{"code":-32000,"message":"header not found"}',
        eth_null: '"result":null',
      })[method],
  )
  await using other = await start('other', () => '"result": 7.0')
  const server = createServer({ methods, upstream: { transport: upstream([one.url, other.url]) } })
  onTestFinished(server.close)
  const url = await server.listen({ port: 0 })
  const send = async (method: string) => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(url, { method: 'POST', headers, body: call(method) })).text()
  }
  expect(await send('eth_revert')).toBe(reply('"error":{"code":3,"message":"execution reverted"}'))
  expect(await send('eth_odd')).toBe(reply('"error":{"code":-32601,"message":"no such method"}'))
  for (const method of ['eth_old', 'eth_null', 'eth_reset', 'eth_revert'])
    expect(await send(method)).toBe(reply('"result":7.0'))
  expect(asked.join()).toBe(
    'one revert,one odd,one old,other old,one null,other null,one reset,other reset,other revert', // it is avoided now
  )
})
