import { expect, onTestFinished, test } from 'vitest'
import { until } from './following.ts'
import { judge, makeTestChain, type PaperNode, startPaperNode } from './index.ts'

const { blocks } = makeTestChain(8)

test.each<[string, (node: PaperNode) => void, boolean, RegExp]>([
  ['a head that no node had', () => {}, false, /was never a node's/],
  [
    'finalized that goes back',
    (node) => {
      node.lie = (call, result) => {
        if (call.params[0] === 'finalized') node.finalized = node.finalized === 3n ? 2n : 3n
        return result
      }
    },
    true,
    /finalized went back from 3 to 2/,
  ],
  [
    'a batch of two heads',
    (node) => {
      node.lie = (call, result) => {
        if (call.params[1] === true) node.blocks = blocks.slice(0, node.blocks.length === 8 ? 7 : 8)
        return result
      }
    },
    true,
    /one batch has the heads/,
  ],
  [
    'a receipt without its block',
    (node) => {
      node.lie = (call, result) =>
        call.method === 'eth_getTransactionReceipt' ? { ...(result as object), blockHash: '0x00' } : result
    },
    true,
    /a receipt of 0x00 beside block 0x/,
  ],
])('the judge finds %s', async (_, prepare, isKnown, fault) => {
  const node = await startPaperNode(blocks)
  onTestFinished(() => node[Symbol.asyncDispose]())
  Object.assign(node, { finalized: 3n })
  prepare(node)
  const { stop } = judge(node.url, () => isKnown)
  await until(
    () => node.calls.length,
    (calls) => calls > 60,
  )
  const { faults, asked } = await stop()
  expect(asked).toBeGreaterThan(0)
  expect(faults.join()).toMatch(fault)
})

test('the judge finds nothing in a sound node', async () => {
  const node = await startPaperNode(blocks)
  onTestFinished(() => node[Symbol.asyncDispose]())
  const { stop } = judge(node.url, () => true)
  await until(
    () => node.calls.length,
    (calls) => calls > 60,
  )
  expect((await stop()).faults).toEqual([])
})
