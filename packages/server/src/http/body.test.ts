import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { call, exchange, post, startServer } from '../../test/server.ts'
import { createUploads } from '../load/memory.ts'
import { createHttpPolicy } from '../index.ts'
import { createBodyReader, isSlow } from './body.ts'

/** A body that is being read, and what has become of it. */
function read(
  headers: object = {},
  { bodyBytes = 1_000_000, bodyRate = 1_000, uploads = createUploads(1_000_000) } = {},
) {
  const payload = new PassThrough({ highWaterMark: 2 ** 24 })
  const done = vi.fn()
  createBodyReader(bodyBytes, bodyRate, uploads)(
    { ip: '127.0.0.1', headers: headers as never },
    payload,
    done,
  )
  return { payload, done, uploads }
}

test('a body takes room for what is there of it, whatever its client says that it will send', async () => {
  const { payload, done, uploads } = read({ 'content-length': '900000' })
  expect(uploads.held).toBe(0)
  payload.write(Buffer.alloc(16_384, 'a'))
  await nextRound()
  expect(uploads.held).toBe(0) // small ones are not counted
  payload.write('a')
  await nextRound()
  expect(uploads.held).toBe(32_768)
  payload.write(Buffer.alloc(600_000, 'a'))
  await nextRound()
  expect(uploads.held).toBe(616_385)
  payload.end(Buffer.alloc(900_000 - 616_385, 'a'))
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(done.mock.calls[0]![1].equals(Buffer.alloc(900_000, 'a'))).toBe(true)
  expect(uploads.held).toBe(0)
})

test.each([
  ['larger than it may be', {}, Buffer.alloc(1_001), 413],
  ['said to be larger', { 'content-length': '1001' }, undefined, 413],
])('a body that is %s is refused at once', async (_, headers, bytes, statusCode) => {
  const { payload, done, uploads } = read(headers, { bodyBytes: 1_000 })
  if (bytes !== undefined) payload.write(bytes)
  await vi.waitFor(() => expect(done).toHaveBeenCalledWith(expect.objectContaining({ statusCode })))
  expect(uploads.held).toBe(0)
})

test('a body for which there is no room is refused, and one that is left gives its room back', async () => {
  const uploads = createUploads(100_000)
  const first = read({}, { uploads })
  first.payload.write(Buffer.alloc(60_000))
  const second = read({}, { uploads })
  second.payload.write(Buffer.alloc(60_000))
  await vi.waitFor(() =>
    expect(second.done).toHaveBeenCalledWith(expect.objectContaining({ statusCode: 503 })),
  )
  expect(uploads.held).toBe(60_000)
  first.payload.destroy()
  await vi.waitFor(() => expect(uploads.held).toBe(0))
})

/** The status that a body of so many pieces gets. */
async function send(pieces: number, bytes: number): Promise<number | undefined> {
  const { payload, done } = read()
  for (let piece = 0; piece < pieces; piece += 1) payload.write(Buffer.alloc(bytes))
  payload.end()
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce())
  return done.mock.calls[0]![0]?.statusCode
}

test('a body comes in so many pieces at most, and in more where they are many bytes', async () => {
  expect(await send(1_026, 1)).toBeUndefined() // 1,024, and two for the bytes
  expect(await send(1_100, 1)).toBe(413)
  expect(await send(1_900, 512)).toBeUndefined()
})

test('a body that comes too slowly is refused: not in its first five seconds, then to the byte', async () => {
  expect([isSlow(0, 5_000, 1_000), isSlow(0, 5_001, 1_000)]).toEqual([false, true])
  expect([isSlow(1_000, 6_000, 1_000), isSlow(999, 6_000, 1_000)]).toEqual([false, true])
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  for (const [bytes, expected] of [
    [1_000, undefined],
    [999, 408],
  ] as const) {
    const { payload, done } = read({ 'content-length': '5000' })
    payload.write(Buffer.alloc(bytes))
    await nextRound()
    vi.advanceTimersByTime(6_000)
    expect(done.mock.calls[0]?.[0].statusCode).toBe(expected)
    payload.destroy()
    await once(payload, 'close')
  }
})

const chunked = (start: string, chunks: number) =>
  `${start} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(chunks)}`

test.each(['POST /', 'POST /nope', 'PUT /', 'GET /'])(
  'a body in chunks of a byte ends its connection, whether it is read or not: %s',
  async (start) => {
    const policy = createHttpPolicy()
    await using server = await startServer({ plugin: { policy } })
    const socket = connect(server.port, '127.0.0.1', () => socket.write(chunked(start, 5_000)))
    socket.on('error', () => {}).resume()
    const more = setInterval(() => socket.write('1\r\n \r\n'), 5) // for ever
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(more)
    expect([policy.load.uploads.held, policy.state.inflight]).toEqual([0, 0])
    policy[Symbol.dispose]()
  },
)

test('a body in a few chunks is served, and its connection kept', async () => {
  await using server = await startServer()
  const chunks = call.match(/.{1,7}/g)!.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
  const answers = await exchange(
    server.port,
    `${chunked('POST /', 0)}${chunks.join('')}0\r\n\r\n${post(call)}`,
  )
  expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
})
