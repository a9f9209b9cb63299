import { expect, test } from 'vitest'
import { miniTarget, type Defect } from '../../../test/mini-server.ts'
import { makePaperChain } from '../../../test/paper-chain.ts'
import { run } from '../../run.ts'
import { planExistence } from './existence.ts'

const chain = makePaperChain()
const methods = ['eth_getBlockByNumber', 'eth_getTransactionByHash', 'eth_getTransactionReceipt']
const runChecks = async (blocks: typeof chain, defect: Defect = {}) => {
  const { results } = await run(planExistence(methods), miniTarget(blocks, defect))
  return Object.fromEntries(results.map(({ id, verdict }) => [id.replace('invariant/eth_get', ''), verdict]))
}
const sound = {
  'BlockByNumber/latest': 'passed',
  'BlockByNumber/tags': 'passed',
  'BlockByNumber/earliest': 'passed',
  'BlockByNumber/forward': 'passed',
  'BlockByNumber/head': 'passed',
  'TransactionByHash/unknown': 'passed',
  'TransactionReceipt/unknown': 'passed',
}

test('D4 a chain of nothing but its first block is sound, and its tags cannot be compared', async () => {
  expect(await runChecks(chain.slice(0, 1))).toEqual({ ...sound, 'BlockByNumber/tags': 'skipped' })
})

test('D4 a node whose old blocks are gone is sound', async () => {
  const old = chain.slice(-3)
  expect(
    await runChecks(old, { result: (_, result, [tag]) => (tag === 'earliest' ? null : result) }),
  ).toEqual({
    ...sound,
    'BlockByNumber/earliest': 'skipped',
  })
  expect(
    await runChecks([chain[0]!, ...old], {
      result: (_, result, [tag]) => (tag === 'earliest' ? old[0]!.hashes : result),
    }),
  ).toEqual(sound)
})

test.each([-39001, -32000])('D4 a node that answers %i for safe and finalized is sound', async (code) => {
  const answer: Defect['answer'] = (answer, { id, params: [tag] }) =>
    ['safe', 'finalized'].includes(tag) ? { jsonrpc: '2.0', id, error: { code, message: 'x' } } : answer
  expect(await runChecks(chain, { answer })).toEqual({ ...sound, 'BlockByNumber/tags': 'skipped' })
})

test('D4 a chain that grows with every question is sound', async () => {
  let head = 3
  const result: Defect['result'] = (method, result, [tag]) => {
    if (method !== 'eth_getBlockByNumber') return result
    const at = { latest: head, safe: head - 1, finalized: head - 1 }[tag as string] ?? Number(tag)
    head = Math.min(head + 1, chain.length - 1)
    return at <= head ? chain[at]?.hashes : null
  }
  expect(await runChecks(chain, { result })).toEqual({ ...sound, 'BlockByNumber/earliest': 'skipped' })
})

test('D4 a node whose latest lags behind another of the same address is borne', async () => {
  let turn = 0
  const result: Defect['result'] = (_, result, [tag]) =>
    tag === 'latest' && turn++ % 3 === 2 ? chain.at(-2)!.hashes : result
  expect(await runChecks(chain, { result })).toEqual(sound)
})
