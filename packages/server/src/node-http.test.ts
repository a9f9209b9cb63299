import { expect, test } from 'vitest'
import { call, exchange, post, startServer } from '../test/server.ts'

const error = (code: number) =>
  new RegExp(`\\r\\n\\r\\n\\{"jsonrpc":"2.0","id":null,"error":\\{"code":${code},`)
const kept = (lines: readonly string[]) => post(call, lines, 'upgrade')

test('a request with Upgrade is answered and its connection closed, so that none behind it is forgotten', async () => {
  for (const fastLane of [true, false]) {
    await using server = await startServer({ plugin: { fastLane } })
    for (const target of ['/', '/nope', '/%zz']) {
      const upgrade = kept(['upgrade: h2c']).replace('POST /', `POST ${target}`)
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

test('a request of HTTP/1.0 without a host is answered', async () => {
  await using server = await startServer()
  const old = post(call).replace('host: 127.0.0.1\r\n', '').replace('HTTP/1.1', 'HTTP/1.0')
  expect(await exchange(server.port, old)).toMatch(/^HTTP\/1.1 200/)
})
