import type * as zlib from 'node:zlib'
import { fastify } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { methods } from '../../test/recorded.ts'
import { call, exchange, post, startServer } from '../../test/server.ts'
import { applyPolicy, createHttpPolicy } from '../index.ts'

let isFailing = false
afterEach(() => void (isFailing = false))

// The system has no memory for a compressor, say.
vi.mock('node:zlib', async (original) => {
  const real = await original<typeof zlib>()
  const failing = (name: 'brotliCompress' | 'brotliCompressSync') => {
    const compress = real[name] as (...args: unknown[]) => unknown
    return (...args: unknown[]) => {
      if (!isFailing) return compress(...args)
      const [error, done] = [new Error('Memory allocation failed'), args.at(-1)]
      if (typeof done !== 'function') throw error
      setImmediate(() => done(error))
    }
  }
  return {
    ...real,
    brotliCompress: failing('brotliCompress'),
    brotliCompressSync: failing('brotliCompressSync'),
  }
})

const accepting = ['accept-encoding: br']

test.each([
  ['node:http', false, 5_000],
  ['node:http, by a thread', false, 300_000],
  ['the fast lane', true, 5_000],
  ['the fast lane, by a thread', true, 300_000],
])(
  'where a compression fails the response is 500 and onError is called, on %s',
  async (_, fastLane, bytes) => {
    const onError = vi.fn()
    const eth_getBlockByNumber = () => Buffer.from(`"${'a'.repeat(bytes)}"`) as never
    const plugin = { methods: { ...methods, eth_getBlockByNumber }, onError, fastLane }
    await using server = await startServer({ plugin })
    const text = post(call, accepting, 'keep-alive') + post(call)
    isFailing = true
    const answers = await exchange(server.port, text)
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 500', 'HTTP/1.1 200'])
    expect(answers).not.toContain('content-encoding')
    expect(answers).toContain(
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"Internal Server Error."}}',
    )
    expect(onError.mock.calls).toEqual([[new Error('Memory allocation failed'), 'http']])
    isFailing = false
    expect(await exchange(server.port, post(call, accepting))).toMatch(/^HTTP\/1\.1 200/)
  },
)

test('bytes that are sent often are compressed again once that has failed', async () => {
  const policy = createHttpPolicy()
  const app = fastify()
  const bytes = Buffer.from('a'.repeat(300_000))
  await app.register(async (routes) => {
    applyPolicy(routes, { policy, methods: 'GET' })
    routes.get('/', (_, reply) => reply.send(bytes))
  })
  const ask = async () => {
    const { statusCode, headers } = await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
    return [statusCode, headers['content-encoding']]
  }
  isFailing = true
  expect(await ask()).toEqual([500, undefined])
  isFailing = false
  expect(await ask()).toEqual([200, 'br'])
  policy[Symbol.dispose]()
})
