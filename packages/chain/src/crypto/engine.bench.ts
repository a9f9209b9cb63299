import { createMPT } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { expect, test } from 'vitest'
import { config, parent, receiptOf, seal, transactions } from '../../test/sample.ts'
import { orderedTrieRoot, useEngine, verify } from '../index.ts'
import { noble, signingHash } from '../internal.ts'
import { loadWasmEngine } from './wasm.ts'

const wasm = await loadWasmEngine()
const time = { time: 300 }

/** Runs a second at its best: what neighbours on the machine take does not count. */
const rate = (result: { latency: { min: number } }): number => 1000 / result.latency.min

const lengths: readonly (readonly [bytes: number, times: number])[] = [
  [32, 3],
  [532, 4],
  [16384, 4],
]

test.for(lengths)(
  'wasm hashes %i bytes at least %i times as fast as noble',
  async ([size, times], { bench }) => {
    const bytes = new Uint8Array(size).fill(7)
    const result = await bench.compare(
      bench('wasm', () => void wasm.keccak256(bytes)),
      bench('noble', () => void noble.keccak256(bytes)),
      time,
    )
    expect(rate(result.get('wasm')) / rate(result.get('noble'))).toBeGreaterThan(times)
  },
)

test('wasm finds a sender at least eight times as fast as noble', async ({ bench }) => {
  const { r, s } = transactions[4]!
  const hash = signingHash(transactions[4]!)
  const result = await bench.compare(
    bench('wasm', () => void wasm.recover(hash, r, s, 0)),
    bench('noble', () => void noble.recover(hash, r, s, 0)),
    time,
  )
  expect(rate(result.get('wasm')) / rate(result.get('noble'))).toBeGreaterThan(8)
})

const many = Array.from({ length: 200 }, (_, index) => transactions[index % transactions.length]!)
const raw = seal({ transactions: many, receipts: many.map(({ type }, index) => receiptOf(type, index)) })

test('a root of 200 transactions takes less than a fifth of the time of inserting them into @ethereumjs/mpt', async ({
  bench,
}) => {
  useEngine(noble)
  const result = await bench.compare(
    bench('ranges', () => void orderedTrieRoot(raw.transactions)),
    bench('inserts', async () => {
      const trie = await createMPT()
      for (const [index, bytes] of raw.transactions.entries()) await trie.put(RLP.encode(index), bytes)
      trie.root()
    }),
    time,
  )
  expect(rate(result.get('ranges')) / rate(result.get('inserts'))).toBeGreaterThan(5)
})

test('a block is proved at 70 % or more of the speed at which its senders alone are found', async ({
  bench,
}) => {
  useEngine(wasm)
  const signed = many.map((transaction) => ({
    r: transaction.r,
    s: transaction.s,
    hash: signingHash(transaction),
  }))
  const result = await bench.compare(
    bench('verify', () => void verify(raw, { config, parent })),
    bench('recover', () => {
      for (const { hash, r, s } of signed) wasm.recover(hash, r, s, 0)
    }),
    { time: 1000 },
  )
  expect(rate(result.get('verify')) / rate(result.get('recover'))).toBeGreaterThan(0.7)
})
