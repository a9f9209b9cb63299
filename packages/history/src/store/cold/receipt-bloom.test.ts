import { logsBloom } from '@lectern/chain'
import { concatBytes, encodeRlp } from '@lectern/chain/internal'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeBloom } from './receipt-bloom.ts'

/** Writes the bloom of the bytes after its own. */
function bloomOf(logs: Uint8Array): Uint8Array {
  const receipt = concatBytes([new Uint8Array(256), logs])
  writeBloom(receipt, 0, 256)
  expect(Buffer.compare(receipt.subarray(256), logs)).toBe(0)
  return receipt.subarray(0, 256)
}

/** Values that differ in one word, most of them not in those that choose where a value is kept. */
const few = (length: number) =>
  fc.nat(31).map((value) => new Uint8Array(length).fill(value & 3, value & 28, (value & 28) + 4))
const bytesOf = (length: number) =>
  fc.oneof(few(length), fc.uint8Array({ minLength: length, maxLength: length }))
const logs = fc.array(
  fc.record({
    address: bytesOf(20),
    topics: fc.array(bytesOf(32), { maxLength: 4 }),
    data: fc.uint8Array({ maxLength: 300 }),
  }),
  { maxLength: 30 },
)

test('the bloom is that of the logs, whether their values were hashed earlier or not', () => {
  fc.assert(
    fc.property(logs, fc.uint8Array({ maxLength: 20 }), (logs, more) => {
      const rlp = encodeRlp(logs.map(({ address, topics, data }) => [address, topics, data]))
      expect(Buffer.compare(bloomOf(concatBytes([rlp, more])), logsBloom(logs))).toBe(0)
    }),
    { numRuns: 300 },
  )
})

test('bytes that are no logs give some bloom, and change nothing else', () => {
  fc.assert(fc.property(fc.uint8Array({ minLength: 1, maxLength: 400 }), (bytes) => void bloomOf(bytes)))
  fc.assert(
    fc.property(logs, fc.nat(), fc.nat(255), (logs, at, byte) => {
      const rlp = encodeRlp(logs.map(({ address, topics, data }) => [address, topics, data]))
      bloomOf(rlp.with(at % rlp.length, byte))
    }),
    { numRuns: 300 },
  )
})
