import { expect, test } from 'vitest'
import { filled, logs } from '../../test/sample.ts'
import { fromHex, logsBloom, toHex } from '../index.ts'
import { joinBloom } from '../internal.ts'

const bits = (bloom: Uint8Array): number =>
  bloom.reduce((sum, octet) => sum + octet.toString(2).replaceAll('0', '').length, 0)
test('no logs have an empty bloom', () => {
  expect(logsBloom([])).toEqual(filled(0, 256))
})

test('an address and each topic set three bits, as in receipt 9 of mainnet block 1000010', () => {
  const bloom = logsBloom([
    {
      address: fromHex('0xb696c21c287ffa81f9dd79828557231c98d863c9'),
      topics: [fromHex('0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c')],
      data: fromHex('0x'),
    },
  ])
  const octets = [...bloom].flatMap((octet, at) => (octet === 0 ? [] : [[at, octet]]))
  expect(octets).toEqual([
    [92, 128],
    [120, 4],
    [130, 4],
    [147, 1],
    [199, 64],
    [247, 64],
  ])
})

test('the bloom of logs is the union of the blooms of each', () => {
  const union = filled(0, 256)
  for (const one of logs) joinBloom(union, logsBloom([one]))
  expect(toHex(logsBloom(logs))).toBe(toHex(union))
  expect(bits(union)).toBeGreaterThan(12)
})

test('data says nothing to the bloom', () => {
  const one = logs[0]!
  expect(logsBloom([{ ...one, data: filled(9, 99) }])).toEqual(logsBloom([one]))
})
