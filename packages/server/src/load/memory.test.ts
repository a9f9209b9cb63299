import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { call, exchange, post, startServer } from '../../test/server.ts'
import { defaultLimits } from '../rpc/limits.ts'
import { createUploads, createResponses } from './memory.ts'
import { methods } from '../../test/recorded.ts'

test('bodies take room until they are given back, and one client half of it or one body', () => {
  const uploads = createUploads(100)
  const first = uploads.hold(60, 'a')
  expect([uploads.hold(1, 'a'), uploads.hold(41, 'b')]).toEqual([undefined, undefined])
  const second = uploads.hold(40, 'b')
  expect(uploads.held).toBe(100)
  first![Symbol.dispose]()
  first![Symbol.dispose]() // twice changes nothing
  expect(uploads.held).toBe(40)
  expect([uploads.hold(11, 'b'), uploads.hold(10, 'b')]).toEqual([undefined, expect.anything()])
  second![Symbol.dispose]()
  expect(uploads.hold(40, 'b')).toBeDefined()
})

test('a body too many is 503, and the room comes back when a client leaves', async () => {
  await using server = await startServer({ policy: { limits: { uploadBytes: 100_000 } } })
  const large = post(call.padEnd(60_000))
  const slow = connect(server.port, '127.0.0.1', () => slow.write(large.slice(0, 30_000)))
  await wait(100)
  expect(await exchange(server.port, large)).toMatch(/^HTTP\/1.1 503[^]*retry-after: 1[^]*-32005/)
  expect(await exchange(server.port, post(call))).toMatch(/^HTTP\/1.1 200/)
  slow.destroy()
  await vi.waitFor(async () => expect(await exchange(server.port, large)).toMatch(/^HTTP\/1.1 200/))
  const refused = server.refusals.length
  const headers = { 'content-type': 'application/json' }
  for (let round = 0; round < 5; round += 1) {
    const response = await fetch(server.url, { method: 'POST', headers, body: call.padEnd(60_000) }) // on one connection
    expect([response.status, (await response.text()).includes('"result"')]).toEqual([200, true])
  }
  expect(server.refusals.length).toBe(refused)
  expect(server.refusals).toContain('uploads 503')
})

test('what bodies are decompressed to takes room, so that one connection has no more decompressed at once than there is room for', async () => {
  const limits = { uploadBytes: 6 * defaultLimits.bodyBytes } // one client has half of it
  await using server = await startServer({ policy: { limits } })
  const body = gzipSync(call.padEnd(1_000_000))
  const head = `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`
  const one = Buffer.concat([Buffer.from(head), body])
  const answers = await exchange(server.port, Buffer.concat(Array(5).fill(one)))
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([200, 200, 200, 503].map((status) => `HTTP/1.1 ${status}`))
  expect(server.refusals).toContain('uploads 503')
  const again = Buffer.from(String(head).replace('\r\n', '\r\nconnection: close\r\n'))
  expect(await exchange(server.port, Buffer.concat([again, body]))).toMatch(/^HTTP\/1.1 200/)
})

test('a batch has room while half of all is free, a block while a quarter is, or where it is the only one', () => {
  const responses = createResponses(100)
  expect(responses.hasRoom(1_000, 'a', 'batch')).toBe(true)
  responses.hold(30, 'b')
  expect([20, 21].map((bytes) => responses.hasRoom(bytes, 'a', 'batch'))).toEqual([true, false])
  expect([45, 46].map((bytes) => responses.hasRoom(bytes, 'a', 'block'))).toEqual([true, false])
  responses.hold(69, 'c')
  expect(responses.isFull('a')).toBe(false)
  const last = responses.hold(1, 'd')
  expect(responses.isFull('a')).toBe(true)
  last[Symbol.dispose]()
  last[Symbol.dispose]()
  expect([responses.isFull('a'), responses.held]).toEqual([false, 99])
})

test('one client has half of the room for large responses, and is refused once it has half of all', () => {
  const responses = createResponses(100)
  responses.hold(10, 'a')
  expect([15, 16].map((bytes) => responses.hasRoom(bytes, 'a', 'batch'))).toEqual([true, false])
  expect([27, 28].map((bytes) => responses.hasRoom(bytes, 'a', 'block'))).toEqual([true, false])
  expect(responses.hasRoom(40, 'b', 'batch')).toBe(true)
  const own = responses.hold(40, 'a')
  expect([responses.isFull('a'), responses.isFull('b')]).toEqual([true, false])
  own[Symbol.dispose]()
  expect(responses.isFull('a')).toBe(false)
})

const json = Buffer.from(`"${'a'.repeat(500_000)}"`)
const large = { ...methods, eth_getBlockByNumber: () => json as never }
const batch = `[${Array(40).fill(call).join()}]` // 20 MB: more than the system keeps of what is not read

/** Connections that ask and do not read, by the fast lane or node:http. */
const askUnread = (port: number, body: string, count: number): Socket[] =>
  Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(post(body, [], 'keep-alive')))
    return socket.on('error', () => {}).pause()
  })

test.each([
  ['the fast lane', true],
  ['node:http', false],
])('batches beyond the room wait for those before them, and calls do not: %s', async (_, fastLane) => {
  const begin = vi.fn()
  const snapshot = () => {
    begin()
    return { ...large, [Symbol.dispose]: () => {} }
  }
  await using server = await startServer({
    plugin: { methods: { ...large, snapshot }, fastLane },
    policy: { limits: { responseBytes: 8_000_000 }, compression: false }, // one client has half of the half for batches
  })
  const sockets = askUnread(server.port, batch, 4)
  await vi.waitFor(() => expect(begin).toHaveBeenCalledTimes(2))
  expect(await exchange(server.port, post(call))).toMatch(/^HTTP\/1.1 200/)
  expect(begin).toHaveBeenCalledTimes(3) // two batches and the call
  sockets[0]!.destroy()
  await vi.waitFor(() => expect(begin).toHaveBeenCalledTimes(4))
  let bytes = 0
  for (const socket of sockets.slice(1)) socket.on('data', ({ length }) => (bytes += length)).resume()
  await vi.waitFor(() => expect(bytes).toBeGreaterThan(3 * 40 * json.length), { timeout: 20_000 })
  for (const socket of sockets) socket.destroy()
  expect(server.refusals).toEqual([])
})

test.each([
  ['the fast lane', true],
  ['node:http', false],
])('a request is 503 while unread responses take all of the room: %s', async (_, fastLane) => {
  const huge = Buffer.from(`"${'a'.repeat(20_000_000)}"`)
  const eth_getTransactionByHash = () => huge as never
  await using server = await startServer({
    plugin: { methods: { ...methods, eth_getTransactionByHash }, fastLane },
    policy: { limits: { responseBytes: 30_000_000 }, compression: false },
  })
  const ask = `{"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByHash","params":["0x${'0'.repeat(64)}"]}`
  const [first, second] = askUnread(server.port, ask, 2) as [Socket, Socket]
  await vi.waitFor(async () =>
    expect(await exchange(server.port, post(call))).toMatch(/^HTTP\/1.1 503[^]*retry-after: 1[^]*-32005/),
  )
  expect(server.refusals).toContain('responses 503')
  first.destroy()
  await once(first, 'close')
  await vi.waitFor(async () => expect(await exchange(server.port, post(call))).toMatch(/^HTTP\/1.1 200/))
  second.destroy()
})
