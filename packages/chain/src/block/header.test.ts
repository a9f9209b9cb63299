import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filled, frontier } from '../../test/sample.ts'
import { ChainError, decodeHeader, encodeHeader, fromHex, hashHeader, type Header, toHex } from '../index.ts'
import { decodeRlp, encodeRlp, HEADER_LIMIT, headerFields } from '../internal.ts'

const genesis = {
  ...frontier,
  parentHash: filled(0),
  sha3Uncles: fromHex('0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'),
  miner: filled(0, 20),
  stateRoot: fromHex('0xd7f8974fb5ac78d9ac099b9ad5018bedc2ce0a72dad1827a1709da30580f0544'),
  transactionsRoot: fromHex('0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'),
  receiptsRoot: fromHex('0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'),
  difficulty: 17179869184n,
  number: 0n,
  timestamp: 0n,
  extraData: fromHex('0x11bbe8db4e347b4e8c937c1c8370e4b5ed33adb3db69cbdb7a38e1e50b1b82fa'),
  mixHash: filled(0),
  nonce: fromHex('0x0000000000000042'),
}

/** The newest fork's: it has each field. */
const newest: Required<Omit<Header, 'unknown'>> = {
  ...genesis,
  baseFeePerGas: 7n,
  withdrawalsRoot: filled(1),
  blobGasUsed: 0n,
  excessBlobGas: 2n ** 64n - 1n,
  parentBeaconBlockRoot: filled(2),
  requestsHash: filled(3),
  blockAccessListHash: filled(4),
  slotNumber: 12n,
}

test('the header of the first block of Ethereum has the hash that all know', () => {
  expect(toHex(hashHeader(encodeHeader(genesis)))).toBe(
    '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
  )
  expect(decodeHeader(encodeHeader(genesis))).toEqual(genesis)
})

test('a header may end with the last field of any fork', () => {
  const names = Object.keys(headerFields) as (keyof typeof headerFields)[]
  for (let length = 15; length <= names.length; length++) {
    const header = Object.fromEntries(
      names.slice(0, length).map((name) => [name, newest[name]]),
    ) as unknown as Header
    const rlp = encodeHeader(header)
    expect(decodeRlp(rlp)).toHaveLength(length)
    expect(decodeHeader(rlp)).toEqual(header)
  }
})

test('the fields of an unknown fork are stored, so that the hash stays right', () => {
  const rlp = encodeRlp([
    ...(decodeRlp(encodeHeader(newest)) as Uint8Array[]),
    fromHex('0xabcd'),
    [new Uint8Array()],
  ])
  const header = decodeHeader(rlp)
  expect(header.unknown?.map(toHex)).toEqual(['0x82abcd', '0xc180'])
  expect(toHex(encodeHeader(header))).toBe(toHex(rlp))
  const one = encodeRlp([...(decodeRlp(encodeHeader(newest)) as Uint8Array[]), fromHex('0x05')])
  expect(decodeHeader(one).unknown?.map(toHex)).toEqual(['0x05'])
  expect(toHex(encodeHeader(decodeHeader(one)))).toBe(toHex(one))
})

const refuse = (rlp: Uint8Array) =>
  expect(() => decodeHeader(rlp)).toThrow(
    new ChainError('header', `header: ${rlp.length} bytes are more than 131072, or hold more than 64 items.`),
  )

test('a header has at most 128 KiB and 63 fields', () => {
  const fields = decodeRlp(encodeHeader(newest)) as Uint8Array[]
  const long = (size: number) => encodeRlp(fields.with(12, new Uint8Array(size)))
  const most = HEADER_LIMIT - (long(100_000).length - 100_000)
  expect(decodeHeader(long(most)).extraData).toHaveLength(most)
  refuse(long(most + 1))
  const wide = (count: number) =>
    encodeRlp([...fields, ...Array.from({ length: count - fields.length }, () => new Uint8Array())])
  expect(decodeHeader(wide(63)).unknown).toHaveLength(63 - fields.length)
  refuse(wide(64))
  refuse(encodeRlp([...fields, fields, fields])) // at any depth
})

test('a header with a hole cannot be written', () => {
  const { withdrawalsRoot: _hole, ...header } = newest
  expect(() => encodeHeader(header)).toThrow(
    'header: withdrawalsRoot is absent, but a later field is present.',
  )
  expect(() => encodeHeader({ ...genesis, unknown: [Uint8Array.of(0x80)] })).toThrow(
    'header: baseFeePerGas is absent',
  )
})

describe('a header is refused', () => {
  const items = decodeRlp(encodeHeader(newest)) as Uint8Array[]
  const names = Object.keys(headerFields)
  test.each([
    ['parentHash', filled(1, 31), '32 bytes'],
    ['miner', filled(1, 21), '20 bytes'],
    ['logsBloom', filled(1, 255), '256 bytes'],
    ['nonce', filled(1, 9), '8 bytes'],
    ['difficulty', filled(1, 33), 'an integer of at most 32 bytes without leading zeros'],
    ['number', filled(1, 9), 'an integer of at most 8 bytes without leading zeros'],
    ['gasUsed', filled(0, 1), 'an integer of at most 8 bytes without leading zeros'],
    ['baseFeePerGas', Uint8Array.of(0, 7), 'an integer of at most 32 bytes without leading zeros'],
    ['extraData', [], 'a byte string'],
  ])('whose %s does not fit', (name, item, rule) => {
    const rlp = encodeRlp(items.with(names.indexOf(name), item as Uint8Array))
    expect(() => decodeHeader(rlp)).toThrow(`header: ${name} must be ${rule}, not `)
    expect(() => decodeHeader(rlp)).toThrow(ChainError)
  })

  test('that is no list of at least 15 fields', () => {
    for (const rlp of [encodeRlp(items.slice(0, 14)), encodeRlp(filled(1))])
      expect(() => decodeHeader(rlp)).toThrow('header: it must be a list of at least 15 fields.')
  })

  test('unless its bytes are its only encoding', () => {
    const rlp = encodeHeader(newest)
    fc.assert(
      fc.property(fc.nat(rlp.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = rlp.with(at, rlp[at]! ^ flip)
        let header
        try {
          header = decodeHeader(changed)
        } catch (error) {
          expect(error).toBeInstanceOf(ChainError)
          return
        }
        expect(toHex(encodeHeader(header))).toBe(toHex(changed))
      }),
      { numRuns: 500 },
    )
  })
})
