import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Methods } from '@lectern/spec'
import { expect, test, vi } from 'vitest'
import { methods } from '../../test/recorded.ts'
import { call, exchange, post, startServer } from '../../test/server.ts'
import { createCompressor } from './content-coding.ts'
import {
  applyPolicy,
  type ChainHead,
  createHttpPolicy,
  type HttpPolicyOptions,
  type Servable,
} from '../index.ts'

const json = { 'content-type': 'application/json' }
const ask = (url: string, headers: Record<string, string> = {}, body = call) =>
  fetch(url, { method: 'POST', headers: { ...json, ...headers }, body })
const refusal = (code: number) =>
  new RegExp(`content-type: application/json[^]*\\{"jsonrpc":"2.0","id":null,"error":\\{"code":${code},`)
const withHost = (host: string) => post(call).replace('host: 127.0.0.1', `host: ${host}`)

/** As many lines as make so many headers of a POST. */
const headerLines = (count: number) => Array.from({ length: count - 4 }, (_, index) => `x-${index}: 1`)

/** A POST to a URL of so many characters. */
const postTo = (length: number) => post(call).replace('POST /', `POST /?${'a'.repeat(length - 2)}`)

/** The outcome of each item of a batch. */
const toCodes = (answers: readonly { id: number; error?: { code: number } }[]) =>
  answers.map(({ id, error }) => [id, error?.code])

/** The recorded methods, each of whose answers waits until `open` is called. */
function holdMethods() {
  const policy = Promise.withResolvers<void>()
  const eth_getBlockByNumber = async (...params: readonly unknown[]) => {
    await policy.promise
    return methods.eth_getBlockByNumber(...(params as ['0x0', false]))
  }
  return { open: policy.resolve, methods: { ...methods, eth_getBlockByNumber } as Servable }
}

test('a host that is not listed is 403, and an application can say it in its own words', async () => {
  await using server = await startServer({ policy: { vhosts: ['localhost', 'rpc.example'] } })
  for (const host of ['rpc.example', 'localhost:8545', '[::1]:80', '10.1.2.3'])
    expect(await exchange(server.port, withHost(host)), host).toMatch(/^HTTP\/1.1 200/)
  const answer = await exchange(server.port, withHost('evil.example'))
  expect(answer).toMatch(/^HTTP\/1.1 403/)
  expect(answer).toMatch(refusal(-32600))
  expect(answer).toContain('The host \\"evil.example\\" is not allowed.')
  expect(server.refusals).toEqual(['vhost 403'])
  await using described = await startServer({
    policy: { describeRefusal: (reason, name) => `${reason}: ${name}` },
  })
  expect(await exchange(described.port, withHost('evil.example'))).toContain('vhost: \\"evil.example\\"')
})

test('a request with two lines of Host is 400, whichever of them is listed', async () => {
  await using server = await startServer()
  for (const second of ['host: evil.example', 'HOST: 127.0.0.1', 'Host:'])
    for (const lines of [`host: 127.0.0.1\r\n${second}`, `${second}\r\nhost: 127.0.0.1`]) {
      const answer = await exchange(server.port, post(call).replace('host: 127.0.0.1', lines))
      expect(answer, lines).toMatch(/^HTTP\/1.1 400/)
      expect(answer, lines).toContain('A request names one host.')
    }
  expect(server.refusals).toEqual(Array(6).fill('host 400'))
})

test('a page of another origin is 403', async () => {
  await using server = await startServer()
  const response = await ask(server.url, { origin: 'https://evil.example' })
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, null])
  expect(await response.text()).toContain('The origin \\"https://evil.example\\" is not allowed.')
  expect((await ask(server.url, { origin: server.url })).status).toBe(200)
  expect(server.refusals).toEqual(['origin 403'])
})

test('a page of an origin that is listed can read every answer, refusals too', async () => {
  await using server = await startServer({ policy: { corsDomains: ['https://app.example'] } })
  const origin = 'https://app.example'
  for (const [response, status] of [
    [await ask(server.url, { origin }), 200],
    [await ask(server.url, { origin, 'content-type': 'text/plain' }), 415],
    [await fetch(server.url, { method: 'PUT', headers: { origin } }), 405],
  ] as const) {
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([status, origin])
    expect(response.headers.get('access-control-expose-headers')).toContain('x-chain-range')
  }
  expect((await ask(server.url)).headers.get('vary')).toBe('origin, accept-encoding')
})

test('a preflight is answered for an origin that is listed, and 403 for another', async () => {
  await using server = await startServer({ policy: { corsDomains: ['*'] } })
  const preflight = (headers: Record<string, string>) =>
    fetch(server.url, { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST', ...headers } })
  const response = await preflight({
    origin: 'https://a.example',
    'access-control-request-private-network': 'true',
  })
  expect(response.status).toBe(204)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type, authorization, *',
    'access-control-allow-private-network': 'true',
    'access-control-max-age': '600',
  })
  await using closed = await startServer()
  const refused = await fetch(closed.url, {
    method: 'OPTIONS',
    headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' },
  })
  expect([refused.status, refused.headers.get('access-control-allow-methods')]).toEqual([403, null])
})

test('each answer that differs by origin says so to caches: preflights, refusals and proofs too', async () => {
  const origin = 'https://app.example'
  for (const fastLane of [true, false]) {
    await using server = await startServer({
      policy: { corsDomains: [origin], limits: { urlLength: 100 } },
      plugin: { fastLane },
      proofs: {},
    })
    const proof = `${server.url}/proof/block/0x1`
    for (const headers of [{ origin }, {}]) {
      const preflight = {
        method: 'OPTIONS',
        headers: { 'access-control-request-method': 'POST', ...headers },
      }
      for (const response of [
        await fetch(server.url, preflight),
        await fetch(proof, { headers }),
        await fetch(`${server.url}/proof/block/zz`, { headers }),
        await fetch(`${server.url}/nope`, { headers }),
        await fetch(server.url, { headers }),
        await ask(server.url, { ...headers, 'content-type': 'text/plain' }),
        await ask(`${server.url}/${'a'.repeat(100)}`, headers),
        await ask(server.url, headers, '{"jsonrpc":"2.0","method":"rpc.discover"}'),
        await ask(server.url, headers),
      ]) {
        expect(`${response.headers.get('vary')}`, `${response.status} ${fastLane}`).toMatch(
          /^(accept, )?origin(, accept-encoding)?$/,
        )
        const isOpen = 'origin' in headers ? origin : null
        expect(response.headers.get('access-control-allow-origin'), `${response.status}`).toBe(isOpen)
      }
    }
    const evil = await ask(server.url, { origin: 'https://evil.example' })
    expect([evil.status, evil.headers.get('vary')]).toEqual([403, 'origin'])
  }
  await using closed = await startServer({ policy: { compression: false } })
  expect((await fetch(`${closed.url}/nope`)).headers.get('vary')).toBeNull()
})

test('the URL and the headers of a request are limited', async () => {
  await using server = await startServer({
    policy: { limits: { urlLength: 20, headerCount: 6, headerBytes: 500 } },
  })
  expect(await exchange(server.port, postTo(20))).toMatch(/^HTTP\/1.1 200/)
  expect(await exchange(server.port, postTo(21))).toMatch(/^HTTP\/1.1 414/)
  expect(await exchange(server.port, post(call, headerLines(6)))).toMatch(/^HTTP\/1.1 200/)
  expect(await exchange(server.port, post(call, headerLines(7)))).toMatch(/^HTTP\/1.1 431/)
  const large = await exchange(server.port, post(call, [`x-1: ${'a'.repeat(500)}`]))
  expect(large).toMatch(/^HTTP\/1.1 431/)
  expect(large).toMatch(refusal(-32005))
  expect(server.refusals).toEqual(['url 414', 'headers 431'])
})

test('a connection too many is answered with 503 and closed, and one that ends makes room', async () => {
  await using server = await startServer({ policy: { limits: { connections: 2 } } })
  const first = connect(server.port, '127.0.0.1')
  const open = exchange(server.port, post(call, [], 'keep-alive'), 2_000)
  await wait(50)
  const answer = await exchange(server.port, post(call, [], 'keep-alive')) // resolves: the server closes it
  expect(answer).toMatch(/^HTTP\/1.1 503[^]*retry-after: 1\r\nconnection: close/)
  expect(answer).toMatch(refusal(-32005))
  const silent = await exchange(server.port, '')
  expect(silent).toMatch(/^HTTP\/1.1 503[^]*retry-after: 1/)
  expect(silent).toMatch(refusal(-32005))
  first.destroy()
  await wait(50)
  expect(await exchange(server.port, post(call))).toMatch(/^HTTP\/1.1 200/)
  expect(await open).toMatch(/^HTTP\/1.1 200/)
  expect(server.refusals).toEqual(['connections 503', 'connections 503'])
})

test('of a flood of connections too many, some are answered and the others dropped at once', async () => {
  await using server = await startServer({ policy: { limits: { connections: 1 } } })
  const first = connect(server.port, '127.0.0.1')
  await wait(50)
  const ends = await Promise.all(Array.from({ length: 40 }, () => exchange(server.port, '').catch(() => '')))
  expect(ends.filter((text) => text.startsWith('HTTP/1.1 503'))).toHaveLength(8)
  expect(ends.filter((text) => text === '')).toHaveLength(32)
  first.destroy()
  await wait(50)
  expect(await exchange(server.port, post(call))).toMatch(/^HTTP\/1.1 200/)
})

test('a request too many at once is 503, and its connection lives on', async () => {
  const slow = holdMethods()
  await using server = await startServer({
    plugin: { methods: slow.methods },
    policy: { limits: { inflight: 2 } },
  })
  const waiting = [ask(server.url), ask(server.url)]
  await wait(100)
  const refused = await ask(server.url)
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('connection')]).toEqual([
    503,
    '1',
    'keep-alive',
  ])
  expect(await refused.json()).toMatchObject({ id: null, error: { code: -32005 } })
  slow.open()
  for (const response of await Promise.all(waiting)) expect(response.status).toBe(200)
  await vi.waitFor(async () => expect((await ask(server.url)).status).toBe(200))
  expect(server.refusals).toEqual(['inflight 503'])
})

test('routes of probes are answered whatever the load', async () => {
  const slow = holdMethods()
  await using server = await startServer({
    plugin: { methods: slow.methods },
    policy: { limits: { inflight: 2, maxWait: 1 } },
    async routes(app, policy) {
      await app.register(async (probes) => {
        applyPolicy(probes, { policy, methods: 'GET', probes: true })
        probes.get('/livez', async () => ({}))
      })
    },
  })
  const waiting = [ask(server.url), ask(server.url)]
  await vi.waitFor(async () => expect((await ask(server.url)).status).toBe(503))
  for (let asked = 0; asked < 20; asked++) expect((await fetch(`${server.url}/livez`)).status).toBe(200)
  slow.open()
  await Promise.all(waiting)
})

test('a client that has half of all requests in flight is refused and its connection ended; another one is served', async () => {
  const made = Promise.withResolvers<null>()
  const slow = { ...methods, eth_getBlockByNumber: () => made.promise as never }
  await using server = await startServer({
    plugin: { methods: slow },
    policy: { limits: { inflight: 8 } },
    fastify: { trustProxy: true },
  })
  const pipelined = post(call, ['x-forwarded-for: 10.0.0.1'], 'keep-alive').repeat(7)
  const greedy = exchange(server.port, pipelined)
  await vi.waitFor(() => expect(server.refusals).toEqual(['client 503']))
  const other = exchange(server.port, post(call, ['x-forwarded-for: 10.0.0.2']))
  await wait(50)
  made.resolve(null)
  expect(await other).toMatch(/^HTTP\/1\.1 200/)
  const statuses = (await greedy).match(/HTTP\/1\.1 \d+/g)
  expect(statuses!.at(-1)).toBe('HTTP/1.1 503') // and its connection is ended: exchange() waits for that
  expect(new Set(statuses!.slice(0, -1))).toEqual(new Set(['HTTP/1.1 200']))
  expect(server.refusals).toHaveLength(1)
})

test('an answer that takes too long is 503', async () => {
  const slow = holdMethods()
  await using server = await startServer({
    plugin: { methods: slow.methods },
    policy: { limits: { responseTime: 100 } },
  })
  const answer = await exchange(server.port, post(call, [], 'keep-alive'))
  expect(answer).toMatch(/^HTTP\/1.1 503[^]*connection: close/)
  expect(answer).toMatch(refusal(-32005))
  slow.open()
  await wait(20) // the answer that comes after all is let go
  expect(server.refusals).toEqual(['time 503'])
})

test('a batch that goes on once its time is over gives its snapshot back', async () => {
  for (const fastLane of [false, true]) {
    const { promise, resolve } = Promise.withResolvers<never>()
    const large = Buffer.from(`"${'a'.repeat(2_000_000)}"`)
    const close = vi.fn()
    const slow = { ...methods, eth_getBlockByNumber: (() => promise) as Methods['eth_getBlockByNumber'] }
    const snapshot = () => ({ ...slow, [Symbol.dispose]: close })
    await using server = await startServer({
      plugin: { methods: { ...slow, snapshot }, fastLane },
      // The calls are answered in the very moment in which the refusal is written.
      policy: { limits: { responseTime: 100 }, onRefuse: () => resolve(large as never) },
    })
    const answer = await exchange(server.port, post(`[${call},${call},${call}]`, [], 'keep-alive'))
    expect(answer).toMatch(/^HTTP\/1.1 503/)
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
  }
})

test('a client that does not read a response in time is cut off, and leaves nothing to the system', async () => {
  const large = Buffer.from(JSON.stringify({ padding: 'a'.repeat(30_000_000) }))
  const sizes = { ...methods, eth_getBlockByNumber: () => large as never }
  for (const fastLane of [false, true]) {
    await using server = await startServer({
      plugin: { methods: sizes, fastLane },
      policy: { limits: { responseTime: 200 }, compression: false },
    })
    const socket = connect(server.port, '127.0.0.1', () => socket.write(post(call, [], 'keep-alive'))).pause()
    const error = once(socket, 'error')
    await vi.waitFor(() => expect(server.refusals).toEqual(['time 503']), { timeout: 10_000 })
    socket.resume()
    expect(await error).toMatchObject([{ code: 'ECONNRESET' }])
  }
})

test('a rate counts calls, not requests: a batch is answered as far as it goes', async () => {
  await using server = await startServer({ policy: { rate: { perSecond: 1, burst: 4 } } })
  const batch = `[${[1, 2, 3].map((id) => call.replace('"id":1', `"id":${id}`)).join()}]`
  const whole = await ask(server.url, {}, batch)
  expect(whole.headers.get('retry-after')).toBeNull()
  expect(toCodes((await whole.json()) as never)).toEqual([
    [1, undefined],
    [2, undefined],
    [3, undefined],
  ])
  const part = await ask(server.url, {}, batch)
  expect([part.status, part.headers.get('retry-after')]).toEqual([200, '1'])
  expect(toCodes((await part.json()) as never)).toEqual([
    [1, undefined],
    [2, -32005],
    [3, -32005],
  ])
  const none = await ask(server.url)
  expect([none.status, none.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await none.json()).toMatchObject({ id: null, error: { code: -32005 } })
  expect(server.refusals).toEqual(['rate 429'])
})

test('a proxy names its clients only where it is trusted', async () => {
  const rate: HttpPolicyOptions = { rate: { perSecond: 1, burst: 1 } }
  const statuses = async (fastify: object) => {
    await using server = await startServer({ policy: rate, fastify })
    const from = (client: string) => ask(server.url, { 'x-forwarded-for': client })
    return [(await from('10.0.0.1')).status, (await from('10.0.0.2')).status, (await from('10.0.0.2')).status]
  }
  expect(await statuses({})).toEqual([200, 429, 429])
  expect(await statuses({ trustProxy: ['127.0.0.1'] })).toEqual([200, 200, 429])
})

test('answers name the block they are given from, and the range that is stored', async () => {
  const hash = `0x${'ab'.repeat(32)}` as const
  let head: ChainHead | null = { number: 255n, hash: Buffer.from(hash.slice(2), 'hex'), lowest: 16n }
  const snapshot = () => ({ ...methods, head, [Symbol.dispose]: () => {} })
  await using server = await startServer({ plugin: { methods: { snapshot } } })
  for (const body of [call, `[${call}]`]) {
    const { headers } = await ask(server.url, {}, body)
    expect([headers.get('x-chain-head'), headers.get('x-chain-range')]).toEqual([hash, '0x10-0xff'])
  }
  head = null
  expect((await ask(server.url)).headers.has('x-chain-range')).toBe(false)
})

test('a server that drains answers, and says that it closes', async () => {
  const policy = createHttpPolicy()
  await using server = await startServer({ plugin: { policy } })
  expect(await exchange(server.port, post(call, [], 'keep-alive'), 300)).toMatch(/connection: keep-alive/i)
  policy.state.draining = true
  expect(await exchange(server.port, post(call, [], 'keep-alive'))).toMatch(
    /^HTTP\/1.1 200[^]*connection: close/i,
  )
  expect(await exchange(server.port, post('{', [], 'keep-alive'))).toMatch(/connection: close/i)
  expect(await exchange(server.port, withHost('evil.example'))).toMatch(/connection: close/i)
  policy[Symbol.dispose]()
})

test('a client that leaves is forgotten, and what is left of its batch is not run', async () => {
  let ran = 0
  const slow = {
    ...methods,
    eth_getBlockByNumber: async () => {
      ran += 1
      await wait(10)
      return null
    },
  }
  const policy = createHttpPolicy()
  const errors: unknown[] = []
  await using server = await startServer({
    plugin: { methods: slow, policy, onError: (error) => errors.push(error) },
  })
  const controller = new AbortController()
  const body = `[${Array.from({ length: 500 }, () => call).join()}]`
  const asked = fetch(server.url, { method: 'POST', headers: json, body, signal: controller.signal })
  await vi.waitFor(() => expect(ran).toBeGreaterThan(2))
  controller.abort()
  await expect(asked).rejects.toThrow('aborted')
  await vi.waitFor(() => expect(policy.state.inflight).toBe(0))
  await wait(100)
  const before = ran
  await wait(100)
  expect(ran).toBe(before)
  expect(ran).toBeLessThan(400)
  expect(errors).toEqual([])
  policy[Symbol.dispose]()
})

test('requests that wait behind another one are forgotten with their connection', async () => {
  const slow = holdMethods()
  const policy = createHttpPolicy()
  await using server = await startServer({ plugin: { methods: slow.methods, policy } })
  const socket = connect(server.port, '127.0.0.1', () => socket.write(post(call, [], 'keep-alive').repeat(3)))
  await vi.waitFor(() => expect(policy.state.inflight).toBe(3))
  socket.destroy()
  slow.open()
  await vi.waitFor(() => expect(policy.state.inflight).toBe(0), { timeout: 2_000 })
  policy[Symbol.dispose]()
})

test('proofs are behind the same policy', async () => {
  const policy = createHttpPolicy({ vhosts: ['rpc.example'] })
  await using server = await startServer({ plugin: { policy, path: '/rpc' }, proofs: { policy } })
  const get = (host: string) =>
    exchange(server.port, `GET /proof/block/0x7 HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
  expect(await get('evil.example')).toMatch(/^HTTP\/1.1 403[^]*The host/)
  expect(await get('rpc.example')).toMatch(/^HTTP\/1.1 404/)
  policy[Symbol.dispose]()
})

test('so many answers in pieces are compressed at once; one more is sent as it is', async () => {
  using policy = createHttpPolicy({ limits: { compressors: 2 } })
  const compressors = [createCompressor('gzip')]
  expect(policy.chooseCoding('gzip', Infinity)).toBe('gzip')
  compressors.push(createCompressor('zstd'))
  expect(policy.chooseCoding('gzip', Infinity)).toBeUndefined()
  expect(policy.chooseCoding('gzip', 2_048)).toBe('gzip')
  for (const compressor of compressors) compressor.destroy()
  await vi.waitFor(() => expect(policy.chooseCoding('gzip', Infinity)).toBe('gzip'))
})
