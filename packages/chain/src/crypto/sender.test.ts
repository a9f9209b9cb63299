import * as fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { filled, key, sender, sign, transactions } from '../../test/sample.ts'
import {
  ChainError,
  type Engine,
  keccak256,
  type LegacyTransaction,
  recoverSender,
  toHex,
  useEngine,
} from '../index.ts'
import { noble, transactionChainId } from '../internal.ts'
import { loadWasmEngine } from './wasm.ts'

const wasm = await loadWasmEngine()
const engines: readonly Engine[] = [noble, wasm]
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const legacy = transactions[0] as LegacyTransaction

afterEach(() => useEngine(noble))

describe.each(engines)('with $name', (engine) => {
  test('the sender of each transaction is found', () => {
    useEngine(engine)
    expect(key).toHaveLength(32)
    for (const transaction of transactions) expect(toHex(recoverSender(transaction))).toBe(toHex(sender))
  })

  test('a high s has the same sender, as in blocks before Homestead', () => {
    useEngine(engine)
    for (const transaction of transactions) {
      const s = order - transaction.s
      const flipped =
        transaction.type === 0
          ? { ...transaction, s, v: transaction.v + (transaction.v % 2n === 1n ? 1n : -1n) }
          : { ...transaction, s, yParity: transaction.yParity === 0 ? (1 as const) : (0 as const) }
      expect(toHex(recoverSender(flipped))).toBe(toHex(sender))
    }
  })

  test.each<[string, Partial<LegacyTransaction>, string]>([
    ['r is 0', { r: 0n }, 'sender: r 0x0 and s 0x'],
    ['s is 0', { s: 0n }, 'and s 0x0 must lie between 0 and the curve'],
    ["r is the curve's order", { r: order }, 'sender: r 0xffff'],
    ["s is the curve's order", { s: order }, 'must lie between 0 and'],
    ['r is no point of the curve', { r: 5n }, 'sender: no key can have made the signature of r 0x5, s 0x'],
    ['v is 0', { v: 0n }, 'sender: v must be 27, 28 or at least 35, not 0.'],
    ['v is 29', { v: 29n }, 'sender: v must be 27, 28 or at least 35, not 29.'],
    ['v is 34', { v: 34n }, 'sender: v must be 27, 28 or at least 35, not 34.'],
  ])('there is no sender where %s', (_, change, message) => {
    useEngine(engine)
    const recover = (): Uint8Array => recoverSender({ ...legacy, ...change })
    expect(recover).toThrow(ChainError)
    expect(recover).toThrow(message)
  })
})

test('both engines hash alike', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
      expect(toHex(wasm.keccak256(bytes))).toBe(toHex(noble.keccak256(bytes)))
    }),
  )
  for (const length of [0, 135, 136, 137, 271, 272, 273, 100_000])
    expect(toHex(wasm.keccak256(filled(7, length)))).toBe(toHex(noble.keccak256(filled(7, length))))
  expect(toHex(keccak256(new Uint8Array()))).toBe(
    '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
  )
})

test('both engines find the same address, or none', () => {
  const scalar = fc.oneof(
    fc.bigInt({ min: 1n, max: order - 1n }),
    fc.bigInt({ min: 1n, max: 20n }),
    fc.bigInt({ min: order - 20n, max: order - 1n }),
  )
  const outcomes = { found: 0, none: 0 }
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      scalar,
      scalar,
      fc.constantFrom(0, 1),
      (hash, r, s, yParity) => {
        const [ours, theirs] = engines.map(({ recover }) => {
          try {
            return toHex(recover(hash, r, s, yParity))
          } catch {
            return 'none'
          }
        })
        expect(theirs).toBe(ours)
        outcomes[ours === 'none' ? 'none' : 'found']++
      },
    ),
    { numRuns: 150 },
  )
  expect(Math.min(outcomes.found, outcomes.none)).toBeGreaterThan(20)
})

test('the engine that is set is the one that is used', () => {
  const calls: string[] = []
  useEngine({
    ...noble,
    recover: (...values) => (calls.push('recover'), noble.recover(...values)),
    keccak256: (bytes) => (calls.push('keccak256'), noble.keccak256(bytes)),
  })
  recoverSender(legacy)
  expect(calls).toEqual(['keccak256', 'recover'])
})

describe('the chain of a transaction', () => {
  test('is in each typed one', () => {
    for (const transaction of transactions.slice(2)) expect(transactionChainId(transaction)).toBe(1n)
  })

  test.each([
    [27n, undefined],
    [28n, undefined],
    [35n, 0n],
    [36n, 0n],
    [37n, 1n],
    [38n, 1n],
    [2n ** 64n + 35n, 2n ** 63n],
  ])('of v %s is %s', (v, chainId) => {
    expect(transactionChainId({ ...legacy, v })).toBe(chainId)
  })

  test('is part of what is signed', () => {
    expect(toHex(recoverSender(sign({ ...legacy, v: 2n * 61n + 35n })))).toBe(toHex(sender))
    expect(toHex(recoverSender({ ...legacy, v: legacy.v + 2n }))).not.toBe(toHex(sender))
  })
})
