import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { functionTarget, httpTarget, isLoopback } from './target.ts'

const listen = async (answer: Parameters<typeof createServer>[1]) => {
  const server = createServer(answer!)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const close = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(resolve)
    })
  return { url, close }
}

test('S1 a request is a POST of JSON that accepts JSON', async () => {
  const { url, close } = await listen((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify([request.method, request.headers['content-type'], request.headers.accept]))
  })
  const { status, headers, body } = await httpTarget(url).send('{}')
  await close()
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(new TextDecoder().decode(body)).toBe('["POST","application/json","application/json"]')
})

test('an endpoint that refuses the connection is unreachable, and the reason is given', async () => {
  const { url, close } = await listen(() => {})
  await close()
  await expect(httpTarget(url).send('{}')).rejects.toMatchObject({
    name: 'ConformanceError',
    code: 'UNREACHABLE',
    message: expect.stringContaining('ECONNREFUSED'),
  })
})

test('the timeout covers the body', async () => {
  const { url, close } = await listen((_, response) => void response.writeHead(200).write('{'))
  await expect(httpTarget(url, { timeout: 50 }).send('{}')).rejects.toMatchObject({ code: 'UNREACHABLE' })
  await close()
})

test('a response without an end is read up to a limit', async () => {
  const { url, close } = await listen((_, response) => {
    const more = (): void => {
      while (response.write(' '.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  })
  const exchange = httpTarget(url, { maxBytes: 1_000_000 }).send('{}')
  await expect(exchange).rejects.toMatchObject({
    code: 'UNREACHABLE',
    message: expect.stringContaining('it is larger than 1000000 bytes'),
  })
  await close()
})

test('a name that begins like an address of this machine is not of this machine', () => {
  const ours = ['http://127.0.0.1:8545', 'http://127.1', 'http://localhost', 'http://[::1]:1']
  expect(ours.map(isLoopback)).toEqual([true, true, true, true])
  expect(isLoopback('http://127.0.0.1.example.com')).toBe(false)
})

test('an endpoint that does not speak TLS is reported so, without lines of OpenSSL', async () => {
  const { url, close } = await listen(() => {})
  const exchange = httpTarget(url.replace('http:', 'https:')).send('{}')
  await expect(exchange).rejects.toThrow(
    /^https:\S+ gave no response: it does not speak TLS \(ERR_SSL_[A-Z_]+\)\.$/,
  )
  await close()
})

test.each([
  ['me:s3cret', 'me:s3cret'],
  [':s3cret', ':s3cret'],
  ['me', 'me:'],
  ['m%C3%A9:%40%ff%zz', 'mÃ©:@ÿ%zz'],
])(
  'user info %s of an address is sent as a header, with each kind of request, and not shown',
  async (user, octets) => {
    const seen: unknown[] = []
    const { url, close } = await listen((request, response) => {
      seen.push(request.headers.authorization)
      response.end('{}')
    })
    const target = httpTarget(url.replace('//', `//${user}@`))
    await target.send('{}')
    await target.fetch({ verb: 'GET', headers: {} })
    await close()
    const basic = `Basic ${Buffer.from(octets, 'latin1').toString('base64')}`
    expect(seen).toEqual([basic, basic])
    expect(target.url).toBe(url.replace('//', '//…@'))
    await expect(target.send('{}')).rejects.toThrow(
      /^http:\/\/…@127\.0\.0\.1:\d+\/ gave no response: (?!.*s3cret)/,
    )
  },
)

test('an address that is not http is refused with its value', () => {
  expect(() => httpTarget('ftp://x')).toThrow('"ftp://x" is not an http or https address.')
  expect(() => httpTarget('ws://me:s3cret@x')).toThrow('"ws://…@x/" is not an http or https address.')
  expect(() => httpTarget('localhost')).toThrow('"localhost" is not an http or https address.')
})

test('a function is a target: bytes in, bytes or nothing out', async () => {
  const echo = functionTarget((body) => (body.length ? body : undefined))
  expect(await echo.send('{}')).toMatchObject({ status: 200, body: new TextEncoder().encode('{}') })
  expect(await echo.send('')).toMatchObject({ status: 204, body: new Uint8Array() })
})
