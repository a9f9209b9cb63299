import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { request as requestTls } from 'node:https'
import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Methods } from '@lectern/spec'
import { fastify } from 'fastify'
import { expect, test, vi } from 'vitest'
import { compareServers } from '../../test/lane-fuzz.ts'
import { methods } from '../../test/recorded.ts'
import { call, exchange, post, startServer, type RunningServer, type ServerParts } from '../../test/server.ts'
import { createServerState, jsonRpc, type Servable } from '../index.ts'

const hash = `0x${'ab'.repeat(32)}` as const
const head = { number: 18n, hash: Buffer.from(hash.slice(2), 'hex'), lowest: 2n }
const serving = (own: Partial<Methods> = {}): Servable => ({
  snapshot: () => ({ ...methods, ...own, head, [Symbol.dispose]: () => {} }),
})
const covered = serving()

/** A server with the lane; `passed` counts the requests that came to node:http all the same. */
async function startLane({ plugin, ...parts }: ServerParts = {}) {
  const server = await startServer({ ...parts, plugin: { methods: covered, fastLane: true, ...plugin } })
  const passed = vi.fn()
  server.app.server.on('request', passed)
  return Object.assign(server, { passed })
}

/** A connection whose server's side has taken the beginning of a text. */
async function begin(server: RunningServer, text: string) {
  const taken = once(server.app.server, 'connection') as Promise<[Socket]>
  const socket = connect(server.port, '127.0.0.1', () => socket.write(text))
  const [side] = await taken
  await vi.waitFor(() => expect(side.bytesRead).toBe(text.length))
  return { socket, side }
}

/** A connection that has sent a text, and what came back on it so far, the first answer being there. */
async function converse(port: number, text: string) {
  const answers: string[] = []
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  socket.on('data', (chunk) => answers.push(String(chunk)))
  await once(socket, 'data')
  return { socket, answers }
}

const textOf = (number: string) => `"${number.repeat(40_000)}"`
/** A text, followed by a request that node:http ends the connection with. */
const ended = (text: string): string =>
  `${text}GET /end HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`
const withoutDate = (text: string): string => text.replaceAll(/^Date: .*$/gm, 'Date:')
const toKeepAlive = (body: string, lines: string[] = []): string => post(body, lines, 'keep-alive')

test('a plain request is answered without node:http, head and body as it does', async () => {
  await using lane = await startLane()
  await using general = await startServer({ plugin: { methods: covered } })
  const notification = '{"jsonrpc":"2.0","method":"rpc.discover"}'
  const bodies = [call, `[${call},${call}]`, 'nonsense', '[]', notification, call.replace('0x0', 'x')]
  for (const body of bodies) {
    for (const lines of [[], ['accept-encoding: gzip'], ['accept-encoding: br, zstd;q=0.1']]) {
      const answer = withoutDate(await exchange(lane.port, ended(toKeepAlive(body, lines))))
      expect(answer).toMatch(/^HTTP\/1\.1 20/)
      expect(answer).toBe(withoutDate(await exchange(general.port, ended(toKeepAlive(body, lines)))))
    }
  }
  expect(lane.passed).toHaveBeenCalledTimes(3 * bodies.length) // the ends
})

test('requests on one connection are answered in their order, also behind a slow one', async () => {
  const slow = serving({
    eth_getBlockByNumber: (async (...params) => {
      await pause(20)
      return methods.eth_getBlockByNumber(...params)
    }) as Methods['eth_getBlockByNumber'],
  })
  await using lane = await startLane({ plugin: { methods: slow } })
  const other = `{"jsonrpc":"2.0","id":2,"method":"eth_getTransactionByHash","params":["${hash}"]}`
  const text = [call, other, call.replace('"id":1', '"id":3')].map((body) => toKeepAlive(body)).join('')
  const answers = await exchange(lane.port, ended(text + toKeepAlive(other.replace('"id":2', '"id":4'))))
  expect(answers.match(/"id":\d/g)).toEqual(['"id":1', '"id":2', '"id":3', '"id":4'])
  expect(lane.passed).toHaveBeenCalledTimes(1) // the end
})

test('what is not plain goes to node:http, and so does all that follows on its connection', async () => {
  await using lane = await startLane()
  const lines = [
    'expect: 100-continue',
    'content-encoding: identity',
    'proxy-connection: Keep-Alive, x',
    'connection: keep-alive',
    'accept-encoding: gzip;q=0\r\naccept-encoding: identity',
    'x: \tblank',
    'x: h\u00e9',
    'x:none',
  ]
  for (const line of lines) {
    lane.passed.mockClear()
    const texts = [toKeepAlive(call), toKeepAlive(call, [line]), toKeepAlive(call)]
    const answers = await exchange(lane.port, ended(texts.join('')))
    expect(answers.match(/"result"/g), line).toHaveLength(3)
    expect(lane.passed, line).toHaveBeenCalledTimes(3) // the odd one, the one after it, the end
  }
})

test('headers that nothing reads, or that both servers read alike, stay in the lane', async () => {
  const policy = { corsDomains: ['https://app.example'] }
  await using lane = await startLane({ policy })
  await using general = await startServer({ policy, plugin: { methods: covered } })
  const lines = [
    'x-forwarded-for: 1.2.3.4, 5.6.7.8',
    'X-Real-IP: 1.2.3.4',
    'Forwarded: for=1.2.3.4',
    'traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    'Authorization: Bearer abc',
    'cookie: a=b\r\ncookie: c=d',
    'x_odd.name!: 1',
    'TE: trailers',
    'Proxy-Connection: keep-alive',
    'origin: http://127.0.0.1',
    'origin: https://app.example',
    'origin: https://evil.example',
    `x-long: ${'a'.repeat(3_000)}`,
  ]
  for (const line of lines) {
    lane.passed.mockClear()
    for (const body of [call, '[]', '{"jsonrpc":"2.0","method":"rpc.discover"}']) {
      const text = ended(toKeepAlive(body, [line]) + toKeepAlive(body))
      const answers = withoutDate(await exchange(lane.port, text))
      expect(answers, line).toBe(withoutDate(await exchange(general.port, text)))
    }
    expect(lane.passed, line).toHaveBeenCalledTimes(3) // the ends
  }
})

test('X-Forwarded-For goes to node:http where it names the client of a rate', async () => {
  for (const [trustProxy, rate, passed] of [
    [true, { perSecond: 1 }, 2],
    [true, undefined, 1],
    [false, { perSecond: 1 }, 1],
  ] as const) {
    await using lane = await startLane({ policy: { rate }, fastify: { trustProxy } })
    await exchange(lane.port, ended(toKeepAlive(call, ['x-forwarded-for: 1.2.3.4'])))
    expect(lane.passed, `${trustProxy}`).toHaveBeenCalledTimes(passed)
  }
})

test('a large result that comes again is compressed once, and both servers send the same bytes', async () => {
  const json = Buffer.from(JSON.stringify('abcdefgh'.repeat(20_000)))
  const large = { ...methods, eth_getBlockByNumber: () => json as never }
  await using lane = await startLane({ plugin: { methods: large } })
  await using general = await startServer({ plugin: { methods: large } })
  const text = ['1', '22', '"333"'].map((id) =>
    toKeepAlive(call.replace('"id":1', `"id":${id}`), ['accept-encoding: gzip']),
  )
  const answers = await exchange(lane.port, ended(text.join('')))
  expect(answers.match(/content-encoding: gzip/g)).toHaveLength(3)
  expect(withoutDate(answers)).toBe(withoutDate(await exchange(general.port, ended(text.join('')))))
})

test('a connection goes to node:http once, however long it stays there', async () => {
  await using lane = await startLane()
  const first = 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'
  const { socket, side } = await begin(lane, first)
  await once(socket, 'data')
  const count = () => side.eventNames().map((name) => [name, side.listenerCount(name)])
  const before = count()
  await pause(500)
  expect(count()).toEqual(before)
  socket.write(toKeepAlive(call))
  expect(String(await once(socket, 'data'))).toContain('"result"')
  expect(lane.passed).toHaveBeenCalledTimes(2)
  side.destroy()
})

test('an idle connection stays in the lane, one that says half of something and then nothing goes to node:http', async () => {
  await using lane = await startLane()
  const text = toKeepAlive(call)
  const { socket, side } = await begin(lane, text)
  await once(socket, 'data')
  await pause(400) // idle, so it stays
  socket.write(text.slice(0, -9))
  await pause(400)
  socket.write(text.slice(-9))
  expect(String(await once(socket, 'data'))).toContain('"result"')
  expect(lane.passed).toHaveBeenCalledTimes(1)
  side.destroy()
})

test('a head in two pieces goes to node:http, a body in two does not', async () => {
  await using lane = await startLane()
  const text = toKeepAlive(call)
  const body = text.indexOf('{')
  for (const [at, passed] of [
    [3, 1],
    [body - 1, 1],
    [body, 0],
    [text.length - 1, 0],
  ] as const) {
    lane.passed.mockClear()
    const { socket, side } = await begin(lane, text.slice(0, at))
    socket.write(text.slice(at))
    expect(String(await once(socket, 'data'))).toContain('"result"')
    expect(lane.passed, `cut at ${at}`).toHaveBeenCalledTimes(passed)
    side.destroy()
  }
})

test('a body that is long, comes in many pieces, or not at all goes to node:http', async () => {
  await using lane = await startLane({ policy: { limits: { requestTime: 1_000, headerTime: 1_000 } } })
  const long = toKeepAlive(call.padEnd(33_000))
  const { socket, side } = await begin(lane, long.slice(0, 1_000))
  socket.write(long.slice(1_000))
  expect(String(await once(socket, 'data'))).toContain('"result"')
  const slow = await begin(lane, toKeepAlive(call).slice(0, -20))
  for (const letter of call.slice(-20, -1)) {
    const taken = once(slow.side, 'data')
    slow.socket.write(letter)
    await taken
  }
  slow.socket.write('}')
  expect(String(await once(slow.socket, 'data'))).toContain('"result"')
  expect(lane.passed).toHaveBeenCalledTimes(2)
  const half = toKeepAlive(call).slice(0, -9)
  expect(await exchange(lane.port, half)).toMatch(/^HTTP\/1\.1 408[^]*-32600/)
  expect(lane.passed).toHaveBeenCalledTimes(3)
  side.destroy()
  slow.side.destroy()
})

test('a client that ends its side in the midst of a body is refused as by node:http', async () => {
  const answers: string[] = []
  for (const fastLane of [true, false]) {
    await using server = await startLane({ plugin: { fastLane } })
    const { socket } = await begin(server, toKeepAlive(call).slice(0, -9))
    const chunks: string[] = []
    socket.on('data', (chunk) => chunks.push(String(chunk))).end()
    await once(socket, 'close')
    answers.push(chunks.join(''))
  }
  expect(answers[0]).toMatch(/^HTTP\/1\.1 400[^]*-32600/)
  expect(answers[0]).toBe(answers[1])
})

test('refusals of the policy are those of node:http', async () => {
  const policy = { limits: { headerCount: 6 }, rate: { perSecond: 1, burst: 2 } }
  await using lane = await startLane({ policy })
  await using general = await startServer({ policy, plugin: { methods: covered } })
  const texts = [
    toKeepAlive(call).replace('host: 127.0.0.1', 'host: evil.example'),
    toKeepAlive(call, ['accept: */*', 'user-agent: a', 'accept-language: *']),
    toKeepAlive(`[${call},${call},${call}]`),
    toKeepAlive(call),
  ]
  const statuses = ['403', '431', '200', '429']
  for (const [index, text] of texts.entries()) {
    const whole = ended(text).replace(
      '/end HTTP/1.1\r\nhost: 127.0.0.1',
      '/end HTTP/1.1\r\nhost: evil.example',
    ) // which takes no call
    const answer = withoutDate(await exchange(lane.port, whole))
    expect(answer.slice(9, 12)).toBe(statuses[index])
    expect(answer).toBe(withoutDate(await exchange(general.port, whole)))
  }
  const [end] = ['vhost 403']
  expect(lane.refusals).toEqual(['vhost 403', end, 'headers 431', end, end, 'rate 429', end])
  expect(lane.passed).toHaveBeenCalledTimes(texts.length) // the ends
})

test('a server of TLS or of HTTP/2 has no lane, and answers', async () => {
  const ciphers = { ciphers: 'AECDH-AES128-SHA:@SECLEVEL=0', maxVersion: 'TLSv1.2' } as const // without a certificate
  await using tls = await startLane({ fastify: { https: ciphers } })
  const asked = requestTls(tls.url, {
    ...ciphers,
    rejectUnauthorized: false,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    agent: false,
  })
  const answered = once(asked, 'response')
  asked.end(call)
  const [response] = (await answered) as [Readable]
  expect(await text(response)).toContain('"result":')
  expect(tls.passed).toHaveBeenCalledTimes(1)

  await using http2 = await startLane({ fastify: { http2: true } })
  const session = connectHttp2(http2.url)
  const stream = session.request({ ':method': 'POST', 'content-type': 'application/json' })
  expect(await text(stream.end(call))).toContain('"result":')
  expect(http2.passed).toHaveBeenCalledTimes(1)
  session.close()
})

test('a server has one lane', async () => {
  const app = fastify()
  app.register(jsonRpc, { methods: covered, fastLane: true, path: '/a' })
  app.register(jsonRpc, { methods: covered, fastLane: true, path: '/b' })
  await expect(app.ready()).rejects.toThrow('A server has one fast lane: /b cannot have another.')
})

test('once the server drains, requests go to node:http, which ends their connection', async () => {
  const state = createServerState()
  await using lane = await startLane({ policy: { state } })
  const { socket, answers } = await converse(lane.port, toKeepAlive(call))
  expect(answers[0]).toMatch(/keep-alive/)
  state.draining = true
  socket.write(toKeepAlive(call))
  await once(socket, 'close')
  expect(answers[1]).toMatch(/connection: close/i)
})

test('an idle connection is closed by closeIdleConnections(), a silent one is not, both are by closeAllConnections()', async () => {
  await using lane = await startLane()
  const idle = await converse(lane.port, toKeepAlive(call))
  const silent = connect(lane.port, '127.0.0.1')
  await once(silent, 'connect')
  lane.app.server.closeIdleConnections()
  await once(idle.socket, 'close')
  await pause(20)
  expect(silent.readyState).toBe('open')
  lane.app.server.closeAllConnections()
  await once(silent, 'close')
})

test('R4 an idle connection is ended by the idle time, a silent one by the header time, as by node:http', async () => {
  const limits = { idleTime: 200, headerTime: 300, requestTime: 400 }
  await using lane = await startLane({ policy: { limits } })
  const { answers, socket } = await converse(lane.port, toKeepAlive(call))
  await once(socket, 'close')
  expect(answers).toHaveLength(1)
  expect(await exchange(lane.port, '')).toMatch(/^HTTP\/1\.1 408[^]*-32600/)
})

test('a reader who stops reading stops the answers: what waits is bounded, and nothing is lost when he goes on', async () => {
  const large = new Uint8Array(Buffer.from(`"${'a'.repeat(300_000)}"`))
  const eth_getBlockByNumber = vi.fn(() => large) as unknown as Methods['eth_getBlockByNumber']
  await using lane = await startLane({ plugin: { methods: serving({ eth_getBlockByNumber }) } })
  const socket = connect(lane.port, '127.0.0.1')
  let bytes = 0
  socket.on('data', (chunk) => (bytes += chunk.length)).pause()
  socket.write(toKeepAlive(call).repeat(200))
  await pause(200)
  expect(vi.mocked(eth_getBlockByNumber).mock.calls.length).toBeLessThan(60) // the system's buffers take some megabytes
  socket.resume()
  await vi.waitFor(() => expect(bytes).toBeGreaterThan(200 * 300_000), { timeout: 10_000 })
  socket.destroy()
})

test('R5 a batch of many bytes comes in pieces, and its snapshot is closed when its reader goes away', async () => {
  const large = new Uint8Array(Buffer.from(`"${'a'.repeat(400_000)}"`))
  const read = vi.fn(() => large) as unknown as Methods['eth_getBlockByNumber']
  const close = vi.fn()
  const source = { ...methods, head, eth_getBlockByNumber: read }
  const snapshot = () => ({ ...source, [Symbol.dispose]: close })
  const limits = { batchBytes: 1_000_000_000 }
  for (const fastLane of [true, false]) {
    close.mockClear()
    vi.mocked(read).mockClear()
    await using lane = await startLane({ plugin: { methods: { ...source, snapshot }, limits, fastLane } })
    const socket = connect(lane.port, '127.0.0.1')
    socket.pause().write(toKeepAlive(`[${Array(400).fill(call).join()}]`))
    await pause(200)
    expect(vi.mocked(read).mock.calls.length).toBeLessThan(60)
    expect(close).not.toHaveBeenCalled()
    socket.destroy()
    await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(1))
    expect(lane.passed).toHaveBeenCalledTimes(fastLane ? 0 : 1)
  }
})

test('large answers are compressed while others are made, each whole and its own', async () => {
  const eth_getBlockByNumber = ((number: string) =>
    Buffer.from(textOf(number))) as unknown as Methods['eth_getBlockByNumber']
  await using lane = await startLane({ plugin: { methods: serving({ eth_getBlockByNumber }) } })
  await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const number = `0x${(0x10_000 + index).toString(16)}`
      const response = await fetch(lane.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: call.replace('0x0', number),
      })
      expect(response.headers.get('content-encoding')).not.toBeNull()
      expect(await response.text()).toBe(`{"jsonrpc":"2.0","id":1,"result":${textOf(number)}}`)
    }),
  )
  expect(lane.passed).not.toHaveBeenCalled()
})

test('an answer whose time is over is refused, and its connection ended, as by node:http', async () => {
  const eth_getBlockByNumber = (() => pause(1_000)) as unknown as Methods['eth_getBlockByNumber']
  const texts: string[] = []
  for (const fastLane of [true, false]) {
    const plugin = { methods: serving({ eth_getBlockByNumber }), fastLane }
    await using lane = await startLane({ policy: { limits: { responseTime: 100 } }, plugin })
    texts.push(withoutDate(await exchange(lane.port, toKeepAlive(call))))
  }
  expect(texts[0]).toMatch(/^HTTP\/1\.1 503[^]*-32005/)
  expect(texts[0]).toBe(texts[1])
})

const runs = Number(process.env['LECTERN_FUZZ_LANE'] ?? (process.env['CI'] ? 20_000 : 500))

test(`R18 ${runs} requests, right and wrong, pipelined and cut, are answered with and without the lane alike`, async () => {
  const policy = { corsDomains: ['https://app.example'] }
  await using lane = await startLane({ policy })
  await using general = await startServer({ policy, plugin: { methods: covered } })
  const report = await compareServers([lane.port, general.port], { requests: runs, seed: 2_026 })
  expect(report.differences).toEqual([])
  expect([...report.statuses.keys()]).toEqual(expect.arrayContaining(['200', '204', '400', '404']))
  expect(report.cut).toBeLessThan(report.connections / 10)
}, 7_200_000)
