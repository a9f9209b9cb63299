import { once } from 'node:events'
import { createConnection } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { call, exchange, post, startServer } from '../../test/server.ts'

const error = (code: number) =>
  new RegExp(`\\r\\n\\r\\n\\{"jsonrpc":"2.0","id":null,"error":\\{"code":${code},`)
const upgrading = (lines: readonly string[]) => post(call, lines, 'upgrade')

test('a request with Upgrade is answered and its connection closed, so that none behind it is forgotten', async () => {
  for (const fastLane of [true, false]) {
    await using server = await startServer({ plugin: { fastLane } })
    for (const target of ['/', '/nope', '/%zz']) {
      const upgrade = upgrading(['upgrade: h2c']).replace('POST /', `POST ${target}`)
      const text = post(call, [], 'keep-alive') + upgrade + post(call, [], 'keep-alive')
      const answers = await exchange(server.port, text) // resolves: the server closes it
      expect(answers.match(/HTTP\/1\.1 /g), target).toHaveLength(2)
      expect(answers.slice(answers.lastIndexOf('HTTP/1.1')).toLowerCase()).toContain('connection: close')
    }
  }
})

test('CONNECT is 405, an unknown expectation 417, a missing host 400, each with a JSON-RPC error', async () => {
  for (const fastLane of [true, false]) {
    await using server = await startServer({ plugin: { fastLane } })
    const tunnel = await exchange(server.port, 'CONNECT evil.example:443 HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
    expect(tunnel).toMatch(/^HTTP\/1.1 405/)
    expect(tunnel).toMatch(error(-32600))
    const expectation = await exchange(server.port, post(call, ['expect: otherwise']))
    expect(expectation).toMatch(/^HTTP\/1.1 417/)
    expect(expectation).toMatch(error(-32600))
    const hostless = await exchange(server.port, post(call).replace('host: 127.0.0.1\r\n', ''))
    expect(hostless).toMatch(/^HTTP\/1.1 400[^]*connection: close/)
    expect(hostless).toMatch(error(-32600))
    expect(server.refusals).toEqual(['verb 405', 'expectation 417', 'host 400'])
  }
})

test('a connection that asked for a tunnel is closed, though bytes follow or the client never ends it', async () => {
  await using server = await startServer()
  const connect = 'CONNECT evil.example:443 HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'
  expect(await exchange(server.port, `${connect}${'x'.repeat(100_000)}`)).toMatch(/^HTTP\/1.1 405/)
  const silent = createConnection({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void silent.destroy())
  silent
    .on('error', () => {})
    .resume()
    .write(`${connect}more`)
  await once(silent, 'end')
  const count = promisify(server.app.server.getConnections.bind(server.app.server))
  await vi.waitFor(async () => expect(await count()).toBe(0), { timeout: 4_000 })
})

test('a request of HTTP/1.0 without a host is answered', async () => {
  await using server = await startServer()
  const old = post(call).replace('host: 127.0.0.1\r\n', '').replace('HTTP/1.1', 'HTTP/1.0')
  expect(await exchange(server.port, old)).toMatch(/^HTTP\/1.1 200/)
})
