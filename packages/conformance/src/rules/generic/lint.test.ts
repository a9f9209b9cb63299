import { document, type OpenRpc } from '@lectern/spec'
import { expect, test } from 'vitest'
import { run } from '../../run.ts'
import { functionTarget } from '../../endpoint/target.ts'
import { planLint } from './lint.ts'

type Method = OpenRpc['methods'][number]
const [transaction, ...others] = document.methods
const [example] = transaction!.examples!
const nobody = functionTarget(() => new TextEncoder().encode('{"result":null}'))
const problems = async (change: Partial<Method>) => {
  const changed: OpenRpc = { ...document, methods: [{ ...transaction!, ...change }, ...others] }
  const { results } = await run(planLint(changed), nobody)
  return results.filter(({ known }) => known?.by === 'document').map(({ id, reason }) => `${id}: ${reason}`)
}
const name = 'lint/eth_getTransactionByHash'
const [hash] = transaction!.params

test('D1 our document is sound, and asks nothing of an endpoint', async () => {
  const { results, summary } = await run(planLint(document), nobody)
  expect(results.filter(({ verdict }) => verdict !== 'passed')).toEqual([])
  expect(results).toHaveLength(85)
  expect(summary.requests).toBe(1) // whether it speaks JSON-RPC
})

test.each<[string, Partial<Method>, string[]]>([
  [
    'a reserved name',
    { name: 'rpc.x', links: [] },
    [
      'lint/rpc.x/name: "rpc.x" begins with rpc.',
      'lint/eth_getTransactionReceipt/links: transaction leads to "eth_getTransactionByHash", which is no method',
      'lint/eth_getBlockByNumber/links: transaction leads to "eth_getTransactionByHash", which is no method\nwholeTransaction leads to "eth_getTransactionByHash", which is no method',
    ],
  ],
  [
    'a parameter twice',
    { params: [hash!, hash!], examples: [], links: [] },
    [`${name}/parameters: two parameters are called "tx_hash"`],
  ],
  [
    'a required one after an optional one',
    { params: [{ ...hash!, name: 'a', required: false }, hash!], examples: [] },
    [`${name}/parameters: "tx_hash" is required, but comes after one that is not`],
  ],
  [
    'an error twice',
    { errors: [...transaction!.errors, transaction!.errors[0]!] },
    [`${name}/errors: two errors have the code -32602`],
  ],
  [
    'an example with a wrong parameter',
    { examples: [{ ...example!, params: [{ name: 'tx_hash', value: '0x1' }] }] },
    [
      `${name}/examples: dynamic-fee-with-access-list, tx_hash: the value must match pattern "^0x[0-9a-fA-F]{64}$", not "0x1"`,
    ],
  ],
  [
    'an example with a wrong result',
    { examples: [{ ...example!, result: { name: 'x', value: 1 } }] },
    [expect.stringContaining(`${name}/examples: dynamic-fee-with-access-list: the result must be`)],
  ],
  [
    'an example with too few parameters',
    { examples: [{ ...example!, params: [] }] },
    [`${name}/examples: dynamic-fee-with-access-list: 1 parameters are expected, not 0`],
  ],
  [
    'a link to nowhere',
    { links: [{ name: 'x', method: 'y', params: {} }] },
    [`${name}/links: x leads to "y", which is no method`],
  ],
  [
    'a link with another parameter',
    { links: [{ name: 'x', method: 'eth_getTransactionReceipt', params: { hash: 1 } }] },
    [
      `${name}/links: x gives "hash", which eth_getTransactionReceipt has no parameter for\nx does not give "tx_hash", which eth_getTransactionReceipt requires`,
    ],
  ],
])('D1 %s is found, in its sentence', async (_, change, expected) => {
  expect(await problems(change)).toEqual(expected)
})
