import { EventEmitter } from 'node:events'
import type { Methods } from '@lectern/spec'
import { expect, test, vi } from 'vitest'
import { companionRounds, methods, rounds } from '@lectern/server/testing'
import { createRest } from '../test/rest.ts'
import { toEip1193, type Provider, type ProviderRequest, type ProviderRpcError } from './eip1193.ts'
import { ClientError, type ClientEvent, createClient, strictShape, type Transport } from './index.ts'
import { viemTransport } from './viem.ts'

/** A transport over functions, in place of a server. */
const over =
  (served: Methods): Transport =>
  async ({ method, params }) => ({
    result: await (served as unknown as Record<string, (...params: unknown[]) => unknown>)[method]!(
      ...params,
    ),
  })

const client = createClient(over(methods))
const hash = `0x${'5e'.repeat(32)}`

/** Returns the error of a provider. */
async function refusal(provider: Provider, method: string, params?: unknown): Promise<ProviderRpcError> {
  return await provider.request({ method, params: params as never }).then(
    () => expect.fail('the request was answered'),
    (error) => error,
  )
}

/** Returns the error of a provider over a failing client. */
const refused = (error: Error): Promise<ProviderRpcError> =>
  refusal(toEip1193(createClient(() => Promise.reject(error))), 'eth_getTransactionByHash', [hash])

test('the three methods give the wire results of the client', async () => {
  const provider = toEip1193(client)
  for (const { method, params, result } of rounds.slice(0, 60))
    expect(await provider.request({ method, params })).toEqual(result)
})

test('what is none of the three goes to the rest, with its answers and errors as they are', async () => {
  const rest = createRest()
  const provider = toEip1193(client, rest)
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0xd903')
  expect(await provider.request({ method: 'eth_getTransactionByHash', params: [hash] })).toBeNull()
  expect(await refusal(provider, 'eth_call', [])).toMatchObject({
    code: -32601,
    message: 'eth_call is not here.',
  })
  expect(rest.asked).toEqual(['eth_chainId', 'eth_call'])
})

test('without a rest the companions go to the server that the client asks, as they are', async () => {
  const provider = toEip1193(client)
  expect(companionRounds.length).toBeGreaterThan(20)
  for (const { method, params, result } of companionRounds)
    expect(await provider.request({ method, params })).toEqual(result)
  const none = new ClientError('METHOD_NOT_FOUND', 'There is none.', { rpcCode: -32601 })
  const lacking = toEip1193(createClient(() => Promise.reject(none)))
  expect(await refusal(lacking, 'eth_chainId')).toMatchObject({
    code: -32601,
    message: 'eth_chainId: There is none.',
    data: { code: 'METHOD_NOT_FOUND', method: 'eth_chainId' },
  })
  const unknown = toEip1193(methods as never) // no client, so its server is unknown
  expect((await refusal(unknown, 'eth_chainId')).code).toBe(4200)
})

const silent: Transport = (_, { emit }) => {
  emit?.({ type: 'request', url: 'http://a.test', calls: 1 })
  return new Promise(() => {})
}

test('a companion has the deadline of the client, whose onEvent hears of it, and its own signal', async () => {
  const events: ClientEvent[] = []
  const slow = createClient({ transport: silent, deadline: 20, onEvent: (event) => events.push(event) })
  expect(await refusal(toEip1193(slow), 'eth_chainId')).toMatchObject({
    message: 'eth_chainId: No response within 20 ms.',
    data: { code: 'TIMEOUT', method: 'eth_chainId', url: 'http://a.test' },
  })
  expect(events).toMatchObject([{ type: 'request', method: 'eth_chainId', params: [], calls: 1 }])
  const viem = viemTransport(createClient({ transport: silent, deadline: Infinity }))({})
  const request = viem.request as (...params: unknown[]) => Promise<unknown>
  const signal = AbortSignal.abort('left')
  await expect(request({ method: 'eth_chainId' }, { signal })).rejects.toBe('left')
})

test('a companion is neither validated nor proven', async () => {
  const verify = vi.fn()
  const provider = toEip1193(createClient({ transport: over(methods), verify, validate: strictShape }))
  for (const { method, params, result } of companionRounds.slice(0, 5))
    expect(await provider.request({ method, params })).toEqual(result)
  expect(verify).not.toHaveBeenCalled()
})

test('without a rest it is refused with 4200', async () => {
  expect(await refusal(toEip1193(client), 'eth_sendTransaction', [{}])).toMatchObject({
    code: 4200,
    message: 'eth_sendTransaction is not one of the methods of this client.',
    data: { code: 'METHOD_NOT_FOUND', method: 'eth_sendTransaction' },
  })
  expect((await refusal(toEip1193(client), 'toString')).code).toBe(4200)
})

test('an error has a number for its code, and in its data what the client says', async () => {
  const error = await refused(new ClientError('WRONG_ANSWER', 'the result has the hash 0x12.'))
  expect(error).toBeInstanceOf(Error)
  expect(error).toMatchObject({
    name: 'ProviderRpcError',
    code: -32002,
    message: 'eth_getTransactionByHash: the result has the hash 0x12.',
    data: { code: 'WRONG_ANSWER', method: 'eth_getTransactionByHash', params: [hash] },
    cause: { code: 'WRONG_ANSWER' },
  })
  expect(JSON.parse(JSON.stringify(error.data))).not.toHaveProperty('name')
})

test('the number is the server’s own where it gave one, else EIP-1474’s or EIP-1193’s', async () => {
  const pruned = new ClientError('PRUNED', 'Gone.', { rpcCode: 4444, data: { earliest: '0x5' } })
  expect(await refused(pruned)).toMatchObject({
    code: 4444,
    data: { code: 'PRUNED', data: { earliest: '0x5' } },
  })
  expect((await refused(new ClientError('UNAUTHORIZED', 'No.'))).code).toBe(4100)
  expect((await refused(new ClientError('NETWORK', 'Away.'))).code).toBe(-32002)
  expect((await refusal(toEip1193(client), 'eth_getTransactionByHash', ['0x12'])).code).toBe(-32602)
  const strictly = toEip1193(client.orThrow)
  expect((await refusal(strictly, 'eth_getTransactionByHash', [hash])).code).toBe(-32001)
})

test('what is no ClientError stays as it is', async () => {
  const mistake = new RangeError('a mistake of the program')
  expect(await refused(mistake)).toBe(mistake)
})

test('a parameter too many is refused, and is not taken for the options of a call', async () => {
  const verify = vi.fn()
  const provider = toEip1193(createClient({ transport: over(methods), verify }))
  const error = await refusal(provider, 'eth_getTransactionByHash', [hash, { verify: false }])
  expect(error).toMatchObject({
    code: -32602,
    message: 'eth_getTransactionByHash: params must be an array of at most 1, not 2.',
  })
  expect(await refusal(provider, 'eth_getBlockByNumber', ['latest'])).toMatchObject({
    message: 'eth_getBlockByNumber: return_full_txns must be true or false, and is missing.',
  })
  expect(await refusal(provider, 'eth_getTransactionByHash', { tx_hash: hash })).toMatchObject({
    message: 'eth_getTransactionByHash: params must be an array, not an object.',
  })
})

class Wallet extends EventEmitter implements Provider {
  readonly isMetaMask = true
  readonly #chain = '0x1'
  get selectedChain(): string {
    return this.#chain
  }
  async request({ method }: ProviderRequest): Promise<unknown> {
    return method === 'eth_chainId' ? this.#chain : null
  }
  send(): string {
    return 'unproven'
  }
  sendAsync(): string {
    return 'unproven'
  }
}

test('events and everything else of the rest are there, and work on the rest itself', async () => {
  const wallet = new Wallet()
  const provider = toEip1193(client, wallet)
  const hear = vi.fn()
  provider.on('chainChanged', hear)
  wallet.emit('chainChanged', '0x5')
  provider.removeListener('chainChanged', hear)
  wallet.emit('chainChanged', '0x6')
  expect(hear.mock.calls).toEqual([['0x5']])
  expect(provider).toBeInstanceOf(Wallet)
  expect(provider.isMetaMask).toBe(true)
  expect(provider.selectedChain).toBe('0x1')
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
  Object.assign(provider, { autoRefresh: false })
  expect(wallet).toMatchObject({ autoRefresh: false })
})

test('the older functions of a provider, which nothing checks, are hidden', () => {
  const provider = toEip1193(client, new Wallet())
  expect(provider.send).toBeUndefined()
  expect('sendAsync' in provider).toBe(false)
  expect('on' in provider).toBe(true)
})

test('a frozen provider can stand behind', async () => {
  const provider = toEip1193(client, Object.freeze(createRest()))
  const { method, params, result } = rounds[0]!
  expect(await provider.request({ method, params })).toEqual(result)
})
