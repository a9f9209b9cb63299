import { describe, expect, test } from 'vitest'
import { filled, seal } from '../../test/sample.ts'
import { fromHex, type RawBlock, splitBlock, toHex } from '../index.ts'
import { blockSize, encodeBlock, encodeList, encodeRlp } from '../internal.ts'

const { header, transactions, uncles, withdrawals } = seal()
const body = { header, transactions, uncles, ...(withdrawals && { withdrawals }) }
const { withdrawals: _later, ...london } = body

const typed = (length: number): RawBlock => ({
  header,
  transactions: [filled(2, length)],
  uncles: [],
  receipts: [],
})

describe('a block of all transaction types', () => {
  test.each([
    ['with withdrawals', body],
    ['without', london],
  ])('%s is split into what it was made of', (_, block) => {
    const rlp = encodeBlock(block)
    const parts = splitBlock(rlp)
    expect(parts).toEqual(block)
    expect('withdrawals' in parts).toBe('withdrawals' in block)
    expect(toHex(encodeBlock(parts))).toBe(toHex(rlp))
    expect(blockSize(block)).toBe(rlp.length)
    expect([parts.header, ...parts.transactions].every(({ buffer }) => buffer === rlp.buffer)).toBe(true)
  })
})

test('S10 the size of a block counts the string that wraps a typed transaction', () => {
  for (const length of [1, 54, 55, 56, 255, 256, 65536])
    expect(blockSize(typed(length))).toBe(encodeBlock(typed(length)).length)
})

describe('a block is refused', () => {
  test.each([
    ['that is no list', encodeRlp(filled(1)), 'must be a list.'],
    [
      'without uncles',
      encodeList([header, fromHex('0xc0')]),
      'block: a list of 2 parts must hold a header, transactions and uncles.',
    ],
    [
      'with a fifth part',
      encodeList([header, ...['0xc0', '0xc0', '0xc0', '0xc0'].map(fromHex)]),
      'block: 5 parts are not supported; withdrawals are the last.',
    ],
    [
      'whose transactions are no list',
      encodeList([header, fromHex('0x80'), fromHex('0xc0')]),
      'RLP: 0x80 must be a list.',
    ],
    ['with bytes behind it', fromHex(`${toHex(encodeBlock(body))}00`), 'RLP: 1 bytes follow the list'],
    ['that is cut off', encodeBlock(body).subarray(0, -1), 'RLP: the item at byte 0 is'],
  ])('%s', (_, rlp, message) => {
    expect(() => splitBlock(rlp)).toThrow(message)
  })
})
