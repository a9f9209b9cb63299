import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { methods } from '../../test/recorded.ts'
import { send } from '../../test/send.ts'
import type { CallOutcome } from './service.ts'
import { createRpc } from './rpc.ts'
import { createMatcher, defaultMethods } from './forwarded-methods.ts'
import type { UpstreamCall, UpstreamReply } from './upstream.ts'

const call = (method: string, id: unknown = 1, params: readonly unknown[] = []): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })
const forward = (
  transport: (call: UpstreamCall) => Promise<UpstreamReply>,
  more: { readonly inflight?: number; readonly timeout?: number; readonly methods?: readonly string[] } = {},
) => {
  const outcomes: CallOutcome[] = []
  const onReply = (outcome: CallOutcome) => outcomes.push(outcome)
  return { outcomes, rpc: createRpc({ methods, upstream: { transport, ...more }, onReply }) }
}

const allowed = (patterns: readonly string[], names: string): string =>
  names.split(' ').filter(createMatcher(patterns)).join(' ')

test('patterns name what may be forwarded; methods of operators need their prefix', () => {
  const all =
    'eth_call eth_ net_version web3_sha3 admin_peers debug_traceCall engine_x trace_block anvil_mine a rpc'
  expect(allowed(defaultMethods, all)).toBe('eth_call eth_ net_version web3_sha3')
  expect(allowed(['*'], all)).toBe('eth_call eth_ net_version web3_sha3 anvil_mine a rpc')
  expect(allowed(['d*', '*_peers', 'trace_block', 'debug_*'], all)).toBe('debug_traceCall trace_block')
  expect(allowed(['eth_*l', '*a*i*', 'a*a'], all)).toBe('eth_call anvil_mine')
  expect(allowed([], all)).toBe('')
  expect(() => createMatcher(['eth_*', 'eth call'])).toThrow('got "eth call"')
})

test('limits of an upstream are positive integers', () => {
  expect(() => forward(async () => ({ result: 1 }), { inflight: 0 })).toThrow(
    'upstream.inflight must be a positive integer, not 0.',
  )
})

test('a transport without texts is enough, for results and errors', async () => {
  const { rpc } = forward(async ({ method, params }) => {
    if (method === 'eth_fail')
      throw Object.assign(new Error('x'), { cause: { code: 3, message: 'reverted', data: '0x' } })
    return { result: { method, params } }
  })
  expect(await send(rpc, call('eth_call', 'a', [{ to: null }]))).toBe(
    '{"jsonrpc":"2.0","id":"a","result":{"method":"eth_call","params":[{"to":null}]}}',
  )
  expect(await send(rpc, call('eth_fail'))).toBe(
    '{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"reverted","data":"0x"}}',
  )
})

test('a failure of the transport names no address, and is no error of a method', async () => {
  const { rpc, outcomes } = forward(async ({ method }) => {
    if (method === 'eth_none') return { result: undefined }
    throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:8545'), { code: 'NETWORK' })
  })
  expect(await send(rpc, call('eth_call'))).toContain('"The upstream gave no valid response (NETWORK)."')
  expect(await send(rpc, call('eth_none'))).toContain('"The upstream gave no valid response."')
  expect(outcomes).toMatchObject([
    { upstream: 'failed', code: -32002, method: 'other' },
    { upstream: 'failed', code: -32002, method: 'other' },
  ])
})

test('outcomes name a method once the upstream has it, and no more than 64', async () => {
  const { rpc, outcomes } = forward(async ({ method }) => {
    if (method === 'eth_odd') throw Object.assign(new Error('x'), { cause: { code: -32601, message: 'no' } })
    return { result: 1 }
  })
  for (let at = 0; at < 70; at++) await send(rpc, call(`eth_${at}`))
  await send(rpc, call('eth_odd'))
  expect(new Set(outcomes.map(({ method }) => method)).size).toBe(65) // with `other`
  expect(outcomes.at(0)).toMatchObject({ method: 'eth_0', upstream: 'ok' })
  expect(outcomes.at(-1)).toMatchObject({ method: 'other', upstream: 'error', code: -32601 })
})

test('a client that asks for too much at once is refused; another one has its turn', async () => {
  let running = 0
  let most = 0
  const { rpc } = forward(
    async () => {
      most = Math.max(most, ++running)
      await sleep(1)
      running -= 1
      return { result: 1 }
    },
    { inflight: 4 },
  )
  const calls = Array.from({ length: 2_053 }, () =>
    rpc(new TextEncoder().encode(call('eth_a')), { client: 'one' }),
  )
  const other = rpc(new TextEncoder().encode(call('eth_b')), { client: 'other' })
  const done: string[] = []
  void Promise.resolve(other).then(() => done.push('other'))
  void Promise.resolve(calls[100]).then(() => done.push('one'))
  const codes = await Promise.all(calls.map(async (each) => (await each)!.reply!.code))
  expect(codes.filter((code) => code === -32005)).toHaveLength(1) // 4 in flight, 2,048 wait, one too many
  expect(codes.at(-1)).toBe(-32005)
  expect(done).toEqual(['other', 'one'])
  expect(most).toBe(4)
})

test('calls of a batch count for the rate, and a batch has no more bytes than it may', async () => {
  const { rpc } = forward(async () => ({ result: 'x'.repeat(1_000) }))
  const limited = createRpc({
    methods,
    limits: { batchBytes: 2_500 },
    upstream: { transport: async () => ({ result: 'x'.repeat(1_000) }) },
  })
  const batch = `[${Array.from({ length: 5 }, () => call('eth_a')).join()}]`
  const read = async (response: ReturnType<typeof rpc>) => {
    const { bytes } = ((await response) as { write(): { bytes: Buffer } }).write()
    return (JSON.parse(bytes.toString()) as { error?: { code: number } }[]).map(({ error }) => error?.code)
  }
  const bytes = new TextEncoder().encode(batch)
  expect(await read(rpc(bytes, { spend: () => 2 }))).toEqual([undefined, undefined, -32005, -32005, -32005])
  expect(await read(limited(bytes))).toEqual([undefined, undefined, -32005, -32005, -32005])
})

test('a snapshot is closed before the upstream is waited for', async () => {
  const closed = Promise.withResolvers<void>()
  const snapshot = () => ({ ...methods, head: null, [Symbol.dispose]: closed.resolve })
  const transport = async () => {
    await closed.promise
    return { result: null }
  }
  const rpc = createRpc({ methods: { snapshot }, upstream: { transport } })
  const unknown = call('eth_getTransactionByHash', 1, [`0x${'ab'.repeat(32)}`])
  expect(await send(rpc, unknown)).toBe('{"jsonrpc":"2.0","id":1,"result":null}')
  expect(JSON.parse(await send(rpc, `[${unknown},${call('eth_chainId')},${call('eth_x')}]`))).toMatchObject([
    { result: null },
    { result: expect.any(String) },
    { result: null },
  ])
})

test('4444 and methods without a handler are asked there as well', async () => {
  const asked: string[] = []
  const { eth_getBlockByNumber: _, eth_chainId: __, ...rest } = methods
  const rpc = createRpc({
    methods: {
      ...rest,
      eth_getBlockByNumber: () => {
        throw Object.assign(new Error('pruned'), { code: 4444 })
      },
    },
    upstream: {
      async transport({ method, text }) {
        asked.push(method + text)
        return { result: 7 }
      },
    },
  })
  expect(await send(rpc, call('eth_getBlockByNumber', 1, ['0x1', true]))).toContain('"result":7')
  expect(await send(rpc, call('eth_chainId'))).toContain('"result":7')
  expect(asked).toEqual(['eth_getBlockByNumber["0x1",true]', 'eth_chainId[]'])
})
