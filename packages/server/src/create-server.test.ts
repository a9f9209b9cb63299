import { expect, test, vi } from 'vitest'
import { methods } from '../test/recorded.ts'
import { call } from '../test/server.ts'
import { createHttpPolicy, createServer } from './index.ts'

const ask = (url: string, path = '', body = call) =>
  fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })

test('a server answers calls and refuses other paths, within limits of calls and of HTTP', async () => {
  const onRefuse = vi.fn()
  await using server = createServer({ methods, limits: { batchItems: 1, urlLength: 9 }, onRefuse })
  const url = await server.listen({ port: 0 })
  expect(await (await ask(url)).json()).toMatchObject({ id: 1, result: { number: '0x0' } })
  expect(await (await ask(url, '', `[${call},${call}]`)).json()).toMatchObject({ error: { code: -32005 } })
  expect((await ask(url, '/other')).status).toBe(404)
  expect((await ask(url, '/0123456789')).status).toBe(414)
  expect(onRefuse.mock.calls).toEqual([['path', 404], ['url', 414]]) // oxfmt-ignore
})

test('proofs, routes and options of Fastify have their place', async () => {
  const proofs = { block: () => null, transaction: () => null, receipt: () => null }
  await using server = createServer({ methods, proofs, path: '/rpc', fastify: { trustProxy: true } })
  server.app.get('/about', (request) => ({ ip: request.ip }))
  const url = await server.listen({ port: 0 })
  expect((await ask(url, '/rpc')).status).toBe(200)
  expect(await (await fetch(`${url}/proof/block/0x1`)).json()).toMatchObject({ code: 'not-stored' })
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  expect(await (await fetch(`${url}/about`, { headers })).json()).toEqual({ ip: '192.0.2.1' })
})

test('a policy that others share is not closed with the server', async () => {
  using policy = createHttpPolicy({ vhosts: [] })
  const dispose = vi.spyOn(policy, Symbol.dispose)
  await using server = createServer({ methods, policy })
  const url = await server.listen({ port: 0 })
  expect((await ask(url.replace('127.0.0.1', 'localhost'))).status).toBe(403)
  await server.close()
  expect(dispose).not.toHaveBeenCalled()
})

test('a limit that nobody knows is named', () => {
  expect(() => createServer({ methods, limits: { batchItem: 1 } as never })).toThrow(
    'limits.batchItem is unknown; did you mean batchItems?',
  )
})
