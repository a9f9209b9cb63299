import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeRlp } from '@lectern/chain/internal'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import {
  COLUMN,
  decodeHashes,
  decodeParts,
  decodeBlockRow,
  decodeTransactionRecord,
  encodeHashes,
  encodeParts,
  encodeBlockRow,
  encodeTransactionRecord,
  type BlockRow,
} from './records.ts'
import type { BlockParts, TransactionRecord } from '../results/reader.ts'
import { append, read } from '../embedded/lmdb-internals.ts'
import { openTables } from '../embedded/tables.ts'
import { SEAL } from './seal.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const some = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.nat(300).map((length) => new Uint8Array(length)),
)
const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const uint32 = fc.nat(2 ** 32 - 1)
const uint48 = fc.nat(2 ** 48 - 1)
const optional = fc.option(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), { nil: undefined })

const transaction: fc.Arbitrary<TransactionRecord> = fc.record({
  hash: bytes(32),
  from: bytes(20),
  number: uint48,
  index: uint32,
  firstLogIndex: uint32,
  gasUsed: uint64,
  bytes: some,
  receipt: some,
})

const block: fc.Arbitrary<BlockRow & BlockParts> = fc.record({
  hash: bytes(32),
  first: uint48,
  count: uint32,
  timestamp: uint64,
  baseFeePerGas: optional,
  blobGasPrice: optional,
  size: uint32,
  header: some,
  uncles: fc.array(some, { maxLength: 2 }),
  withdrawals: fc.option(fc.array(some, { maxLength: 3 }), { nil: undefined }),
})

test('a transaction is read as it was written', () => {
  fc.assert(
    fc.property(transaction, (transaction) => {
      const record = encodeTransactionRecord(transaction, 7)
      expect(decodeTransactionRecord(record, 7)).toEqual(transaction)
      const { receipt: _, ...rest } = transaction
      expect(decodeTransactionRecord(record, 7, false)).toMatchObject(rest)
    }),
  )
})

test('a block is read as it was written, what is absent as absent and zero as zero', () => {
  fc.assert(
    fc.property(block, (block) => {
      const { header, uncles, withdrawals, ...row } = block
      expect(decodeBlockRow(encodeBlockRow(row, 7), 7)).toEqual(row)
      const parts = { header, uncles, withdrawals }
      expect(decodeParts(encodeParts(parts, 7), 7)).toEqual(parts)
      expect(decodeRlp(encodeParts(parts, 7).subarray(0, -SEAL))).toHaveLength(3) // no room for claims
      for (const more of [{ claims: header }, { outside: header }, { claims: header, outside: header }]) {
        const read = { ...parts, ...more, ...('outside' in more && { outside: true }) }
        expect(decodeParts(encodeParts({ ...parts, ...more }, 7), 7)).toEqual(read)
      }
    }),
  )
})

test("a block's hashes are read as they were written, however many", () => {
  fc.assert(
    fc.property(fc.array(bytes(32), { maxLength: 200 }), (hashes) => {
      expect(
        Buffer.concat(
          encodeHashes(hashes, 7).map((column, index) => decodeHashes(column, 7 + COLUMN * index)),
        ),
      ).toEqual(Buffer.concat(hashes))
    }),
  )
})

test('any flipped bit of a record is found', () => {
  fc.assert(
    fc.property(transaction, fc.nat(), (transaction, at) => {
      const record = Uint8Array.from(encodeTransactionRecord(transaction, 7))
      const bit = at % (8 * record.length)
      record[bit >> 3]! ^= 1 << (bit & 7)
      expect(() => decodeTransactionRecord(record, 7)).toThrow(
        'The store is damaged: a transaction is not what was written. Import the chain again.',
      )
    }),
  )
})

test('transactions from nothing to 20 megabytes are read from the disk as they were written', async () => {
  const datadir = await mkdtemp(join(tmpdir(), 'lectern-'))
  const tables = openTables(datadir, { readOnly: false })
  onTestFinished(async () => {
    await tables.root.close()
    await rm(datadir, { recursive: true })
  })
  const stored = [0, 10, 2_000, 4_000, 30_000, 33_000, 70_000, 1_000_000, 20_000_000].map(
    (length, index) => ({
      hash: new Uint8Array(32).fill(index),
      from: new Uint8Array(20).fill(1),
      number: 1,
      index,
      firstLogIndex: 0,
      gasUsed: 1n,
      bytes: new Uint8Array(length).map((_, at) => (at * at) >> 3),
      receipt: new Uint8Array(length / 10),
    }),
  )
  tables.root.transactionSync(() => {
    for (const [position, transaction] of stored.entries())
      append(tables.records, position, encodeTransactionRecord(transaction, position))
  })
  for (const [position, { bytes, receipt, index }] of [...stored.entries(), ...stored.entries()]) {
    const found = decodeTransactionRecord(read(tables.records, position)!, position)
    expect(found.index).toBe(index)
    expect(Buffer.compare(found.bytes, bytes)).toBe(0)
    expect(Buffer.compare(found.receipt, receipt)).toBe(0)
  }
})
