import { expect, test } from 'vitest'
import { toExchange } from './exchange.ts'
import { recordResults } from './results.ts'

/** Returns the conflicts of calls that are made one after the other, each with its result. */
function findConflicts(...calls: [params: unknown[], result: unknown][]) {
  const { note, conflicts } = recordResults()
  for (const [params, result] of calls)
    note(
      toExchange(JSON.stringify({ id: 1, method: 'eth_chainId', params }), {
        status: 200,
        headers: new Headers(),
        body: new TextEncoder().encode(JSON.stringify({ id: 1, result })),
      }),
    )
  return conflicts.map(({ differences }) => differences)
}

test('a call that is made again with another result is a conflict, in either case of its digits', () => {
  const found = findConflicts([['0xAB'], { status: '0x1' }], [['0xab'], { status: '0x0' }])
  expect(found).toEqual([[{ path: '/result/status', expected: '0x1', actual: '0x0' }]])
})

test('the number of the newest block may be another one a moment later', () => {
  const { note, conflicts } = recordResults()
  for (const result of ['0x2', '0x1', '0x3']) {
    const body = new TextEncoder().encode(JSON.stringify({ id: 1, result }))
    const request = JSON.stringify({ id: 1, method: 'eth_blockNumber', params: [] })
    note(toExchange(request, { status: 200, headers: new Headers(), body }))
  }
  expect(conflicts).toEqual([])
})

test('the calls of a batch are compared one by one', () => {
  const { note, conflicts } = recordResults()
  const body = JSON.stringify([1, 2].map((id) => ({ id, method: 'eth_chainId', params: ['0x1'] })))
  const exchange = [
    { id: 2, result: 'b' },
    { id: 1, result: 'a' },
  ]
  const bytes = new TextEncoder().encode(JSON.stringify(exchange))
  note(toExchange(body, { status: 200, headers: new Headers(), body: bytes }))
  expect(conflicts.map(({ differences }) => differences)).toEqual([
    [{ path: '/0/result', expected: 'a', actual: 'b' }],
  ])
})

test.each([
  ['by a tag', [[['latest'], 1] as const, [['latest'], 2] as const]],
  ['that had no result yet', [[['0x1'], null] as const, [['0x1'], 2] as const, [['0x1'], null] as const]],
  [
    'of a block that lost',
    [[['0x1'], { hash: '0xa', size: 1 }] as const, [['0x1'], { hash: '0xb' }] as const],
  ],
  ['of other parameters', [[['0x1', true], 1] as const, [['0x1', false], 2] as const]],
])('a call %s may have another result', (_, calls) => {
  expect(findConflicts(...(calls as unknown as [unknown[], unknown][]))).toEqual([])
})
