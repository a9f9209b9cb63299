import { fromHex, toHex } from '@lectern/chain'
import { expect, test } from 'vitest'
import { knownAccumulators, networks } from './networks.ts'
import { accumulatorRoot, historyRoot } from './accumulator.ts'
import { readMainnetEras } from './mainnet-eras.ts'

// https://eips.ethereum.org/EIPS/eip-7643
const published = '0xec8e040fd6c557b41ca8ddd38f7e9d58a9281918dc92bdb72342a38fb085e701'

test('the roots of mainnet’s eras that are built in are those that EIP-7643 commits to, each byte of them', () => {
  const eras = readMainnetEras()
  expect(eras).toHaveLength(1_897)
  expect(toHex(historyRoot(eras))).toBe(published)
  for (const era of [0, 1_000, 1_896]) {
    const changed = eras.with(
      era,
      fromHex(toHex(eras[era]!).replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) as never),
    )
    expect(toHex(historyRoot(changed))).not.toBe(published)
  }
  expect(toHex(historyRoot(eras.slice(0, -1)))).not.toBe(published)
})

test('the root of an era without blocks is that of SSZ’s empty list of 8,192', () => {
  expect(toHex(accumulatorRoot([]))).toMatchInlineSnapshot(
    `"0x4a8c3a07c8d23adc5bac61157555c3c784d53d9bc110c1370809bd23cd93777d"`,
  )
})

test('of other chains than mainnet no accumulator is known', async () => {
  expect(await knownAccumulators(networks['sepolia']!)).toEqual([])
  expect(await knownAccumulators(networks['mainnet']!)).toHaveLength(1_897)
})
