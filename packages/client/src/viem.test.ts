import { createPublicClient, custom, fallback } from 'viem'
import { expect, expectTypeOf, test, vi } from 'vitest'
import { hashes, listen, transactions } from '../test/faulty.ts'
import { createRest } from '../test/rest.ts'
import { createClient, http, type Transport } from './index.ts'
import { viemTransport } from './viem.ts'

const [hash] = hashes as [`0x${string}`]
const answering: Transport = async () => ({ result: transactions[0] })

test('the other methods go to another transport of viem, or are refused', async () => {
  await using server = await listen(({ sendRight }) => sendRight())
  const rest = createRest()
  const transport = viemTransport(createClient(server.url), custom(rest))
  const client = createPublicClient({ transport })
  expect(await client.getChainId()).toBe(0xd903)
  expect((await client.getTransaction({ hash })).hash).toBe(hash)
  expect(rest.asked).toEqual(['eth_chainId'])
  const alone = createPublicClient({ transport: viemTransport(createClient(server.url)) })
  expect(await alone.getChainId()).toBe(7357) // a companion, by the client's server
  await expect(alone.getGasPrice()).rejects.toMatchObject({
    code: 4200,
    message: 'eth_gasPrice is not one of the methods of this client.',
  })
})

test('viem knows the transport by its name, and that it tries nothing again', () => {
  const client = createPublicClient({ transport: viemTransport(createClient('http://127.0.0.1:1')) })
  expect(client.transport).toMatchObject({ key: 'lectern', name: 'Lectern', type: 'lectern', retryCount: 0 })
  expectTypeOf(client.transport.type).toEqualTypeOf<'lectern'>()
})

test('the options of viem’s request cannot turn the proof off, and its signal is heard', async () => {
  const verify = vi.fn()
  const { request } = viemTransport(createClient({ transport: answering, verify }))({})
  await request({ method: 'eth_getTransactionByHash', params: [hash] }, { verify: false } as never)
  expect(verify).toHaveBeenCalledOnce()
  const { request: wait } = viemTransport(createClient(() => new Promise(() => {})))({})
  const controller = new AbortController()
  const call = wait({ method: 'eth_getTransactionByHash', params: [hash] }, { signal: controller.signal })
  controller.abort('enough')
  await expect(call).rejects.toBe('enough')
})

test('in viem’s fallback the next transport is asked once this one has given up', async () => {
  await using down = await listen(({ send }) => send('', 503))
  await using lying = await listen(({ requests: [request], send }) =>
    send({ jsonrpc: '2.0', id: request!.id, result: transactions[1] }),
  )
  await using good = await listen(({ sendRight }) => sendRight())
  const transports = [down, lying, good].map(({ url }) =>
    viemTransport(createClient(http(url, { retries: 0 }))),
  )
  const client = createPublicClient({ transport: fallback(transports) })
  expect((await client.getTransaction({ hash })).hash).toBe(hash)
  expect([down, lying, good].map(({ bodies }) => bodies.length)).toEqual([1, 1, 1])
})

test('a transport whose every endpoint lies is asked once, even in viem’s fallback', async () => {
  await using lying = await listen(({ requests: [request], send }) =>
    send({ jsonrpc: '2.0', id: request!.id, result: transactions[1] }),
  )
  const client = createPublicClient({ transport: fallback([viemTransport(createClient(lying.url))]) })
  await expect(client.getTransaction({ hash })).rejects.toThrow('hash is')
  expect(lying.bodies).toHaveLength(1)
})
