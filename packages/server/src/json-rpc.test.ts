import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { httpCases, insides, checkReplyForm } from '@lectern/conformance/protocol'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { methods } from '../test/recorded.ts'
import { call, exchange, post, startServer } from '../test/server.ts'
import { createHttpPolicy, createServerOptions, jsonRpc, type JsonRpcOptions } from './index.ts'

const chunked = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
/** The response of a refusal by HTTP itself. */
const form = (status: string): RegExp =>
  new RegExp(`^HTTP/1.1 ${status}[^]*content-type: application/json[^]*\\{"jsonrpc":"2.0","id":null,"error":`)

test('S1 one endpoint takes POST with JSON headers and answers JSON-RPC 2.0', async () => {
  await using server = await startServer()
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const response = await fetch(server.url, { method: 'POST', headers, body: call })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: 1, result: { number: '0x0' } })
})

const question = { method: 'eth_getBlockByNumber', params: ['0x0', false] }

for (const { id, sentence, verb, headers, body, expect: expected } of httpCases(question)) {
  test(`${id} ${sentence}`, async () => {
    await using server = await startServer()
    const request = {
      method: verb,
      headers: { ...headers },
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
    }
    const response = await fetch(server.url, request)
    const text = await response.text()
    expect(expected.status).toContain(response.status)
    for (const [name, value] of Object.entries(expected.headers ?? {}))
      expect(response.headers.get(name)).toBe(value)
    expect(text).not.toMatch(insides)
    expect(text === '').toBe(expected.code === 'nothing')
    if (text === '') return
    const answer = JSON.parse(text)
    expect(checkReplyForm(answer)).toBeUndefined()
    const refused = response.status >= 400 ? -32600 : undefined
    const code = expected.code ?? refused
    if (code !== undefined) expect(answer.error?.code ?? 'result').toBe(code)
  })
}

const page: NonNullable<JsonRpcOptions['page']> = (request, reply) => {
  if (request.headers['if-none-match'] !== undefined) return reply.code(304).send()
  return reply.type('text/html').send('<h1>A page</h1>')
}

const vary = 'accept, accept-encoding'
const empty = [200, vary, '']
const refused = [405, vary, expect.stringContaining('"code":-32600')]

test.each([
  ['the page', page, [200, vary, '<h1>A page</h1>']],
  ['405 where there is none', undefined, refused],
])('a browser that opens the path gets %s, and a load balancer an empty 200', async (_, page, opened) => {
  await using server = await startServer({ plugin: { page } })
  const ask = async (method: string, accept: string, query = '') => {
    const response = await fetch(`${server.url}${query}`, { method, headers: { accept } })
    return [response.status, response.headers.get('vary'), await response.text()]
  }
  for (const accept of ['text/html', 'text/html,application/xml;q=0.9,*/*;q=0.8', '*/*, Text/HTML ; q=0.1'])
    expect(await ask('GET', accept)).toEqual(opened)
  expect(await ask('HEAD', 'text/html')).toEqual(opened.with(2, ''))
  for (const accept of [
    '*/*',
    'application/json',
    'text/html;q=0',
    'text/html; q=0.000',
    'text/htmlx',
    'x/text/html',
    `text/html${' '.repeat(15_000)}x`,
  ])
    expect(await ask('GET', accept)).toEqual(empty)
  expect(await ask('HEAD', '*/*')).toEqual(empty)
  expect(await ask('GET', '*/*', '?data=x')).toEqual(refused)
  expect(await ask('DELETE', 'text/html')).toEqual(refused.with(1, null))
  const bare = await exchange(server.port, 'GET / HTTP/1.0\r\n\r\n') // as plain checks send it
  expect(bare).toMatch(/^HTTP\/1\.1 200[^]*content-length: 0\r\n[^]*\r\n\r\n$/)
  expect(await exchange(server.port, post(call, ['accept: text/html']))).toMatch(/^HTTP\/1.1 200[^]*"result"/)
})

test('what a page depends on stands in one vary, with the origin where origins are listed', async () => {
  const policy = createHttpPolicy({ corsDomains: ['https://a.example'] })
  await using server = await startServer({ plugin: { page, policy } })
  const headers = { accept: 'text/html', origin: 'https://a.example', 'if-none-match': '*' }
  const response = await fetch(server.url, { headers })
  expect([response.status, response.headers.get('vary')]).toEqual([304, 'accept, origin, accept-encoding'])
  policy[Symbol.dispose]()
})

test('H07 a body over the limit is 413, with and without its length, and one byte less is served', async () => {
  await using server = await startServer({ plugin: { limits: { bodyBytes: 200 } } })
  const send = async (head: string, body: string) =>
    await exchange(
      server.port,
      `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-type: application/json\r\n${head}\r\n\r\n${body}`,
    )
  expect(await send('content-length: 200', call.padEnd(200))).toMatch(/^HTTP\/1.1 200[^]*"result"/)
  expect(await send('transfer-encoding: chunked', chunked(call.padEnd(200)))).toMatch(
    /^HTTP\/1.1 200[^]*"result"/,
  )
  const refused =
    /^HTTP\/1.1 413[^]*content-type: application\/json[^]*\{"jsonrpc":"2.0","id":null,"error":\{"code":-32005,/
  expect(await send('content-length: 201', call.padEnd(201))).toMatch(refused)
  expect(await send('transfer-encoding: chunked', chunked(call.padEnd(201)))).toMatch(refused)
})

test('H08 what HTTP itself refuses has a JSON-RPC error as its body', async () => {
  await using server = await startServer()
  expect(await exchange(server.port, 'nonsense\r\n\r\n')).toMatch(form('400 Bad Request'))
  expect(await exchange(server.port, `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`)).toMatch(form('431'))
  expect(
    await exchange(server.port, 'GET /%zz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n'),
  ).toMatch(form('400'))
})

test('R4 a slow header, a slow body and an idle connection are ended', async () => {
  await using server = await startServer({ policy: { limits: { requestTime: 300, headerTime: 150 } } })
  const slow = [
    '',
    'POST / HTTP/1.1\r\n',
    'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n[',
  ]
  for (const answer of await Promise.all(slow.map((text) => exchange(server.port, text))))
    expect(answer).toMatch(/^HTTP\/1.1 408[^]*-32600/)
})

test('R4 a connection that asks nothing more is closed', async () => {
  await using server = await startServer({ policy: { limits: { idleTime: 50 } } })
  const answer = await exchange(server.port, post(call, [], 'keep-alive')) // resolves: the server closes it
  expect(answer).toMatch(/^HTTP\/1.1 200[^]*"result"/)
})

test('clients that leave in the middle of a body leave nothing behind', async () => {
  const errors: unknown[] = []
  const policy = createHttpPolicy()
  await using server = await startServer({ plugin: { policy, onError: (error) => errors.push(error) } })
  const whole = post(call)
  await Promise.all(
    Array.from({ length: whole.length }, (_, length) => exchange(server.port, whole.slice(0, length), 20)),
  )
  expect(await exchange(server.port, whole)).toMatch(/^HTTP\/1.1 200[^]*"result"/)
  expect([policy.state.inflight, errors]).toEqual([0, []])
  policy[Symbol.dispose]()
})

test('a failure of the host application is an internal error without details', async () => {
  const app = fastify(createServerOptions())
  app.addHook('onRequest', async () => {
    throw new Error('/home/secret')
  })
  await app.register(jsonRpc, { methods })
  const response = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json' },
    body: call,
  })
  expect(response.statusCode).toBe(500)
  expect(response.body).toBe(
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"Internal Server Error."}}',
  )
  await app.close()
})

test('the plugin leaves the rest of its application as it is', async () => {
  await using server = await startServer({ plugin: { path: '/rpc', prefix: '/v1' } })
  server.app.log.level = 'silent'
  expect((await fetch(`${server.url}/other`, { method: 'POST' })).status).toBe(404)
  const response = await fetch(`${server.url}/v1/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: call,
  })
  expect(await response.json()).toMatchObject({ result: { number: '0x0' } })
})

test('R3 broken HTTP is answered or ended, and the next call is served', async () => {
  await using server = await startServer()
  const whole = post(call)
  const broken = Array.from({ length: whole.length }, (_, at) => [
    `${whole.slice(0, at)}\0${whole.slice(at + 1)}`,
    `${whole.slice(0, at)}\r\n${whole.slice(at)}`,
    whole.slice(0, at) + whole.slice(at + 1),
  ]).flat()
  for (let at = 0; at < broken.length; at += 50) {
    const texts = broken.slice(at, at + 50)
    const answers = await Promise.all(texts.map((text) => exchange(server.port, `${text}\r\n\r\n`, 100)))
    for (const answer of answers) expect(answer).not.toMatch(/statusCode|FST_|<html/i)
  }
  expect(await exchange(server.port, whole)).toMatch(/^HTTP\/1.1 200[^]*"result"/)
})

test('the calls before broken bytes are answered, and the bytes refused, but not behind an answer that ends the connection', async () => {
  for (const fastLane of [false, true]) {
    await using server = await startServer({ plugin: { fastLane } })
    const open = post(call, [], 'keep-alive')
    const statuses = async (text: string) =>
      (await exchange(server.port, text)).match(/HTTP\/1\.1 \d+|-32600/g)
    const [ok, bad] = ['HTTP/1.1 200', 'HTTP/1.1 400']
    expect(await statuses(`${open}${open}nonsense\r\n\r\n`)).toEqual([ok, ok, bad, '-32600'])
    const closing = open.replace('host: 127.0.0.1\r\n', '')
    expect(await statuses(`${open}${closing}nonsense\r\n\r\n`)).toEqual([ok, bad, '-32600'])
  }
})

test('no refusal is written into the midst of an answer', async () => {
  const large = Buffer.from(`"${'a'.repeat(24_000)}"`)
  const body = `[${Array.from({ length: 600 }, () => call).join()}]`
  for (const line of ['x-other: a', 'accept: */*']) {
    await using server = await startServer({
      plugin: { methods: { ...methods, eth_getBlockByNumber: () => large as never }, fastLane: true },
    })
    const socket = connect(server.port, '127.0.0.1', () => socket.write(post(body, [line], 'keep-alive')))
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    await once(socket, 'data')
    socket.pause().write('nonsense\r\n\r\n')
    await pause(100) // the rest waits in the server
    socket.on('error', () => {}).resume()
    await once(socket, 'close')
    const text = Buffer.concat(chunks).toString()
    const end = text.indexOf('\r\n0\r\n\r\n')
    expect(end === -1 ? text : text.slice(0, end), line).not.toContain('HTTP/1.1 4')
  }
})

test('two calls on one connection are answered in their order', async () => {
  await using server = await startServer()
  const answers = await exchange(
    server.port,
    post(call, [], 'keep-alive') + post(call.replace('"id":1', '"id":2')),
  )
  expect(answers.match(/"id":\d/g)).toEqual(['"id":1', '"id":2'])
})

test('R4 long time limits hold as short ones do, and the one for a socket on which nothing moves comes after them', async () => {
  const limits = { headerTime: 301_000, requestTime: 400_000, responseTime: 500_000, idleTime: 600_000 }
  await using server = await startServer({ policy: { limits } })
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server.app.server
  expect([headersTimeout, requestTimeout, keepAliveTimeout]).toEqual([301_000, 400_000, 600_000])
  expect(timeout).toBeGreaterThan(500_000)
})

test('what HTTP itself refuses has a line at debug', async () => {
  const lines: string[] = []
  const logger = { level: 'debug', stream: { write: (line: string) => void lines.push(line) } }
  await using server = await startServer({
    plugin: { fastLane: true },
    fastify: { logger, disableRequestLogging: true },
  })
  await exchange(server.port, 'nonsense\r\n\r\n')
  await exchange(server.port, 'GET /%zz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n')
  const refused = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'Refused.')
  expect(refused.map(({ reason, status }) => [reason, status])).toEqual([
    ['http', 400],
    ['http', 400],
  ])
})
