import { document } from '@lectern/spec'
import { expect, test } from 'vitest'
import { plan, run } from '../src/index.ts'
import { miniTarget, type Defect, type Json } from './mini-server.ts'
import { makePaperChain } from './paper-chain.ts'

const blocks = makePaperChain()
const checks = plan(document, { blocks: 20 })

const isFirst = (item: Json) => item['transactionIndex'] === '0x0' && item['type'] !== '0x3'
const ofDeposit = (item: Json) => ({ ...item, l1Fee: '0x0', ...(isFirst(item) && { type: '0x7e' }) })
const deposit = (item: Json) => (isFirst(item) ? { ...item, type: '0x7e', mint: '0x1' } : item)

/** A rollup: the first transaction of each block is a deposit, whose type and members are its own. */
const rollup: Defect = {
  result: (method, result: any) => {
    if (result === null) return result
    if (method === 'eth_getTransactionReceipt') return ofDeposit(result)
    if (method === 'eth_getBlockReceipts') return result.map(ofDeposit)
    if (method.startsWith('eth_getTransactionBy')) return deposit(result)
    if (!result.transactions) return result
    return {
      ...result,
      transactions: result.transactions.map((item: any) => (typeof item === 'string' ? item : deposit(item))),
    }
  },
}
const runChecks = async (defect: Defect, mode: 'strict' | 'lenient') => {
  const { results } = await run(checks, miniTarget(blocks, defect), { mode })
  return (verdict: string) => results.filter((result) => result.verdict === verdict)
}
const own = [
  'valid/eth_getBlockReceipts/0/latest',
  'valid/eth_getBlockReceipts/0/safe',
  'valid/eth_getBlockReceipts/0/BlockObject',
  'schema/eth_getTransactionByHash/Transaction/type',
  'schema/eth_getTransactionReceipt/Receipt/type',
  'schema/eth_getTransactionReceipt/Receipt/additionalProperties',
  'schema/eth_getBlockByNumber/Transaction/type',
  'schema/eth_getBlockByHash/Transaction/type',
  'schema/eth_getBlockReceipts/Receipt/type',
  'schema/eth_getBlockReceipts/Receipt/additionalProperties',
  'schema/eth_getTransactionByBlockHashAndIndex/Transaction/type',
  'schema/eth_getTransactionByBlockNumberAndIndex/Transaction/type',
]

test('D4 what a rollup has of its own fails strictly, and is listed leniently', async () => {
  const [strict, lenient] = [await runChecks(rollup, 'strict'), await runChecks(rollup, 'lenient')]
  expect(strict('failed').map(({ id }) => id)).toEqual(own)
  expect(lenient('failed')).toEqual([])
  expect(lenient('known').map(({ id }) => id)).toEqual(own)
})

test('D4 a transaction of an unknown type takes only the roots and the size of its block from what is proved', async () => {
  const { length } = checks.filter(({ id }) => id.startsWith('proof/'))
  const found = await runChecks(rollup, 'lenient')
  const proved = found('passed').filter(({ id }) => id.startsWith('proof/'))
  expect(proved.length).toBeGreaterThan(length - 3)
})

test('D4 a transaction whose type is no type at all fails in both modes', async () => {
  const defect: Defect = {
    result: (method, result: any) =>
      method === 'eth_getTransactionByHash' && result ? { ...result, type: 126 } : result,
  }
  for (const mode of ['strict', 'lenient'] as const)
    expect((await runChecks(defect, mode))('failed').map(({ id }) => id)).toContain(
      'schema/eth_getTransactionByHash/Transaction/type',
    )
})

test.each([
  ['a type with a leading zero', { type: '0x07' }, 'schema/eth_getTransactionReceipt/Receipt/type'],
  ['a status that is none', { status: '0x2' }, 'schema/eth_getTransactionReceipt/Receipt/status'],
])('D4 %s is no habit of a rollup: it fails in both modes', async (_, change, id) => {
  const defect: Defect = {
    result: (method, result: any) =>
      method === 'eth_getTransactionReceipt' && result?.status ? { ...result, ...change } : result,
  }
  for (const mode of ['strict', 'lenient'] as const)
    expect((await runChecks(defect, mode))('failed').map((result) => result.id)).toContain(id)
})
