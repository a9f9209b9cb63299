import { keccak_256 } from '@noble/hashes/sha3.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHex } from '../encoding/bytes.ts'
import { hashKeccak } from './keccak.ts'
import { loadWasmEngine } from './wasm.ts'

const wasm = await loadWasmEngine()

test.each([
  ['', '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
  ['abc', '0x4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
  [
    'The quick brown fox jumps over the lazy dog',
    '0x4d741b6f1eb29cb2a9b9911c82f56fa8d73b04959d3d9d222895df6c0b28aa15',
  ],
])('the hash of %j is the known one', (text, hash) => {
  expect(toHex(hashKeccak(new TextEncoder().encode(text)))).toBe(hash)
})

test('bytes of every length up to five blocks, and of large ones, hash as by noble and by wasm', () => {
  const lengths = Array.from({ length: 5 * 136 + 1 }, (_, length) => length)
  for (const length of [...lengths, 4_095, 16_384, 131_072, 1_000_003]) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 131 + length) % 256)
    expect(toHex(hashKeccak(bytes))).toBe(toHex(keccak_256(bytes)))
    expect(toHex(hashKeccak(bytes))).toBe(toHex(wasm.keccak256(bytes)))
  }
})

test('any bytes hash as by noble, wherever they lie, and are left as they were', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000 }), fc.nat(7), (whole, start) => {
      const bytes = whole.subarray(start)
      const before = bytes.slice()
      expect(hashKeccak(bytes)).toEqual(keccak_256(bytes))
      expect(bytes).toEqual(before)
    }),
    { numRuns: 500 },
  )
})

test('a hash is not changed by the next one', () => {
  const first = hashKeccak(Uint8Array.of(1))
  const copy = first.slice()
  hashKeccak(Uint8Array.of(2))
  expect(first).toEqual(copy)
})
