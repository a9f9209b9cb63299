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

test('an endpoint that refuses the connection is unreachable, and the reason is told', async () => {
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

test('an answer without an end is read up to a limit', async () => {
  const { url, close } = await listen((_, response) => {
    const more = (): void => {
      while (response.write(' '.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  })
  const reply = httpTarget(url, { maxBytes: 1_000_000 }).send('{}')
  await expect(reply).rejects.toMatchObject({
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

test('an endpoint that is asked too much is asked again later, and at last judged by what it says', async () => {
  let requests = 0
  const limited = (times: number) =>
    listen((_, response) => {
      requests += 1
      response.writeHead(requests <= times ? 429 : 200, { 'retry-after': '0' }).end('{}')
    })
  for (const [times, status, expected] of [
    [2, 200, 3],
    [99, 429, 6],
  ] as const) {
    const { url, close } = await limited(times)
    expect(await httpTarget(url).send('{}')).toMatchObject({ status })
    expect(requests).toBe(expected)
    requests = 0
    await close()
  }
})

test('an address that is not http is refused with its value', () => {
  expect(() => httpTarget('ftp://x')).toThrow('"ftp://x" is not an http or https address.')
  expect(() => httpTarget('localhost')).toThrow('"localhost" is not an http or https address.')
})

test('a function is a target: bytes in, bytes or nothing out', async () => {
  const echo = functionTarget((body) => (body.length ? body : undefined))
  expect(await echo.send('{}')).toMatchObject({ status: 200, body: new TextEncoder().encode('{}') })
  expect(await echo.send('')).toMatchObject({ status: 204, body: new Uint8Array() })
})
