import { headerFields, knownTypes, toQuantity } from '@lectern/chain/internal'
import { expect, test } from 'vitest'
import { makePaperChain } from './paper-chain.ts'

test('the paper chain has every field of a header and type of transaction, logs, failures, creations, uncles, withdrawals and empty blocks', () => {
  const blocks = makePaperChain()
  const transactions = blocks.flatMap((block) => block.transactions)
  const receipts = blocks.flatMap((block) => block.receipts)
  expect(new Set(transactions.map(({ type }) => type))).toEqual(new Set(knownTypes().map(toQuantity)))
  expect(Object.keys(blocks.at(-1)!.whole)).toEqual(expect.arrayContaining(Object.keys(headerFields)))
  expect(blocks.filter((block) => block.transactions.length === 0)).toHaveLength(2)
  expect(receipts.filter(({ root }) => root !== undefined)).toHaveLength(4)
  expect(receipts.filter(({ status }) => status === '0x0').length).toBeGreaterThan(3)
  expect(receipts.filter(({ contractAddress }) => contractAddress !== null).length).toBeGreaterThan(3)
  expect(
    receipts.filter(({ blobGasPrice }) => BigInt((blobGasPrice as string) ?? 0) > 1n).length,
  ).toBeGreaterThan(3)
  expect(blocks.filter(({ hashes }) => (hashes['uncles'] as string[]).length > 0)).toHaveLength(1)
})
