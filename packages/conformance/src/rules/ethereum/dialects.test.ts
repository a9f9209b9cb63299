import { useEngine } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { document } from '@lectern/spec'
import { describe, expect, test } from 'vitest'
import { plan, run } from '../../index.ts'
import { toExchange } from '../../endpoint/exchange.ts'
import { fail } from '../check.ts'
import { divergences, findDivergence } from './dialects.ts'
import { dialects } from '../../../test/dialects.ts'
import { miniTarget } from '../../../test/mini-server.ts'
import { makePaperChain } from '../../../test/paper-chain.ts'

useEngine(await loadWasmEngine())
const blocks = makePaperChain()
const checks = plan(document, { blocks: 20 })

describe('D4 a habit of a sound node breaks no MUST, and is reported as SHOULD', () => {
  test.each(dialects)('%s', async (_, shown, dialect) => {
    const { results } = await run(checks, miniTarget(blocks, dialect))
    const failed = results.filter(({ verdict }) => verdict === 'failed')
    const ids = failed.map(({ id }) => id)
    expect(failed.filter(({ level }) => level === 'MUST').map(({ id, reason }) => [id, reason])).toEqual([])
    for (const each of shown) expect(ids).toContainEqual(expect.stringMatching(new RegExp(`^${each}$`)))
    expect(ids.length > 0).toBe(shown.length > 0)
  })
})

const failure = (reply: object | string, reason = 'something else', status = 502) => {
  const body = new TextEncoder().encode(typeof reply === 'string' ? reply : JSON.stringify(reply))
  return fail(reason, toExchange('{}', { status, headers: new Headers(), body }))
}

describe('D4 a known divergence of geth excuses no other failure of its checks', () => {
  const rows = divergences.filter(({ clients }) => clients.includes('geth'))
  const ids = new Set(rows.flatMap(({ checks }) => checks.map((glob) => glob.replaceAll('*', 'x'))))

  test.each([...ids])('%s', (id) => {
    const others = [
      failure('<html>'),
      failure({ id: 1 }),
      failure({ id: 1, error: { code: -32099, message: 'not found' } }),
      failure({ id: 1, error: { code: -32603, message: 'panic' } }),
    ]
    for (const other of others) expect(findDivergence('geth', id, other)?.name).toBeUndefined()
    expect(findDivergence('geth', id, { ...fail('it gave no response') })).toBeUndefined()
  })

  test.each([
    [
      'valid/eth_call/0/GenericTransaction',
      { code: -32602, message: "'yParity' field must be 0 or 1" },
      'wider-schemas',
    ],
    ['valid/eth_call/0/GenericTransaction', { code: -32602, message: 'missing value' }, undefined],
    ['valid/eth_call/1/hash32', { code: -32000, message: 'header for hash not found' }, 'default-error'],
    ['valid/eth_call/1/hash32', { code: -32000, message: 'database closed' }, undefined],
    ['invalid/eth_getBalance/1/uint/pattern/3', { code: -32000, message: 'header not found' }, 'hex-forms'],
    ['invalid/eth_getBalance/1/uint/pattern/3', { code: -32000, message: 'nil pointer' }, undefined],
    ['invalid/eth_getBalance/1/uint/pattern/9', { code: -32000, message: 'header not found' }, undefined],
  ])('%s with the error %j is %s', (id, error, name) => {
    expect(findDivergence('geth', id, failure({ id: 1, error }))?.name).toBe(name)
  })

  test.each([
    ['valid/eth_feeHistory/0/uint', 'the result must have the member "baseFeePerGas"', 'empty-fee-history'],
    ['valid/eth_feeHistory/0/uint', '/oldestBlock must be a string, not null', undefined],
    [
      'schema/eth_syncing/SyncingStatus/additionalProperties',
      '/healedBytecodes is no member',
      'sync-progress',
    ],
    ['schema/eth_syncing/SyncingStatus/additionalProperties', '/speed is no member', undefined],
    ['valid/eth_getBlockByNumber/0/pending', '/hash must be a string, not null', 'pending-without-hash'],
    ['valid/eth_getBlockByNumber/0/pending', '/gasLimit must be a string, not 1', undefined],
    ['invalid/eth_getBalance/1/uint/type/1', 'error -32602 was expected', undefined],
  ])('%s with a result and %j is %s', (id, reason, name) => {
    expect(findDivergence('geth', id, failure({ id: 1, result: {} }, reason))?.name).toBe(name)
  })
})
