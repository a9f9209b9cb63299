import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ChainError,
  decodeHeader,
  decodeReceipt,
  decodeTransaction,
  encodeHeader,
  encodeReceipt,
  encodeTransaction,
  headerFromJson,
  parseChainConfig,
  receiptFromJson,
  splitBlock,
  transactionFromJson,
  withdrawalFromJson,
  decodeWithdrawal,
  encodeWithdrawal,
} from '../src/index.ts'
import { seal } from './sample.ts'

const anything = fc.anything({ withBigInt: true, withNullPrototype: true, withDate: true, withMap: true })
const block = seal()

/** Members that real objects have, with anything in them. */
const nearly = fc.record(
  Object.fromEntries(
    [
      'type',
      'nonce',
      'gas',
      'to',
      'v',
      'r',
      's',
      'accessList',
      'status',
      'root',
      'logs',
      'number',
      'parentHash',
      'chainId',
    ].map((name) => [
      name,
      fc.oneof(anything, fc.constantFrom('0x0', '0x1', '0x2', null, `0x${'11'.repeat(32)}`)),
    ]),
  ),
  { requiredKeys: [] },
)

const outcome = (run: () => unknown): string => {
  try {
    run()
    return 'read'
  } catch (error) {
    return error instanceof ChainError && error.message.endsWith('.') ? 'refused' : String(error)
  }
}

test('whatever a node sends as JSON is read, or refused with a sentence', () => {
  const readers = [transactionFromJson, receiptFromJson, headerFromJson, withdrawalFromJson, parseChainConfig]
  fc.assert(
    fc.property(fc.constantFrom(...readers), fc.oneof(anything, nearly), (reader, value) => {
      expect(['read', 'refused']).toContain(outcome(() => reader(value)))
    }),
    { numRuns: 2000 },
  )
})

test('whatever bytes an archive holds are read, or refused with a sentence', () => {
  const readers = [decodeTransaction, decodeReceipt, decodeHeader, decodeWithdrawal, splitBlock]
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .tuple(
        fc.constantFrom(block.header, ...block.transactions, ...block.receipts),
        fc.nat(),
        fc.uint8Array({ maxLength: 4 }),
      )
      .map(([whole, at, part]) => {
        const start = at % whole.length
        return Uint8Array.of(...whole.subarray(0, start), ...part, ...whole.subarray(start + part.length))
      }),
  )
  fc.assert(
    fc.property(fc.constantFrom(...readers), bytes, (reader, value) => {
      expect(['read', 'refused']).toContain(outcome(() => reader(value)))
    }),
    { numRuns: 2000 },
  )
})

test('what is read from the sample is what was written', () => {
  expect(encodeHeader(decodeHeader(block.header))).toEqual(block.header)
  expect(block.transactions.map((bytes) => encodeTransaction(decodeTransaction(bytes)))).toEqual(
    block.transactions,
  )
  expect(block.receipts.map((bytes) => encodeReceipt(decodeReceipt(bytes)))).toEqual(block.receipts)
  expect(block.withdrawals!.map((bytes) => encodeWithdrawal(decodeWithdrawal(bytes)))).toEqual(
    block.withdrawals,
  )
})
