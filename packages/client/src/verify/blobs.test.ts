import { expect, test } from 'vitest'
import { blobPrices } from './index.ts'

const mainnet = { chainId: 1, cancunTime: 1710338135, pragueTime: 1746612311 }

test('the price of blob gas is that of the fork of the block’s time', () => {
  const price = blobPrices(mainnet)
  const excessBlobGas = 100_000_000n
  expect(price({ excessBlobGas, timestamp: 1710338135n, number: 1n })).toBe(10203769476395n)
  expect(price({ excessBlobGas, timestamp: 1746612311n, number: 1n })).toBe(470442149n)
})

test('before the schedule the price is left open', () => {
  expect(blobPrices(mainnet)({ excessBlobGas: 0n, timestamp: 1710338134n, number: 1n })).toBeUndefined()
})

test('a config that is malformed is refused', () => {
  expect(() => blobPrices({ chainId: 1, cancunTime: 'soon' })).toThrow(
    'config: cancunTime must be an integer below 2^53 or a string of digits, not "soon".',
  )
})
