import type { Hash } from '@lectern/spec'
import { expect, test, vi } from 'vitest'
import { rounds } from '@lectern/server/testing'
import { failure } from '../test/faulty.ts'
import { createClient, lenientShape, strictShape, type Transport } from './index.ts'

const round = rounds.find(({ method, result }) => method === 'eth_getTransactionByHash' && result !== null)!
const hash = round.params[0] as Hash
const broken = { ...(round.result as object), nonce: 7 }
const askStrictly = (result: unknown) =>
  createClient({ transport: give(result), validate: strictShape }).eth_getTransactionByHash(hash)
const give =
  (result: unknown): Transport =>
  () =>
    Promise.resolve({ result })

test('a result that breaks its schema passes a client that does not look', async () => {
  expect(await createClient(give(broken)).eth_getTransactionByHash(hash)).toEqual(broken)
})

test('strictShape refuses a result that breaks its schema, and names the member', async () => {
  expect(await askStrictly(round.result)).toEqual(round.result)
  expect(await askStrictly({ ...(round.result as object), extra: 1 })).toHaveProperty('extra') // other nodes add members
  const error = await failure(askStrictly(broken))
  expect(error).toMatchObject({ code: 'INVALID_SHAPE', path: '/nonce', method: 'eth_getTransactionByHash' })
  expect(error.message).toBe('eth_getTransactionByHash: result/nonce must be a hex quantity.')
})

test('lenientShape gives the result and reports what breaks its schema', async () => {
  const onIssue = vi.fn()
  const ask = (result: unknown) =>
    createClient({ transport: give(result), validate: lenientShape(onIssue) }).eth_getTransactionByHash(hash)
  expect(await ask(round.result)).toEqual(round.result)
  expect(onIssue).not.toHaveBeenCalled()
  expect(await ask(broken)).toEqual(broken)
  expect(onIssue).toHaveBeenCalledWith(
    { path: '/nonce', message: 'must be a hex quantity' },
    'eth_getTransactionByHash',
  )
})
