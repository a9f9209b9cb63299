import { readExchanges } from '@lectern/conformance'
import { sample } from '@lectern/fixtures'
import { document } from '@lectern/spec'
import { expect, test } from 'vitest'
import { methods, rounds } from '../../test/recorded.ts'
import { send } from '../../test/send.ts'
import { createHttpPolicy } from '../http/policy.ts'
import { defaultLimits, replaceLimits, type Limits } from './limits.ts'
import type { RateOptions } from '../http/rate.ts'
import { createRpc } from './rpc.ts'
import { createServerOptions } from '../http/server-options.ts'

const rpc = createRpc({ methods })
const request = (changes: object = {}): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_getBlockByNumber',
    params: ['0x0', false],
    ...changes,
  })
const code = (answer: string): unknown => JSON.parse(answer).error?.code

for (const [row, method] of [
  ['S3', 'eth_getTransactionByHash'],
  ['S4', 'eth_getTransactionReceipt'],
  ['S5', 'eth_getBlockByNumber'],
] as const) {
  test(`${row} ${method} answers each recorded round with its result`, async () => {
    const mine = rounds.filter((round) => round.method === method)
    expect(mine.length).toBeGreaterThan(10)
    for (const { params, result } of mine)
      expect(JSON.parse(await send(rpc, request({ method, params })))).toEqual({
        jsonrpc: '2.0',
        id: 1,
        result,
      })
  })
}

test('S2 a request has the members id, jsonrpc, method and params; the recorded errors are answered', async () => {
  const exchanges = (await readExchanges(sample.exchanges)).filter(({ name }) => name.includes('/error-'))
  expect(exchanges.length).toBeGreaterThan(20)
  for (const [round] of exchanges.map((exchange) => exchange.rounds))
    expect(code(await send(rpc, round!.request))).toBe(code(round!.response))
})

test('E01 a malformed parameter is named, with what it must be and what it is', async () => {
  expect(
    await send(rpc, request({ method: 'eth_getTransactionByHash', params: ['0x12'] })),
  ).toMatchInlineSnapshot(
    `"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"eth_getTransactionByHash: tx_hash must be 0x and 64 hex digits, not \\"0x12\\"."}}"`,
  )
  expect(await send(rpc, request({ params: ['0x0', 'true'] }))).toMatchInlineSnapshot(
    `"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"eth_getBlockByNumber: return_full_txns must be true or false, not \\"true\\"."}}"`,
  )
})

test('E02 what is not found is null', async () => {
  const params = [`0x${'ab'.repeat(32)}`]
  expect(await send(rpc, request({ method: 'eth_getTransactionReceipt', params }))).toBe(
    '{"jsonrpc":"2.0","id":1,"result":null}',
  )
})

test('D01 rpc.discover gives the document', async () => {
  for (const params of [undefined, [], {}]) {
    const answer = await send(rpc, request({ method: 'rpc.discover', params }))
    expect(JSON.parse(answer).result).toEqual(JSON.parse(JSON.stringify(document)))
  }
  expect(code(await send(rpc, request({ method: 'rpc.discover', params: [1] })))).toBe(-32602)
})

test('X07 an error holds at most 256 bytes of text', async () => {
  const failing = createRpc({
    methods: {
      ...methods,
      eth_getBlockByNumber() {
        throw Object.assign(new Error('é'.repeat(1_000)), { code: 4444 })
      },
    },
  })
  const { message } = JSON.parse(await send(failing, request())).error
  expect(message).toBe(`${'é'.repeat(126)}…`)
})

const edges: readonly (readonly [keyof Limits, number, (size: number) => string])[] = [
  ['bodyBytes', 200, (size) => request().padEnd(size)],
  ['batchItems', 3, (size) => `[${Array.from({ length: size }, () => request()).join()}]`],
  ['depth', 5, (size) => request({ extra: JSON.parse('['.repeat(size - 1) + ']'.repeat(size - 1)) })],
  ['idLength', 20, (size) => request({ id: 'a'.repeat(size - 2) })],
  ['methodLength', 30, (size) => request({ method: 'a'.repeat(size) })],
]

for (const [name, small, build] of edges) {
  test(`R5 the limit ${name} is the last that is served`, async () => {
    for (const limits of [{ [name]: small }, {}]) {
      const limited = createRpc({ methods, limits })
      const limit = { ...defaultLimits, ...limits }[name]!
      expect(code(await send(limited, build(limit)))).toBe(name === 'methodLength' ? -32601 : undefined)
      expect(code(await send(limited, build(limit + 1)))).toBe(-32005)
    }
  })
}

test('a limit that is unknown is refused, and the nearest one named; undefined is the default', () => {
  const misspelt = { limits: { batchItem: 5 } as Partial<Limits> }
  expect(() => createRpc({ methods, ...misspelt })).toThrow(
    'limits.batchItem is unknown; did you mean batchItems? Known are bodyBytes, batchItems, batchBytes, depth, idLength, methodLength.',
  )
  expect(() => createHttpPolicy({ limits: { bodyBytes: 5 } as object })).toThrow(
    'limits.bodyBytes is unknown',
  )
  expect(() => createServerOptions({ idletime: 5 } as object)).toThrow('did you mean idleTime?')
  expect(() => createHttpPolicy({ rate: { perSecond: 1, bursts: 2 } as RateOptions })).toThrow(
    'did you mean burst?',
  )
  const given: Partial<Record<keyof Limits, number | undefined>> = { batchItems: undefined, depth: 3 }
  expect(replaceLimits(defaultLimits, given as Partial<Limits>)).toEqual({ ...defaultLimits, depth: 3 })
})

test('a limit that is not a positive integer is refused', () => {
  expect(() => createRpc({ methods, limits: { depth: 0 } })).toThrow(
    'limits.depth must be a positive integer, not 0.',
  )
  expect(() => createRpc({ methods, limits: { batchItems: Number.NaN } })).toThrow('not NaN')
})
