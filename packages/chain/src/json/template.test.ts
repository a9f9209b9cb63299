import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { receipt as anyReceipt, transaction as anyTransaction } from '../../test/arbitrary.ts'
import { filled, receipts, seal, sender, transactions, withdrawals } from '../../test/sample.ts'
import {
  blockToJson,
  ChainError,
  decodeHeader,
  decodeReceipt,
  decodeTransaction,
  encodeReceipt,
  encodeTransaction,
  hashHeader,
  hashTransaction,
  toHex,
  transactionToJson,
  createJsonWriter,
  type JsonWriter,
  writeBlock,
  writeReceipt,
  writeTransaction,
} from '../index.ts'
import { concatBytes } from '../internal.ts'

const raw = seal()
const header = decodeHeader(raw.header)
const parts = {
  header: raw.header,
  hash: hashHeader(raw.header),
  size: 4321,
  uncles: [filled(1), filled(2)],
  withdrawals: raw.withdrawals,
}
const block = {
  hash: parts.hash,
  number: header.number,
  timestamp: header.timestamp,
  baseFeePerGas: header.baseFeePerGas,
  blobGasPrice: 3n,
}
const context = { hash: filled(7), from: sender, index: 3, block }
const bodies = raw.transactions.map((bytes) => ({ bytes, hash: hashTransaction(bytes), from: sender }))

const writer = createJsonWriter()
function write(put: (writer: JsonWriter) => void): string {
  writer.at = 0
  put(writer)
  return Buffer.from(writer.bytes.subarray(0, writer.at)).toString()
}
const facts = { ...parts, header, withdrawals }

test('S10 a block is written with its transactions as hashes, or whole, each as it is alone', () => {
  const objects = bodies.map((one, index) =>
    transactionToJson(transactions[index]!, { hash: one.hash, from: sender, index, block }),
  )
  expect(write((to) => writeBlock(to, parts, bodies))).toBe(JSON.stringify(blockToJson(facts, objects)))
  const hashes = bodies.map(({ hash }) => toHex(hash))
  const column = concatBytes(bodies.map(({ hash }) => hash))
  expect(write((to) => writeBlock(to, parts, column))).toBe(JSON.stringify(blockToJson(facts, hashes)))
  for (const none of [new Uint8Array(), []])
    expect(write((to) => writeBlock(to, parts, none))).toBe(JSON.stringify(blockToJson(facts, [])))
})

test('the second block of a writer has nothing of the first', () => {
  const other = { ...parts, hash: filled(0xee) }
  const alone = write((to) => writeBlock(to, other, bodies))
  const both = write((to) => {
    writeBlock(to, parts, bodies)
    writeBlock(to, other, bodies)
  })
  expect(both.slice(-alone.length)).toBe(alone)
  expect(alone).not.toContain(toHex(parts.hash))
})

/** Bytes with a part written over, left out or put in. */
const damaged = (whole: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(whole, fc.nat(), fc.uint8Array({ maxLength: 3 }), fc.nat(3))
    .map(([bytes, at, part, gone]) =>
      concatBytes([bytes.subarray(0, at % bytes.length), part, bytes.subarray((at % bytes.length) + gone)]),
    )

const isDone = (run: () => unknown): boolean => {
  try {
    run()
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(ChainError)
    return false
  }
}

test('what is not a transaction is refused, and nothing else', () => {
  fc.assert(
    fc.property(damaged(anyTransaction.map((transaction) => encodeTransaction(transaction))), (bytes) => {
      expect(isDone(() => write((to) => writeTransaction(to, bytes, context)))).toBe(
        isDone(() => decodeTransaction(bytes)),
      )
    }),
    { numRuns: 1000 },
  )
})

test('what is not a receipt is refused, and nothing else', () => {
  const transaction = encodeTransaction(transactions[5]!)
  const rest = { ...context, transaction, gasUsed: 21000n, firstLogIndex: 9 }
  fc.assert(
    fc.property(damaged(anyReceipt.map((receipt) => encodeReceipt(receipt))), (bytes) => {
      expect(isDone(() => write((to) => writeReceipt(to, bytes, rest)))).toBe(
        isDone(() => decodeReceipt(bytes)),
      )
    }),
    { numRuns: 1000 },
  )
})

test('what is not a header is refused, and nothing else', () => {
  fc.assert(
    fc.property(damaged(fc.constant(raw.header)), (bytes) => {
      expect(isDone(() => write((to) => writeBlock(to, { ...parts, header: bytes }, [])))).toBe(
        isDone(() => decodeHeader(bytes)),
      )
    }),
    { numRuns: 1000 },
  )
})

test('a receipt is not written beside bytes that cannot be its transaction', () => {
  const rest = { ...context, gasUsed: 21000n, firstLogIndex: 9 }
  const receipt = encodeReceipt(receipts[0]!)
  const whole = encodeTransaction(transactions[0]!)
  for (const transaction of [whole.subarray(1), whole.subarray(0, -1), Uint8Array.of(5), new Uint8Array()])
    expect(() => write((to) => writeReceipt(to, receipt, { ...rest, transaction }))).toThrow(ChainError)
})
