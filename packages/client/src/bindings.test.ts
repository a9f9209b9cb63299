import type { MethodName } from '@lectern/spec'
import { expect, test } from 'vitest'
import { rounds } from '@lectern/server/testing'
import { bindings } from './bindings.ts'
import type { ClientError } from './index.ts'

type Json = Record<string, any>
/** Where a result is not the answer, as the sentence says; undefined where it is. */
const find = (method: MethodName, params: readonly unknown[], result: unknown): string | undefined => {
  try {
    if (result !== null) bindings[method](Object(result), ...(params as [never, never]))
    return undefined
  } catch (error) {
    expect(error).toHaveProperty('code', 'WRONG_ANSWER')
    return `/${(error as ClientError).message.slice(0, -1)}`
  }
}
const pick = (method: MethodName, isWanted: (result: Json, params: readonly unknown[]) => boolean) => {
  const { params, result } = rounds.find(
    (round) =>
      round.method === method && round.result !== null && isWanted(round.result as Json, round.params),
  )!
  return (change: (result: Json) => unknown) => {
    const copy = structuredClone(result) as Json
    change(copy)
    return find(method, params, copy)
  }
}

// A hash may be asked for in either case.
const question = ({ params }: { params: readonly unknown[] }) => String(params).toLowerCase()

test('every recorded result is bound to its question', () => {
  for (const { method, params, result } of rounds) expect(find(method, params, result)).toBeUndefined()
})

test('a recorded result is bound to no other question', () => {
  for (const { method, params, result } of rounds) {
    if (result === null || !String(params[0]).startsWith('0x')) continue
    for (const other of rounds) {
      if (other.method !== method || !String(other.params[0]).startsWith('0x')) continue
      const isSame = other.params[0] === params[0] && (result as Json)['transactions']?.length === 0 // whatever the flag
      if (question(other) !== question({ params }) && !isSame)
        expect(find(method, other.params, result)).toBeTypeOf('string')
    }
  }
})

test('what is neither null nor an object answers nothing', () => {
  const [{ params }] = rounds as [(typeof rounds)[0]]
  for (const result of [true, 1, '', 'text', undefined])
    expect(find('eth_getTransactionByHash', params, result)).toMatch(/^\/hash is absent, not "0x/)
  for (const result of [[], {}, { hash: null }, { hash: { toString: 1 } }])
    expect(find('eth_getTransactionByHash', params, result)).toMatch(/^\/hash is /)
})

test('the logs of a receipt agree with it', () => {
  const change = pick('eth_getTransactionReceipt', ({ logs }) => logs.length > 2)
  expect(change(() => {})).toBeUndefined()
  for (const member of ['transactionHash', 'blockHash', 'blockNumber']) {
    expect(change(({ logs }) => (logs[1][member] = '0x63'))).toMatch(
      new RegExp(`^/logs/1/${member} is .*, not `),
    )
    expect(change(({ logs }) => (logs[1][member] = { toString: 1, valueOf: 1 }))).toContain(member)
    expect(change(({ logs }) => delete logs[1][member])).toContain(member)
  }
  expect(change(({ logs }) => (logs[1] = null))).toMatch(/^\/logs\/1\/.* is absent, not/)
  expect(change((receipt) => delete receipt['logs'])).toBe('/logs is absent, not "an array"')
})

test('the transactions of a block agree with it and with the flag', () => {
  const whole = pick(
    'eth_getBlockByNumber',
    ({ transactions }, [, flag]) => flag === true && transactions.length > 2,
  )
  expect(whole(() => {})).toBeUndefined()
  for (const member of ['blockHash', 'blockNumber'])
    expect(whole(({ transactions }) => (transactions[1][member] = '0x63'))).toMatch(
      new RegExp(`^/transactions/1/${member} is .*, not `),
    )
  expect(
    whole((block) => (block['transactions'] = block['transactions'].map(({ hash }: Json) => hash))),
  ).toMatch(/^\/transactions\/0\/.* is absent, not/)
  expect(whole((block) => delete block['transactions'])).toBe('/transactions is absent, not "an array"')

  const { result } = rounds.find(
    ({ params, result }) => params[1] === true && (result as Json)['transactions'].length > 2,
  )!
  const pending = { ...(result as Json), hash: null, nonce: null, miner: null } // as geth sends it
  expect(find('eth_getBlockByNumber', ['pending', true], pending)).toBeUndefined()
  expect(find('eth_getBlockByNumber', ['latest', true], pending)).toContain('blockHash')

  const hashes = pick(
    'eth_getBlockByNumber',
    ({ transactions }, [, flag]) => flag === false && transactions.length > 2,
  )
  expect(hashes(() => {})).toBeUndefined()
  expect(hashes((block) => (block['transactions'] = [{}]))).toBe('/transactions/0 is {}, not "a hash"')
  expect(hashes((block) => delete block['transactions'])).toBe('/transactions is absent, not "an array"')
})
