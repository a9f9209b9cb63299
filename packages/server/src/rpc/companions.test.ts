import { companions, type CompanionName } from '@lectern/spec'
import { expect, test } from 'vitest'
import { companionRounds, methods } from '../../test/recorded.ts'
import { send } from '../../test/send.ts'
import { createRpc, type Rpc } from './rpc.ts'

const names = Object.keys(companions) as CompanionName[]
const { eth_getTransactionByHash, eth_getTransactionReceipt, eth_getBlockByNumber } = methods
const three = { eth_getTransactionByHash, eth_getTransactionReceipt, eth_getBlockByNumber }

const call = (method: string, params: readonly unknown[] = [], id = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
const ask = async (rpc: Rpc, calls: object) => JSON.parse(await send(rpc, JSON.stringify(calls))) as unknown
const codeOf = async (rpc: Rpc, method: string, params: readonly unknown[]) =>
  ((await ask(rpc, call(method, params))) as { error?: { code: number } }).error?.code

test('companions that the methods have are answered, alone and in a batch', async () => {
  const rpc = createRpc({ methods })
  const replies = companionRounds.map(({ result }, id) => ({ jsonrpc: '2.0', id, result }))
  const calls = companionRounds.map(({ method, params }, id) => call(method, params, id))
  expect(companionRounds.length).toBeGreaterThan(20)
  for (const [index, each] of calls.entries()) expect(await ask(rpc, each)).toEqual(replies[index])
  expect(await ask(rpc, calls)).toEqual(replies)
})

test('companions that nobody has are not found', async () => {
  const rpc = createRpc({ methods: three })
  for (const { method, params } of companionRounds) expect(await codeOf(rpc, method, params)).toBe(-32601)
})

test('companions that are switched off are not found, however they are asked for', async () => {
  const rpc = createRpc({ methods, companions: false })
  for (const name of names)
    for (const params of [[], ['latest'], [1, 2, 3]]) expect(await codeOf(rpc, name, params)).toBe(-32601)
  expect(await codeOf(rpc, 'eth_getBlockByNumber', ['0x0', false])).toBeUndefined()
})

test("the server's own companions come before those of the methods, and their parameters are checked alike", async () => {
  const own = { web3_clientVersion: () => 'Mine/v1', eth_chainId: async () => '0x5' as const }
  for (const served of [methods, three]) {
    const rpc = createRpc({ methods: served, companions: own })
    expect(await ask(rpc, call('web3_clientVersion'))).toMatchObject({ result: 'Mine/v1' })
    expect(await ask(rpc, call('eth_chainId'))).toMatchObject({ result: '0x5' })
    expect(await codeOf(rpc, 'web3_clientVersion', ['x'])).toBe(-32602)
  }
})

test('the companions of a batch are from one snapshot', async () => {
  let number = 0
  const snapshot = () => {
    const now = `0x${++number}` as const
    return { ...methods, eth_blockNumber: () => now, [Symbol.dispose]() {} }
  }
  const rpc = createRpc({ methods: { snapshot } })
  const batch = [1, 2, 3].map((id) => call('eth_blockNumber', [], id))
  for (const result of ['0x1', '0x2'])
    expect(await ask(rpc, batch)).toEqual(batch.map(({ id }) => ({ jsonrpc: '2.0', id, result })))
})
