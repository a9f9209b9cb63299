import { expect, test, vi } from 'vitest'
import { methods } from '../test/recorded.ts'
import { send } from '../test/send.ts'
import { call, exchange, post, startServer } from '../test/server.ts'
import { isolate } from './error.ts'
import { createRpc } from './rpc/rpc.ts'

const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})

const failures: readonly (() => unknown)[] = [
  () => {
    throw new Error('of the application')
  },
  () => Promise.reject(new Error('of the application')),
]
const plain = (body: string) => post(body, [], 'keep-alive') // the fast lane takes it
const failing = {
  ...methods,
  eth_getBlockByNumber() {
    throw new Error('inside')
  },
}
const sources = [
  [methods, [call, `[${call}]`, 'nonsense', '[]']],
  [failing, [call, `[${call}]`]],
] as const

test('a listener that throws or rejects changes no answer', async () => {
  for (const [source, bodies] of sources) {
    const quiet = createRpc({ methods: source })
    for (const fail of failures) {
      const rpc = createRpc({ methods: source, onReply: fail, onBatch: fail, onError: fail })
      for (const body of bodies) expect(await send(rpc, body)).toBe(await send(quiet, body))
    }
  }
})

test('createRpc answers though a context, a snapshot throws, and its listeners too', async () => {
  const fail = failures[0] as () => never
  const options = { onReply: fail, onBatch: fail, onError: fail }
  const rpc = createRpc({ methods: { ...methods, snapshot: fail }, ...options })
  expect(await send(rpc, call)).toContain('-32603')
  expect(await send(rpc, `[${call}]`)).toContain('-32603')
  const asked = createRpc({ methods, ...options })
  for (const body of [call, `[${call}]`]) {
    const reply = await asked(new TextEncoder().encode(body), { spend: fail })
    expect(reply).toMatchObject({ items: 1 })
  }
})

test('a server answers though each listener throws, in the lane and by node:http', async () => {
  for (const fail of failures)
    for (const fastLane of [true, false]) {
      const plugin = { fastLane, onReply: fail, onBatch: fail, onError: fail }
      await using server = await startServer({
        plugin: { ...plugin, methods: failing },
        policy: { onRefuse: fail },
      })
      for (const body of [call, `[${call}]`])
        expect(await exchange(server.port, plain(body) + post(body))).toMatch(/(200 OK[^]*-32603[^]*){2}/)
      const evil = (plain(call) + post(call)).replaceAll('host: 127.0.0.1', 'host: evil.example')
      expect(await exchange(server.port, evil)).toMatch(/(HTTP\/1.1 403[^]*){2}/)
    }
})

test('the first error of a listener is a warning, the others are ignored', () => {
  warn.mockClear()
  const listener = isolate('onReply', () => {
    throw new Error('one')
  })
  listener()
  listener()
  expect(warn.mock.calls).toEqual([['onReply failed: one. Errors of listeners are ignored.']])
})
