import { fromHex } from '@lectern/chain'
import { truths } from '@lectern/client/testing/lies'
import { expect, test } from 'vitest'
import { hideUnstored } from './hide-unstored.ts'

type Json = { readonly [member: string]: string }

/** The results about one transaction, by their methods. */
const results = Object.fromEntries(
  truths
    .filter(({ result }) => (result as Json | null)?.['type'] === '0x2')
    .slice(-2)
    .map(({ method, result }) => [method, result as Json]),
)
const [transaction, receipt] = [results['eth_getTransactionByHash']!, results['eth_getTransactionReceipt']!]
const number = Number(transaction['blockNumber'])

/** Asks for a result while the store has blocks, the one of the transaction with a hash or without. */
async function pass(
  method: string,
  [lowest, top]: readonly [number, number],
  hash?: string,
  result = results[method],
) {
  const head = { number: BigInt(top), lowest: BigInt(lowest) }
  const snapshot = async () => ({
    head: top < 0 ? null : (head as never),
    blockHash: () => (hash === undefined ? undefined : fromHex(hash)),
    async [Symbol.asyncDispose]() {},
  })
  const text = JSON.stringify(result)
  const send = hideUnstored(async () => ({ result, text }), { snapshot })
  const bounds = { signal: new AbortController().signal, deadline: Infinity }
  const reply = await send({ method, params: [transaction['hash']], text: '[]' }, bounds)
  return reply.text === undefined ? reply.result : 'as it is'
}

test('a transaction of a block that is to come is pending, and has no receipt', async () => {
  expect(receipt['transactionHash']).toBe(transaction['hash'])
  for (const top of [number - 1, number - 64]) {
    expect(await pass('eth_getTransactionReceipt', [0, top])).toBeNull()
    expect(JSON.parse(JSON.stringify(await pass('eth_getTransactionByHash', [0, top])))).toEqual({
      ...transaction,
      blockHash: null,
      blockNumber: null,
      transactionIndex: null,
      gasPrice: transaction['maxFeePerGas'],
      blockTimestamp: undefined,
    })
  }
})

test('a transaction of another block than the stored one is pending, and not one of the stored block', async () => {
  const other = `0x${'12'.repeat(32)}`
  for (const method of ['eth_getTransactionReceipt', 'eth_getTransactionByHash']) {
    expect(await pass(method, [0, number], other)).not.toBe('as it is')
    expect(await pass(method, [0, number], transaction['blockHash'])).toBe('as it is') // it came meanwhile
    expect(await pass(method, [0, number], transaction['blockHash']!.toUpperCase().replace('X', 'x'))).toBe(
      'as it is',
    )
  }
})

test('what is below the stored blocks, far above them, or of no block passes as it is', async () => {
  for (const method of ['eth_getTransactionReceipt', 'eth_getTransactionByHash']) {
    expect(await pass(method, [number + 1, number + 9])).toBe('as it is')
    expect(await pass(method, [0, number - 65])).toBe('as it is')
    expect(await pass(method, [0, -1])).toBe('as it is')
    expect(await pass(method, [0, number - 1], undefined, null as never)).toBe('as it is')
  }
  const pending = { ...transaction, blockNumber: null } as never
  expect(await pass('eth_getTransactionByHash', [0, number - 1], undefined, pending)).toBe('as it is')
  expect(await pass('eth_getBlockByNumber', [0, number - 1], undefined, { number: '0x1' })).toBe('as it is')
})
