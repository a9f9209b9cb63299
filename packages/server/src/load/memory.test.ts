import { EventEmitter } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { call, exchange, post, startServer } from '../../test/server.ts'
import { defaultLimits } from '../rpc/limits.ts'
import { createUploads } from './memory.ts'

const request = (headers: object) => Object.assign(new EventEmitter(), { headers })
const most = 1_000_000

test('bodies take room by the bytes that they say, until they are there', () => {
  const uploads = createUploads(100_000)
  const first = request({ 'content-length': '60000' })
  expect(uploads.take(first, most)).toBe(true)
  expect(uploads.take(request({ 'content-length': '40001' }), most)).toBe(false)
  expect(uploads.take(request({ 'content-length': '40000' }), most)).toBe(true)
  expect(uploads.take(request({ 'content-length': '16385' }), most)).toBe(false)
  first.emit('close')
  expect(uploads.take(request({ 'content-length': '60000' }), most)).toBe(true)
})

test('small ones take none, nor those that are too large to be read', () => {
  const uploads = createUploads(1)
  for (const headers of [{}, { 'content-length': '16384' }, { 'content-length': '1000001' }])
    expect(uploads.take(request(headers), most)).toBe(true)
})

test('one that does not say its bytes may have the most', () => {
  const uploads = createUploads(most + 1)
  expect(uploads.take(request({ 'transfer-encoding': 'chunked' }), most)).toBe(true)
  expect(uploads.take(request({ 'transfer-encoding': 'chunked' }), most)).toBe(false)
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
  const limits = { uploadBytes: 3 * defaultLimits.bodyBytes }
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
