import { decodeReceipt, encodeReceipt, fromHex, keccak256, logsBloom } from '@lectern/chain'
import { encodeList, encodeRlp, listItems } from '@lectern/chain/internal'
import { readRecords } from '@lectern/chain/testing'
import { describeCorpus } from '@lectern/fixtures'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { digest } from '../../../test/store-digest.ts'
import { createSynthesizer } from '../../../test/synthetic.ts'
import { useFastEngine } from '../../engine.ts'
import { HistoryError } from '../../error.ts'
import { decodeColdRow, encodeColdRow, type StoredPart } from './cold-row.ts'
import { bytesOfFrames, compressBlock, decompressFrame, sizesOf } from './compression.ts'
import {
  decodeBodies,
  decodeReceipts,
  encodeFrame,
  FRAME,
  type FrameTransaction,
  type Sums,
} from './frames.ts'

await useFastEngine()

const start: Sums = { gasUsed: 0n, logs: 0 }

/** Compresses and reads all transactions of a block. */
function readBack(transactions: readonly FrameTransaction[]) {
  const [first, number, seed] = [1_000, 7, 99]
  const packed = compressBlock(transactions)
  const frames = sizesOf(packed, seed)
  const sealed = encodeColdRow({ number, count: transactions.length, frames }, first, 4_321)
  const row = decodeColdRow(sealed, first)
  const stream = Buffer.concat(bytesOfFrames(packed))
  expect([row.start, row.end]).toEqual([4_321, 4_321 + stream.length])
  return row.frames.flatMap((stored) => {
    const { hashes, bodies: first, receipts, before } = stored
    const count = hashes.length / 32
    const read = (end: StoredPart, size: number) =>
      decompressFrame(
        stream.subarray(hashes.at - row.start, end.at + end.length - row.start),
        stored,
        seed,
        new Uint8Array(size),
      )
    const some = read(first, hashes.size + first.size)
    const all = read(receipts, hashes.size + first.size + receipts.size)
    expect(some).toEqual({ ...all, receipts: new Uint8Array(0) })
    const bodies = decodeBodies(some.bodies, count)
    const { receiptOf, gasUsedOf, firstLogIndexOf } = decodeReceipts(all.receipts, count, before)
    return Array.from({ length: count }, (_, index) => ({
      hash: all.hashes.slice(32 * index, 32 * index + 32),
      from: bodies.senderOf(index),
      bytes: bodies.bytesOf(index),
      receipt: receiptOf(index, bodies.firstByteOf(index)),
      gasUsed: gasUsedOf(index),
      firstLogIndex: firstLogIndexOf(index),
    }))
  })
}

test.each([0, 1, FRAME - 1, FRAME, FRAME + 1, 3 * FRAME])(
  'a block of %d transactions is read as it was written',
  async (count) => {
    const { transactions } = createSynthesizer(3)(null, count)
    expect(readBack(transactions)).toEqual(transactions)
  },
)

test('a receipt that its block does not imply is stored as it is', async () => {
  const { transactions } = createSynthesizer(4)(null, 3)
  const receipt = Uint8Array.from(transactions[1]!.receipt)
  receipt[receipt.indexOf(0xb9) - 1]! ^= 1 // of the cumulative gas, before the bloom
  const odd = transactions.with(1, { ...transactions[1]!, receipt })
  const read = readBack(odd)
  expect(read.map(({ receipt }) => receipt)).toEqual(odd.map(({ receipt }) => receipt))
  expect(read.map(({ gasUsed }) => gasUsed)).toEqual(odd.map(({ gasUsed }) => gasUsed))
})

test('a transaction without a signature, and a receipt with fields after its logs, are read as they were written', () => {
  const { transactions } = createSynthesizer(7)(null, 3)
  const bytes = Uint8Array.of(0x7e, ...encodeRlp([Uint8Array.of(1), new Uint8Array(40)]))
  const { receipt } = transactions[0]!
  const fields = listItems(receipt.subarray(1)) as Uint8Array[]
  const longer = Uint8Array.of(0x7e, ...encodeList([...fields, Uint8Array.of(5), Uint8Array.of(1)]))
  const deposit = { ...transactions[0]!, bytes, receipt: longer }
  const block = [deposit, ...transactions.slice(1)]
  expect(readBack(block)).toEqual(block)
  const { bodies, receipts, noise } = encodeFrame(block, start)
  expect([bodies[0], receipts[0], noise]).toEqual([1, 2, 0])
  const { bodies: slim, receipts: shorter } = encodeFrame(transactions, start)
  expect([slim[0], shorter[0]]).toEqual([0, 0])
})

test('gas of any size is read as it was written', () => {
  const { transactions } = createSynthesizer(5)(null, 4)
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 2n ** 61n }), { minLength: 4, maxLength: 4 }), (gas) => {
      const some = transactions.map(({ hash, from, bytes, receipt }, index) => ({
        hash,
        from,
        bytes,
        receipt,
        gasUsed: gas[index]!,
      }))
      const { receipts } = encodeFrame(some, start)
      const { gasUsedOf } = decodeReceipts(receipts, 4, start)
      expect(gas.map((_, index) => gasUsedOf(index))).toEqual(gas)
    }),
  )
})

test('a receipt of any cumulative gas is stored slim, and read as it was written', () => {
  const { transactions } = createSynthesizer(8)(null, 1)
  const edges = [7n, 8n, 16n, 24n, 32n, 53n, 63n].flatMap((bits) => [2n ** bits - 1n, 2n ** bits])
  for (const cumulativeGasUsed of [0n, ...edges]) {
    const receipt = encodeReceipt({ ...decodeReceipt(transactions[0]!.receipt), cumulativeGasUsed })
    const block = [{ ...transactions[0]!, receipt, gasUsed: cumulativeGasUsed, firstLogIndex: 0 }]
    expect(encodeFrame(block, start).receipts[0]).toBe(0)
    expect(readBack(block)).toEqual(block)
  }
})

test('a receipt of any length is read as it was written', () => {
  const { transactions } = createSynthesizer(9)(null, 1)
  const receipt = decodeReceipt(transactions[0]!.receipt)
  const empty = encodeReceipt({ ...receipt, logs: [] }).length
  for (const edge of [2 ** 16, 2 ** 24])
    for (let length = edge - empty - 40; length < edge - empty + 8; length++) {
      const one = { address: new Uint8Array(20).fill(7), topics: [], data: new Uint8Array(length) }
      const long = encodeReceipt({ ...receipt, logs: [one], logsBloom: logsBloom([one]) })
      const frame = encodeFrame([{ ...transactions[0]!, receipt: long }], start)
      expect(frame.receipts[0]).toBe(0)
      const { receiptOf } = decodeReceipts(frame.receipts, 1, start)
      expect(Buffer.compare(receiptOf(0, long[0]!), long)).toBe(0)
      if (edge > 2 ** 16) length += 15
    }
})

test('a part that is cut or lengthened is damage', () => {
  const { transactions } = createSynthesizer(6)(null, 5)
  const { bodies, receipts } = encodeFrame(transactions, start)
  for (const change of [
    (part: Uint8Array) => part.subarray(0, -1),
    (part: Uint8Array) => Buffer.concat([part, part]),
  ]) {
    expect(() => decodeBodies(change(bodies), 5)).toThrow(HistoryError)
    expect(() => decodeReceipts(change(receipts), 5, start)).toThrow(HistoryError)
  }
  expect(() => decodeBodies(bodies.subarray(0, 3), 5)).toThrow(HistoryError)
  expect(() => decodeReceipts(receipts.subarray(0, 3), 5, start)).toThrow(HistoryError)
})

describeCorpus('blocks', 'real blocks', (folder) => {
  test('are read as they were written, and their receipts are stored slim', { timeout: 60_000 }, async () => {
    let count = 0
    for (const { transactions, receipts, senders } of readRecords(folder, 'mainnet')) {
      if (!transactions || !receipts) continue
      let [gas, firstLogIndex] = [0n, 0]
      const block = transactions.map((bytes, index) => {
        const receipt = receipts[index]!
        const { cumulativeGasUsed, logs } = decodeReceipt(receipt)
        const from = fromHex(senders[index] as `0x${string}`)
        const row = {
          hash: keccak256(bytes),
          from,
          bytes,
          receipt,
          gasUsed: cumulativeGasUsed - gas,
          firstLogIndex,
        }
        gas = cumulativeGasUsed
        firstLogIndex += logs.length
        return row
      })
      expect(digest(readBack(block))).toBe(digest(block))
      for (let at = 0; at < block.length; at += FRAME)
        expect(
          encodeFrame(block.slice(at, at + FRAME), sumsOf(block.slice(0, at))).receipts[0],
          `${receipts.length} ${at} ${count}`,
        ).toBe(0)
      count += block.length
    }
    expect(count).toBeGreaterThan(20_000)
  })
})

const sumsOf = (transactions: readonly FrameTransaction[]): Sums => ({
  gasUsed: transactions.reduce((sum, { gasUsed }) => sum + gasUsed, 0n),
  logs: transactions.reduce((sum, { receipt }) => sum + decodeReceipt(receipt).logs.length, 0),
})
