import * as fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as modern from './bytes.ts'

const { concatBytes, equalBytes, fromBigInt, show, toBigInt, toHex, toQuantity } = modern

/** The module as it is on a runtime without Uint8Array.fromHex (Node 24). */
async function withoutNativeHex(): Promise<typeof modern> {
  const constructor = Uint8Array as unknown as Record<string, unknown>
  const { fromHex } = constructor
  constructor['fromHex'] = undefined
  vi.resetModules()
  const old = await import('./bytes.ts')
  constructor['fromHex'] = fromHex
  return old
}

afterEach(() => {
  vi.resetModules()
})

test('S6 bytes and hex strings say the same, with native hex and without', async () => {
  const old = await withoutNativeHex()
  expect(old.toHex).not.toBe(toHex)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300, size: 'max' }), (bytes) => {
      const hex = `0x${Buffer.from(bytes).toString('hex')}` as const
      for (const module of [modern, old]) {
        expect(module.toHex(bytes)).toBe(hex)
        expect(module.fromHex(hex)).toEqual(bytes)
        expect(module.fromHex(`0x${hex.slice(2).toUpperCase()}`)).toEqual(bytes)
      }
    }),
  )
  const nearly = Array.from({ length: 300 }, (_, code) => `0x0${String.fromCharCode(code)}`).filter(
    (hex) => !/^0x0[0-9a-f]$/i.test(hex),
  )
  const long = `0x${'ab'.repeat(200)}`
  for (const bad of [
    '',
    '0',
    '12',
    '0x1',
    '0xg0',
    '0x 0',
    '0X00',
    ' 0x00',
    '0x00 ',
    '0x00\n',
    `${long}g0`,
    `${long}a`,
    ...nearly,
  ])
    for (const module of [modern, old])
      expect(() => module.fromHex(bad), bad).toThrow('must be 0x and an even number')
})

describe('S6 a quantity', () => {
  test.each([
    [0n, '0x0'],
    [1n, '0x1'],
    [1024n, '0x400'],
    [2n ** 256n - 1n, `0x${'f'.repeat(64)}`],
  ])('%s is %s', (value, hex) => {
    expect(toQuantity(value)).toBe(hex)
  })

  test('may be given as a number', () => {
    expect(toQuantity(255)).toBe('0xff')
  })
})

test('numbers and big-endian bytes say the same', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.nat(256), (number, bits) => {
      const value = number >> BigInt(bits)
      const bytes = fromBigInt(value)
      expect(toBigInt(bytes)).toBe(value)
      expect(bytes[0]).not.toBe(0)
      const padded = fromBigInt(value, 32)
      expect(padded.length).toBe(32)
      expect(toBigInt(padded)).toBe(value)
    }),
  )
  expect(fromBigInt(0n)).toEqual(new Uint8Array())
  expect(toBigInt(new Uint8Array())).toBe(0n)
})

test('a number that does not fit is refused', () => {
  expect(() => fromBigInt(256n, 1)).toThrow('256 does not fit into 1 bytes.')
  expect(() => fromBigInt(-1n)).toThrow('-1 does not fit into 32 bytes.')
  expect(() => fromBigInt(2n ** 256n)).toThrow('does not fit into 32 bytes.')
})

test('byte strings are joined and compared', () => {
  const whole = concatBytes([Uint8Array.of(1), new Uint8Array(), Uint8Array.of(2, 3)])
  expect(whole).toEqual(Uint8Array.of(1, 2, 3))
  expect(equalBytes(whole, Uint8Array.of(1, 2, 3))).toBe(true)
  expect(equalBytes(whole, Uint8Array.of(1, 2, 4))).toBe(false)
  expect(equalBytes(whole, Uint8Array.of(1, 2))).toBe(false)
})

test('a value is quoted in at most 80 characters', () => {
  expect(show(Uint8Array.of(255))).toBe('0xff')
  expect(show(undefined)).toBe('undefined')
  expect(show({ a: 1n })).toBe('{"a":"1"}')
  expect(show('x'.repeat(100))).toHaveLength(78)
  expect(show(JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)))).toBe('a value that is nested too deep')
})
