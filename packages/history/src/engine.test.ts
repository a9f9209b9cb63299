import { toHex, useEngine } from '@lectern/chain'
import { fromBigInt, noble } from '@lectern/chain/internal'
import * as fc from 'fast-check'
import { needs } from '@lectern/fixtures/needs'
import { afterEach, expect, test } from 'vitest'
import { findNative, useFastEngine } from './engine.ts'

const native = findNative()
const [fast, wasm] = [await useFastEngine(native), await useFastEngine(null)]
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const prime = 2n ** 256n - 2n ** 32n - 977n
/** The point G, whose discrete logarithm is 1: the key of s × G = hash × G is the point at infinity. */
const generatorX = 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n

afterEach(() => useEngine(noble))

/** Returns the address that an engine finds, or that there is none. */
function find({ recover }: typeof noble, ...[hash, r, s, yParity]: Parameters<typeof recover>): string {
  try {
    return toHex(recover(hash, r, s, yParity))
  } catch {
    return 'none'
  }
}

test('where its binary is, the native engine is chosen; elsewhere WebAssembly is', async () => {
  expect(fast.name).toBe(native ? 'ox/wasm, secp256k1' : 'ox/wasm')
  expect(wasm.name).toBe('ox/wasm')
  const missing = findNative(() => {
    throw new Error('No native build was found')
  })
  expect(missing).toBeNull()
  expect(await useFastEngine(missing)).toHaveProperty('name', 'ox/wasm')
})

test(
  'Linux on x64 has a native engine',
  needs('Linux on x64', process.platform === 'linux' && process.arch === 'x64'),
  () => {
    expect(native).not.toBeNull()
  },
)

const hash = Uint8Array.from({ length: 32 }, (_, index) => 7 * index + 1)

// Each pair of numbers is one that some library takes for another, or for none.
const edges: readonly (readonly [what: string, hash: Uint8Array, r: bigint, s: bigint])[] = [
  ['s is 1', hash, generatorX, 1n],
  ['s is half the order', hash, generatorX, order / 2n],
  ['s is high by one', hash, generatorX, order / 2n + 1n],
  ['s is the highest', hash, generatorX, order - 1n],
  ['s is the order', hash, generatorX, order],
  ['s is above the order', hash, generatorX, order + 1n],
  ['s is the highest number of 32 bytes', hash, generatorX, 2n ** 256n - 1n],
  ['s is 0', hash, generatorX, 0n],
  ['r is 0', hash, 0n, 1n],
  ['r is 1, which is a point', hash, 1n, 1n],
  ['r is 5, which is none', hash, 5n, 1n],
  ['r is the highest below the order', hash, order - 1n, 1n],
  ['r is the order', hash, order, 1n],
  ['r is between the order and the prime of the field', hash, order + 2n, 1n],
  ['r is the prime of the field', hash, prime, 1n],
  ['the hash is 0', new Uint8Array(32), generatorX, 1n],
  ['the hash is the order, which counts as 0', fromBigInt(order, 32), generatorX, 1n],
  ['the hash is above the order', new Uint8Array(32).fill(255), generatorX, 1n],
  ['the key is the point at infinity', fromBigInt(1n, 32), generatorX, 1n],
  ['the key is the point at infinity, s high', fromBigInt(order - 1n, 32), generatorX, order - 1n],
]

test.each(edges)('where %s, all engines find the same', (_, hash, r, s) => {
  for (const yParity of [0, 1]) {
    const expected = find(noble, hash, r, s, yParity)
    expect(find(fast, hash, r, s, yParity)).toBe(expected)
    expect(find(wasm, hash, r, s, yParity)).toBe(expected)
  }
})

test('the point at infinity is no key, its neighbour is one', () => {
  const one = fromBigInt(1n, 32)
  const found = [0, 1].map((yParity) => find(fast, one, generatorX, 1n, yParity))
  expect(found.filter((address) => address === 'none')).toHaveLength(1)
})

test('all engines find the same of any hash and signature', () => {
  const scalar = fc.oneof(
    fc.bigInt({ min: 0n, max: order }),
    fc.bigInt({ min: 0n, max: 20n }),
    fc.bigInt({ min: order - 20n, max: order + 20n }),
  )
  const outcomes = { found: 0, none: 0 }
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      scalar,
      scalar,
      fc.constantFrom(0, 1),
      (hash, r, s, yParity) => {
        const expected = find(wasm, hash, r, s, yParity)
        expect(find(fast, hash, r, s, yParity)).toBe(expected)
        outcomes[expected === 'none' ? 'none' : 'found']++
      },
    ),
    { numRuns: 2_000 },
  )
  expect(Math.min(outcomes.found, outcomes.none)).toBeGreaterThan(200)
})

test('a public key is the one behind the address, or an error', () => {
  const signature = new Uint8Array(65)
  signature.set(fromBigInt(generatorX, 32), 1)
  signature.set(fromBigInt(2n, 32), 33)
  expect(toHex(fast.recoverPublicKey(signature, hash))).toBe(toHex(wasm.recoverPublicKey(signature, hash)))
  expect(fast.recoverPublicKey(signature, hash)).toHaveLength(65)
  expect(() => fast.recoverPublicKey(signature.fill(0, 33), hash)).toThrow()
})
