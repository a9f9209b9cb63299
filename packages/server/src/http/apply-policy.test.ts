import { randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import * as zlib from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { methods } from '../../test/recorded.ts'
import { call, exchange, post, startServer } from '../../test/server.ts'
import { codings, compress, type Coding } from './content-coding.ts'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createHttpPolicy } from '../index.ts'

const decompressors = { zstd: zlib.zstdDecompressSync, br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync }
const json = { 'content-type': 'application/json' }

/** The response as it is on the wire: fetch would decompress it, and accept more codings. */
const ask = (url: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, string>; body: Buffer }>((resolve, reject) => {
    const asked = httpRequest(
      url,
      { method: 'POST', headers: { ...json, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers as Record<string, string>,
            body: Buffer.concat(chunks),
          }),
        )
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })

/** A result of so many bytes that are not all alike. */
const result = (length: number) =>
  Buffer.from(
    `"${Array.from({ length: Math.ceil(length / 8) }, (_, index) => index.toString(16).padStart(8, '0')).join('')}"`,
  )
const sized = (length: number) => ({ ...methods, eth_getBlockByNumber: () => result(length) as never })
const batch = (items: number) => `[${Array.from({ length: items }, () => call).join()}]`

for (const coding of codings) {
  test(`${coding}: an answer is the same, compressed or not, small or large, whole or in pieces`, async () => {
    for (const [length, items] of [
      [2_500, 1],
      [300_000, 1],
      [20_000, 120],
    ] as const) {
      await using server = await startServer({ plugin: { methods: sized(length) } })
      const body = items === 1 ? call.replace('"id":1', '"id":"é"') : batch(items)
      const plain = await ask(server.url, body)
      const compressed = await ask(server.url, body, { 'accept-encoding': coding })
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(compressed.headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding' })
      expect(compressed.body.length).toBeLessThan(plain.body.length / 2)
      expect(decompressors[coding](compressed.body).equals(plain.body)).toBe(true)
    }
  })

  test(`${coding}: a request may come compressed, up to the limit of its decompressed bytes`, async () => {
    await using server = await startServer({ plugin: { limits: { bodyBytes: 500 } } })
    const send = async (text: string) =>
      await ask(server.url, await compress(Buffer.from(text), coding), { 'content-encoding': coding })
    expect(JSON.parse((await send(call.padEnd(500))).body.toString())).toMatchObject({
      result: { number: '0x0' },
    })
    const large = await send(call.padEnd(501))
    expect([large.status, JSON.parse(large.body.toString()).error]).toEqual([
      413,
      { code: -32005, message: 'The body is more than 500 bytes.' },
    ])
    const bomb = await send(' '.repeat(400_000))
    expect(bomb.status).toBe(413)
    const wrong = await ask(server.url, call, { 'content-encoding': coding })
    expect([wrong.status, JSON.parse(wrong.body.toString()).error]).toEqual([
      400,
      { code: -32600, message: 'The body is not what its content-encoding says.' },
    ])
    expect(server.refusals).toEqual(['body 413', 'body 413', 'body 400'])
  })
}

test('an answer of less than 2,048 bytes goes as it is', async () => {
  const shell = '{"jsonrpc":"2.0","id":1,"result":}'.length + '""'.length
  const packedAt = async (bytes: number) => {
    const text = Buffer.from(`"${'a'.repeat(bytes - shell)}"`)
    await using server = await startServer({
      plugin: { methods: { ...methods, eth_getBlockByNumber: () => text as never } },
    })
    return (await ask(server.url, call, { 'accept-encoding': 'gzip' })).headers['content-encoding']
  }
  expect([await packedAt(2_047), await packedAt(2_048)]).toEqual([undefined, 'gzip'])
})

test('nothing is compressed where it is off', async () => {
  await using server = await startServer({
    plugin: { methods: sized(5_000) },
    policy: { compression: false },
  })
  const answer = await ask(server.url, call, { 'accept-encoding': 'zstd, br, gzip' })
  expect([answer.headers['content-encoding'], answer.headers['vary']]).toEqual([undefined, undefined])
})

test('a coding that is not known is 415, and the answer names those that are', async () => {
  await using server = await startServer()
  for (const coding of ['deflate', 'gzip, gzip', 'compress']) {
    const { status, headers, body } = await ask(server.url, call, { 'content-encoding': coding })
    expect([status, headers['accept-encoding']]).toEqual([415, 'zstd, gzip, br'])
    expect(body.toString()).toContain('The content-encoding must be zstd, gzip, br or none.')
  }
  expect((await ask(server.url, call, { 'content-encoding': 'identity' })).status).toBe(200)
})

test('a client that leaves while its answer is compressed does no harm', async () => {
  const rejections: unknown[] = []
  const note = (reason: unknown) => rejections.push(reason)
  process.on('unhandledRejection', note)
  await using server = await startServer({ plugin: { methods: sized(400_000) } })
  const texts = codings.flatMap((coding: Coding) => [
    post(call, [`accept-encoding: ${coding}`]),
    post(batch(20), [`accept-encoding: ${coding}`]),
  ])
  for (const milliseconds of [1, 3, 9, 27])
    await Promise.all(texts.map((text) => exchange(server.port, text, milliseconds)))
  await wait(50)
  process.removeListener('unhandledRejection', note)
  expect(rejections).toEqual([])
  // On a slow machine the work that they left may still be in its turns: then it says to try again.
  await vi.waitFor(async () => expect((await ask(server.url, call)).status).toBe(200), { timeout: 5_000 })
})

test.each([
  ['as it is', []],
  ['compressed by a thread', ['accept-encoding: br']],
])('a response that is made after its client left takes no room: %s', async (_, lines) => {
  const policy = createHttpPolicy()
  const [begun, made] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()]
  const eth_getBlockByNumber = () => (begun.resolve(), made.promise)
  await using server = await startServer({
    plugin: { methods: { ...methods, eth_getBlockByNumber }, policy },
  })
  const taken = once(server.app.server, 'connection') as Promise<[Socket]>
  const socket = connect(server.port, '127.0.0.1', () => socket.write(post(call, lines)))
  const [[side]] = await Promise.all([taken, begun.promise])
  const left = once(side, 'close')
  socket.destroy()
  await left
  made.resolve(result(400_000) as never)
  await wait(100)
  expect([policy.load.responses.held, policy.state.inflight]).toEqual([0, 0])
  policy[Symbol.dispose]()
})

test('an answer that is being compressed when its time is over is 503', async () => {
  const rejections: unknown[] = []
  const note = (reason: unknown) => rejections.push(reason)
  process.on('unhandledRejection', note)
  const text = Buffer.from(JSON.stringify({ noise: randomBytes(5_000_000).toString('hex') }))
  const large = { ...methods, eth_getBlockByNumber: () => text as never }
  await using server = await startServer({
    plugin: { methods: large },
    policy: { limits: { responseTime: 20 } },
  })
  expect((await ask(server.url, call, { 'accept-encoding': 'gzip' })).status).toBe(503)
  await wait(1_000) // until it is compressed after all
  process.removeListener('unhandledRejection', note)
  expect([rejections, server.refusals]).toEqual([[], ['time 503']])
})

/** A request that says that its body is long, and has sent only the first letter of it. */
const begin = (line: string, headers: readonly string[] = ['content-type: application/json']) =>
  [line, 'host: 127.0.0.1', 'connection: close', ...headers, 'content-length: 1048575', '', '{'].join('\r\n')

test('what no route takes is screened, and 404 before its body is read', async () => {
  await using server = await startServer({
    policy: { corsDomains: ['https://app.example'], rate: { perSecond: 1, burst: 12 } },
  })
  for (const line of [
    'POST /nope',
    'PUT /nope',
    'DELETE /nope?a=b',
    'GET /nope',
    'PROPFIND /nope',
    'POST //',
  ])
    for (const type of ['application/json', 'text/plain; charset=']) {
      const answer = await exchange(server.port, begin(`${line} HTTP/1.1`, [`content-type: ${type}`]))
      expect(answer, line).toMatch(/^HTTP\/1.1 404[^]*content-type: application\/json/)
      expect(answer, line).toMatch(
        /\{"jsonrpc":"2.0","id":null,"error":\{"code":-32600,"message":"Not Found."\}\}$/,
      )
    }
  expect(await exchange(server.port, begin('POST /nope HTTP/1.1'))).toMatch(/^HTTP\/1.1 429/)
  const evil = begin('POST /nope HTTP/1.1').replace('host: 127.0.0.1', 'host: evil.example')
  expect(await exchange(server.port, evil)).toMatch(/^HTTP\/1.1 403/)
  const page = begin('POST /nope HTTP/1.1', ['origin: https://evil.example'])
  expect(await exchange(server.port, page)).toMatch(/^HTTP\/1.1 403/)
  expect(server.refusals).toEqual([...Array(12).fill('path 404'), 'rate 429', 'vhost 403', 'origin 403'])
})

test('a client that does not read a proof in time is cut off, as one of a reply is', async () => {
  const refusals: string[] = []
  const onRefuse = (reason: string) => void refusals.push(reason)
  const policy = createHttpPolicy({ limits: { responseTime: 200 }, compression: false, onRefuse })
  const padding = 'a'.repeat(30_000_000)
  const proofs = { block: () => ({ padding }), transaction: () => null, receipt: () => null }
  await using server = await startServer({ plugin: { policy, path: '/rpc' }, proofs: { policy, proofs } })
  const get = 'GET /proof/block/0x7 HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'
  const socket = connect(server.port, '127.0.0.1', () => socket.write(get)).pause()
  const error = once(socket, 'error')
  await vi.waitFor(() => expect(refusals).toEqual(['time']), { timeout: 30_000 })
  await vi.waitFor(() => expect(policy.state.inflight).toBe(0), { timeout: 30_000 })
  socket.resume()
  expect(await error).toMatchObject([{ code: 'ECONNRESET' }])
  policy[Symbol.dispose]()
})
