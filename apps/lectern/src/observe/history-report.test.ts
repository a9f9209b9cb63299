import type { Grounds } from '@lectern/history'
import { expect, test } from 'vitest'
import { describeFinality, describeVoucher, levelsOf } from './history-report.ts'

const hash = new Uint8Array(32)

test('a sentence says who vouches for a block, and that a person does only where one did', () => {
  const grounds = ['stated', 'accumulator', 'built-in', 'historical-roots', 'summaries', null] as const
  expect(grounds.map((one) => describeVoucher({ number: 8191n, hash, grounds: one }))).toMatchInlineSnapshot(`
    [
      "Block 8191 is one that you trust",
      "The accumulator roots that you trust vouch for block 8191",
      "The built-in accumulator roots vouch for block 8191",
      "The built-in historical roots of the beacon chain prove block 8191",
      "The historical summaries that you trust prove block 8191",
      "An earlier import vouches for block 8191",
    ]
  `)
})

test('the safe and the finalized block are named if they are not the anchor', () => {
  const anchor = { number: 9n, hash, grounds: 'stated' } as const
  const head = { number: 9n, hash, timestamp: 0n, lowest: 0n, anchor }
  expect(describeFinality({ ...head, safe: 9n, finalized: 9n })).toBe('')
  expect(describeFinality({ ...head, anchor: null, safe: null, finalized: null })).toBe('')
  expect(describeFinality({ ...head, safe: 9n, finalized: null })).toBe(
    '; the safe one is block 9, the finalized one none',
  )
})

test('blocks are listed in ranges by what vouches for them', () => {
  const head = { number: 12n, lowest: 2n }
  const anchored = (number: bigint, grounds: Grounds | null) =>
    levelsOf({ ...head, anchor: { number, hash, grounds } })
  expect(levelsOf({ ...head, anchor: null })).toEqual([{ from: 2, to: 12, level: 'nothing' }])
  expect(anchored(12n, 'stated')).toEqual([{ from: 2, to: 12, level: 'stated' }])
  expect(anchored(9n, 'historical-roots')).toEqual([
    { from: 2, to: 9, level: 'historical roots' },
    { from: 10, to: 12, level: 'nothing' },
  ])
  expect(anchored(12n, 'built-in')[0]!.level).toBe('accumulator')
  expect(anchored(12n, null)[0]!.level).toBe('unknown')
})
