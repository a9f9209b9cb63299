import { expect, test } from 'vitest'
import type { VerifiedTransaction } from '../verify/verify.ts'
import { transactionFields } from '../family/ethereum.ts'

/** Of types 3 and 4 what each adds, under a number that no other is next to. */
const fields = { ...transactionFields[3], ...transactionFields[4] }
Object.assign(transactionFields, { 0x3f: fields })

// Modules compute their values from the rows once, when they load.
const {
  decodeTransaction,
  encodeTransaction,
  receiptToJson,
  transactionFromJson,
  transactionToJson,
  verify,
} = await import('../index.ts')
const { transactions, parent, config, receiptOf, seal, sign } = await import('../../test/sample.ts')

test('a made-up type is a row: it has bytes, JSON that is read back, a sender, and a place in a block', () => {
  const [, , , , , blobs, code] = transactions
  const made = sign({ ...blobs!, ...code!, type: 0x3f as never })
  const bytes = encodeTransaction(made)
  expect(bytes[0]).toBe(0x3f)
  expect(decodeTransaction(bytes)).toEqual(made)

  const block = verify(seal({ transactions: [made], receipts: [receiptOf(0x3f as never, 0)] }), {
    config,
    parent,
  })
  const [{ hash, from }] = block.transactions as unknown as [VerifiedTransaction]
  const json = transactionToJson(made, { hash, from, index: 0, block: { ...block.header, hash: block.hash } })
  expect(json).toMatchObject({ type: '0x3f', blobVersionedHashes: [expect.any(String), expect.any(String)] })
  expect(json).toMatchObject({ maxFeePerBlobGas: expect.any(String), authorizationList: expect.any(Array) })
  expect(transactionFromJson(json)).toEqual(made)

  const context = { ...block.transactions[0]!, index: 0, transaction: made }
  const around = { ...block.header, hash: block.hash, blobGasPrice: 5n }
  const receipt = receiptToJson(receiptOf(0x3f as never, 0), { ...context, block: around })
  expect(receipt).toMatchObject({ type: '0x3f', blobGasUsed: '0x40000', blobGasPrice: '0x5' })
  expect(receipt.effectiveGasPrice).toBe(json.gasPrice)
})
