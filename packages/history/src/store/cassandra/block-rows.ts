import type { VerifiedBlock } from '@lectern/chain'
import type { PackedFrame } from '../interface.ts'
import { encodeBlockRow, encodeParts, encodeReceipt, encodeTransactionRecord } from '../records/records.ts'
import { sealAll, sealOf } from '../records/seal.ts'
import { cutValue, HASHES, PART, PARTS, ROW, sealKey } from './cells.ts'
import { encodeFrames, type FrameCells } from './cold-rows.ts'
import type { Connection, Statement } from './connection.ts'
import { hashesOf } from '../cold/compression.ts'

/** Encodes `canon`: the hash of the chain's block, and the stamp of the commit that made it so. */
export function encodeCanon(hash: Uint8Array, stamp: bigint): Buffer {
  const canon = Buffer.alloc(40)
  canon.set(hash)
  canon.writeBigUInt64BE(stamp, 32)
  return canon
}

/** A value of a block before it is cut into cells, and the key that it is sealed to. */
export interface BlockValue {
  readonly idx: number
  readonly table: 'blocks' | 'headers' | 'hashes' | 'records'
  readonly key: number
  readonly body: Uint8Array
  readonly receipt?: Uint8Array
}

type BlockName = Pick<VerifiedBlock, 'number' | 'hash'>
type Cells = Pick<BlockValue, 'idx' | 'body' | 'receipt'>

/** Encodes a block's hashes, row and parts, which lead to its other values. They depend on the block alone, so `first` is 0. */
export function encodeHead(
  block: VerifiedBlock,
  hashes: readonly Uint8Array[] = hashesOf(block),
): readonly BlockValue[] {
  const { hash, header, raw, size, blobGasPrice } = block
  const { timestamp, baseFeePerGas } = header
  const number = Number(block.number)
  const row = { hash, first: 0, count: hashes.length, timestamp, baseFeePerGas, blobGasPrice, size }
  return [
    { idx: HASHES, table: 'hashes', key: number, body: sealAll(hashes, sealOf('hashes', number)) },
    { idx: ROW, table: 'blocks', key: number, body: encodeBlockRow(row, number) },
    { idx: PARTS, table: 'headers', key: number, body: encodeParts(raw, number) },
  ]
}

export function* encodeTransactions(block: VerifiedBlock): Generator<Required<BlockValue>> {
  const number = Number(block.number)
  for (const [idx, transaction] of block.transactions.entries()) {
    const key = sealKey(number, idx)
    const body = encodeTransactionRecord({ ...transaction, number, index: idx, receipt: NONE }, key).slice()
    yield { idx, table: 'records', key, body, receipt: encodeReceipt(transaction.receipt, key) }
  }
}

/** Creates statements that write and remove the rows of blocks. A list of them is of one partition, or short. */
export function createBlockStatements({ keyspace }: Pick<Connection, 'keyspace'>) {
  const [blocks, hashes] = [`${keyspace}.blocks`, `${keyspace}.hashes`]
  const insertCell = `INSERT INTO ${blocks} (number, idx, block, part, body, receipt) VALUES (?, ?, ?, ?, ?, ?) USING TIMESTAMP ?`
  const insertHash = `INSERT INTO ${hashes} (hash, block, number, idx) VALUES (?, ?, ?, ?) USING TIMESTAMP ?`

  const cells = ({ number, hash }: BlockName, { idx, body, receipt }: Cells, stamp: bigint) =>
    cutValue(body, receipt).map(([body, receipt], part) =>
      statement(insertCell, number, idx, hash, part, body, receipt, stamp),
    )
  function* inBatches(block: BlockName, values: Iterable<Required<Cells>>, stamp: bigint) {
    let batch: Statement[] = []
    let bytes = 0
    for (const value of values)
      for (const cell of cells(block, value, stamp)) {
        batch.push(cell)
        bytes += Math.min(value.body.length + value.receipt.length, 2 * PART)
        if (batch.length < BATCH && bytes < BATCH_BYTES) continue
        yield batch
        ;[batch, bytes] = [[], 0]
      }
    if (batch.length > 0) yield batch
  }
  const hashRow = (hash: Uint8Array, { hash: block, number }: VerifiedBlock, idx: number, stamp: bigint) =>
    statement(insertHash, hash, block, number, idx, stamp)
  const setCanon = (number: number | bigint, canon: Uint8Array, stamp: bigint): Statement =>
    statement(
      `UPDATE ${blocks} USING TIMESTAMP ? SET canon = ? WHERE number = ?`,
      stamp,
      canon,
      BigInt(number),
    )

  return {
    setCanon: (number: number | bigint, canon: Uint8Array, stamp: bigint): Statement =>
      setCanon(number, canon, stamp),
    /** The rows that lead to a block's other rows: write them first. */
    first: (block: VerifiedBlock, stamp: bigint, frames?: readonly PackedFrame[]): Statement[] => [
      ...encodeHead(block, hashesOf(block, frames)).flatMap((value) => cells(block, value, stamp)),
      setCanon(block.number, encodeCanon(block.hash, stamp), stamp),
    ],
    /** The rows of its transactions, or of its frames if there are some, and of the index. */
    *rest(
      block: VerifiedBlock,
      frames: readonly PackedFrame[] | undefined,
      stamp: bigint,
    ): Generator<Statement[]> {
      const { hash } = block
      const values = frames ? encodeFrames(Number(block.number), frames) : encodeTransactions(block)
      yield* inBatches(block, values, stamp)
      const all = [hashRow(hash, block, ROW, stamp)]
      for (const [index, hash] of hashesOf(block, frames).entries())
        all.push(hashRow(hash, block, index, stamp))
      for (let at = 0; at < all.length; at += PARTITIONS) yield all.slice(at, at + PARTITIONS)
    },
    frames: (block: BlockName, frames: readonly FrameCells[], stamp: bigint): Generator<Statement[]> =>
      inBatches(block, frames, stamp),
    /** Removes the rows of a height's transactions: with one tombstone, of whichever block they are. */
    removeTransactions: (number: number, stamp: bigint): Statement =>
      remove(`FROM ${blocks}`, 'number = ? AND idx >= 0', stamp, BigInt(number)),
    removeCanon: (number: number, stamp: bigint): Statement =>
      remove(`canon FROM ${blocks}`, 'number = ?', stamp, BigInt(number)),
    removeRow: (number: number, idx: number, block: Uint8Array, stamp: bigint): Statement =>
      remove(`FROM ${blocks}`, 'number = ? AND idx = ? AND block = ?', stamp, BigInt(number), idx, block),
    removeHash: (hash: Uint8Array, block: Uint8Array, stamp: bigint): Statement =>
      remove(`FROM ${hashes}`, 'hash = ? AND block = ?', stamp, hash, block),
  }
}

const statement = (query: string, ...params: readonly unknown[]): Statement => ({ query, params })

const remove = (from: string, where: string, ...params: readonly unknown[]): Statement =>
  statement(`DELETE ${from} USING TIMESTAMP ? WHERE ${where}`, ...params)

const NONE = new Uint8Array(0)
const BATCH = 30
const BATCH_BYTES = 2 ** 19
const PARTITIONS = 10 // batches over more partitions than this make Cassandra warn
