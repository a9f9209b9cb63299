import { blobPrices } from '@lectern/client/verify'
import type { ChainIdentity, Grounds, Head } from '@lectern/history'
import { expect, test } from 'vitest'
import { describeFinality, describeHistory, describeVoucher, levelsOf } from './history-report.ts'

const hash = new Uint8Array(32)
const paperStore = ({ chain, head }: { chain: ChainIdentity | null; head: Head | null }) => ({
  chain,
  snapshot: async () => ({ head, blockHash: async () => hash, async [Symbol.asyncDispose]() {} }),
})

test('a sentence says who vouches for a block, and that an operator does only if one did', () => {
  const grounds = ['stated', 'accumulator', 'built-in', 'historical-roots', 'summaries', null] as const
  expect(grounds.map((one) => describeVoucher({ number: 8191n, hash, grounds: one }))).toMatchInlineSnapshot(`
    [
      "Block 8191 has the hash that --head named",
      "The accumulator roots that you trust vouch for block 8191",
      "The built-in accumulator roots vouch for block 8191",
      "The built-in historical roots of the beacon chain prove block 8191",
      "The historical summaries of the beacon chain prove block 8191",
      "An earlier import vouches for block 8191",
    ]
  `)
})

test('a report has the head’s time, and the prices of blobs as a client takes them', async () => {
  const anchor = { number: 9n, hash, grounds: 'stated' } as const
  const head = { number: 9n, hash, timestamp: 1_750_000_000n, lowest: 0n, anchor, safe: 9n, finalized: null }
  const blobSchedule = [
    { timestamp: 1_710_338_135n, updateFraction: 3_338_477n },
    { timestamp: 1_746_612_311n, updateFraction: 5_007_716n },
  ]
  const chain = { genesisHash: hash, config: { chainId: 1n, blobSchedule } }
  const { head: top, chainConfig } = await describeHistory(paperStore({ chain, head }))
  expect(top).toEqual({ number: 9, hash: `0x${'00'.repeat(32)}`, time: 1_750_000_000 })
  expect(chainConfig).toEqual({
    chainId: '1',
    blobSchedule: [
      { timestamp: 1_710_338_135, baseFeeUpdateFraction: 3_338_477 },
      { timestamp: 1_746_612_311, baseFeeUpdateFraction: 5_007_716 },
    ],
  })
  const price = blobPrices(JSON.parse(JSON.stringify(chainConfig)))
  const byGenesis = blobPrices({ chainId: 1, cancunTime: 1_710_338_135, pragueTime: 1_746_612_311 })
  for (const timestamp of [1_710_338_134n, 1_710_338_135n, 1_746_612_311n]) {
    const block = { excessBlobGas: 100_000_000n, timestamp, number: 1n }
    expect(price(block)).toBe(byGenesis(block))
  }
  expect(await describeHistory(paperStore({ chain: null, head: null }))).toMatchObject({
    head: null,
    chainConfig: null,
  })
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
  const executed = false
  expect(levelsOf({ ...head, anchor: null })).toEqual([{ from: 2, to: 12, level: 'nothing', executed }])
  expect(anchored(12n, 'stated')).toEqual([{ from: 2, to: 12, level: 'stated', executed }])
  expect(anchored(9n, 'historical-roots')).toEqual([
    { from: 2, to: 9, level: 'historical-roots', executed },
    { from: 10, to: 12, level: 'nothing', executed },
  ])
  expect(anchored(12n, 'built-in')[0]!.level).toBe('accumulator')
  expect(anchored(12n, null)[0]!.level).toBe('unknown')
  const many = levelsOf({
    ...head,
    anchor: { number: 11n, hash, grounds: 'sync-committee' },
    earlier: [
      { number: 1n, grounds: 'built-in' },
      { number: 4n, grounds: 'historical-roots' },
      { number: 6n, grounds: 'summaries' },
    ],
    executed: 5n,
  })
  expect(many.map(({ from, to, level, executed }) => `${from}-${to} ${level}${executed ? ', executed' : ''}`))
    .toMatchInlineSnapshot(`
      [
        "2-4 historical-roots, executed",
        "5-5 summaries, executed",
        "6-6 summaries",
        "7-11 sync-committee",
        "12-12 nothing",
      ]
    `)
})
