import { useEngine } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { expect, test, vi } from 'vitest'
import { methods, rounds } from '@lectern/server/testing'
import { failure, hashes, transactions } from '../test/faulty.ts'
import { chosen, liesAbout } from '../test/lies.ts'
import { createRest } from '../test/rest.ts'
import { genesisConfig, truthOf } from '../test/sample-node.ts'
import { eip1193, toEip1193, wrapProvider, type Provider, type ProviderRequest } from './eip1193.ts'
import { ClientError, createClient, failover } from './index.ts'
import { blobPrices, verifier } from './verify/index.ts'
import { families } from './verify/family/index.ts'
import { sender } from './verify/sender.ts'

const [first, second] = hashes as [`0x${string}`, `0x${string}`]

/** A wallet that returns one result for everything. */
const giving = (result: unknown): Provider => ({ request: async () => structuredClone(result) })

/** A wallet that refuses everything. */
const refusing = (error: unknown): Provider => ({ request: () => Promise.reject(error) })

/** A wallet over the sample chain, which knows nothing else. */
const wallet: Provider = {
  async request({ method, params }: ProviderRequest) {
    return await (methods as never as Record<string, (...params: unknown[]) => unknown>)[method]!(
      ...(params as unknown[]),
    )
  },
}

test('a wrapped provider gives the right answers of the provider as they are', async () => {
  const provider = wrapProvider(wallet)
  for (const { method, params, result } of rounds.slice(0, 60))
    expect(await provider.request({ method, params })).toEqual(result)
})

test('an answer to another question is refused', async () => {
  const lie = wrapProvider(giving(transactions[1])).request({
    method: 'eth_getTransactionByHash',
    params: [first],
  })
  await expect(lie).rejects.toMatchObject({
    code: -32002,
    message: `eth_getTransactionByHash: hash is "${second}", not "${first}".`,
    data: { code: 'WRONG_ANSWER' },
  })
})

test('each of the three answers is proven, and what the proof asks goes to the same provider', async () => {
  const asked = vi.fn(wallet.request)
  const provider = wrapProvider(
    { request: asked },
    {
      verify: async (_, __, ask) => {
        if ((await ask('eth_getTransactionReceipt', [first])) !== null)
          throw new ClientError('UNVERIFIED', 'the value is another.', { check: 'hash' })
      },
    },
  )
  await expect(
    provider.request({ method: 'eth_getTransactionByHash', params: [first] }),
  ).rejects.toMatchObject({
    message: 'eth_getTransactionByHash: the value is another.',
    data: { code: 'UNVERIFIED', check: 'hash' },
  })
  expect(asked.mock.calls.map(([{ method }]) => method)).toEqual([
    'eth_getTransactionByHash',
    'eth_getTransactionReceipt',
  ])
})

test('at the full level a wallet’s true answers pass, and its lies do not', async () => {
  useEngine(await loadWasmEngine()) // 13 times as fast as noble
  const { ethereum: family } = families
  const verify = verifier({ level: 'full', trust: 'none', sender, blobs: blobPrices(genesisConfig), family })
  for (const { method, params, result } of chosen) {
    const provider = wrapProvider(
      { request: async (asked) => truthOf(asked.method, asked.params as []) },
      { verify },
    )
    expect(await provider.request({ method, params })).toEqual(result)
  }
  const lies = [...liesAbout()]
  for (const lie of lies.filter((_, index) => index % 150 === 0)) {
    const request = async ({ method, params }: ProviderRequest) =>
      method === lie.method && String(params) === String(lie.params) ? lie.lie : truthOf(method, params as [])
    await expect(
      wrapProvider({ request }, { verify }).request(lie),
      JSON.stringify(lie),
    ).rejects.toMatchObject({
      code: -32002,
      data: { code: expect.stringMatching(/^(UNVERIFIED|WRONG_ANSWER|NOT_AVAILABLE)$/) },
    })
  }
})

test('every other request goes through untouched, whatever it is', async () => {
  const rest = createRest()
  const provider = wrapProvider(rest)
  expect(await provider.request({ method: 'eth_chainId', params: { any: 'thing' } })).toBe('0xd903')
  expect(rest.request).toHaveBeenCalledExactlyOnceWith({ method: 'eth_chainId', params: { any: 'thing' } })
})

test('the error of a provider gets the code that fits it, and keeps its words', async () => {
  const rows = [
    [Object.assign(new Error('User rejected.'), { code: 4001 }), 'RPC_ERROR'],
    [Object.assign(new Error('Not connected.'), { code: 4900 }), 'NETWORK'],
    [Object.assign(new Error('Not connected.'), { code: 4901 }), 'NETWORK'],
    [Object.assign(new Error('Not allowed.'), { code: 4100 }), 'UNAUTHORIZED'],
    [Object.assign(new Error('Not there.'), { code: 4200 }), 'METHOD_NOT_FOUND'],
    [{ code: 4444, message: 'pruned history unavailable', data: { earliest: '0x5' } }, 'PRUNED'],
    [{ code: -32000, message: 'header not found' }, 'NOT_AVAILABLE'],
    [new Error('The wallet is gone.'), 'NETWORK'],
    ['The wallet is gone.', 'NETWORK'],
  ] as const
  for (const [thrown, code] of rows) {
    const client = createClient(eip1193(refusing(thrown)))
    const words = typeof thrown === 'string' ? thrown : thrown.message
    const error = await failure(client.getTransaction(first))
    expect(error).toMatchObject({
      code,
      message: `eth_getTransactionByHash: ${words}`,
      method: 'eth_getTransactionByHash',
    })
    expect(error.attempts).toEqual([{ url: undefined, code, message: words }])
  }
})

test('the number of a provider’s error comes through a wrap', async () => {
  const rejected = Object.assign(new Error('User rejected.'), { code: 4001 })
  const call = wrapProvider(refusing(rejected)).request({
    method: 'eth_getTransactionByHash',
    params: [first],
  })
  await expect(call).rejects.toMatchObject({ code: 4001, data: { code: 'RPC_ERROR', rpcCode: 4001 } })
})

test('a provider that never answers ends at the deadline, and when the call is aborted', async () => {
  const silent: Provider = { request: () => new Promise(() => {}) }
  expect(
    await failure(createClient({ transport: eip1193(silent), deadline: 20 }).getTransaction(first)),
  ).toMatchObject({
    code: 'TIMEOUT',
  })
  const controller = new AbortController()
  const call = createClient(eip1193(silent)).getTransaction(first, { signal: controller.signal })
  controller.abort('enough')
  await expect(call).rejects.toBe('enough')
})

test('a wallet can be one of several endpoints, and is passed over when it lies or fails', async () => {
  for (const faulty of [giving(transactions[1]), giving(null), refusing({ code: 4900, message: 'Gone.' })]) {
    const client = createClient(failover([eip1193(faulty), eip1193(wallet)]))
    expect(await client.getTransaction(first)).toEqual(transactions[0])
  }
})

test('a provider over a client over a provider is still the three methods', async () => {
  const provider = toEip1193(createClient(eip1193(wrapProvider(wallet))))
  expect(await provider.request({ method: 'eth_getTransactionByHash', params: [first] })).toEqual(
    transactions[0],
  )
})

test('what a wallet gives back of itself is wrapped, too', async () => {
  const other: Provider & { on(): unknown } = {
    ...giving(transactions[1]),
    on() {
      return this
    },
  }
  const wrapped = wrapProvider(other)
  expect(wrapped.on()).toBe(wrapped)
  const lie = (wrapped.on() as Provider).request({ method: 'eth_getTransactionByHash', params: [first] })
  await expect(lie).rejects.toMatchObject({ data: { code: 'WRONG_ANSWER' } })
})
