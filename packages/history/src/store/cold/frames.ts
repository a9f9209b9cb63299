import { concatBytes } from '@lectern/chain/internal'
import { damaged, HistoryError } from '../../error.ts'
import { type Allocate, allocate } from '../records/records.ts'
import type { TransactionRecord } from '../results/reader.ts'
import {
  envelopeLength,
  joinEnvelope,
  listLength,
  SIGNATURE,
  signatureLength,
  splitEnvelope,
} from './envelopes.ts'
import { isImplied, joinReceipt, outcomeLength, splitReceipt } from './slim-receipts.ts'
import { pushVarint, readBigVarint, readVarint, type VarintCursor } from './varints.ts'

// A cold block lies in frames of adjacent transactions, each frame in two parts: bodies and receipts. A part begins with a byte for its kind, so
// that it never begins like a trained dictionary when it is one for another part. Columns of varints follow, one number per transaction. Lengths are
// among them only where the bytes do not say them.

/** The most transactions in a frame: what a look-up decompresses. A batch about a hundred takes four frames. */
export const FRAME = 25

/** The members of a transaction that a frame stores. */
export type FrameTransaction = Pick<TransactionRecord, 'hash' | 'from' | 'bytes' | 'receipt' | 'gasUsed'>

/** Sums over the transactions of a block up to one. */
export interface Sums {
  readonly gasUsed: bigint
  readonly logs: number
}

/** The parts of a frame before compression, and its sums. */
export interface FrameParts extends Sums {
  readonly bodies: Uint8Array
  /** The first bytes of bodies, which do not compress. */
  readonly noise: number
  readonly receipts: Uint8Array
  /** They do not compress. */
  readonly hashes: Uint8Array
}

/** Encodes the transactions of a block, frame by frame. */
export function* encodeBlockFrames(transactions: readonly FrameTransaction[]): Generator<FrameParts, void> {
  let before: Sums = { gasUsed: 0n, logs: 0 }
  for (let from = 0; from < transactions.length; from += FRAME) {
    const parts = encodeFrame(transactions.slice(from, from + FRAME), before)
    before = { gasUsed: before.gasUsed + parts.gasUsed, logs: before.logs + parts.logs }
    yield parts
  }
}

/** Encodes the transactions of a frame, after those with the sums `before`. */
export function encodeFrame(transactions: readonly FrameTransaction[], before: Sums): FrameParts {
  const rows = transactions.map(({ receipt }) => splitReceipt(receipt))
  const logs = rows.reduce((sum, { logs }) => sum + logs, 0)
  const gasUsed = transactions.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)
  let gas = before.gasUsed
  const isSlim = transactions.every((one, index) => isImplied(one, rows[index]!, (gas += one.gasUsed)))
  const kind = isSlim ? (rows.some(({ hasMore }) => hasMore) ? LONG : SLIM) : WHOLE
  const payloads = isSlim
    ? rows.flatMap(({ outcome, rest }) => [outcome, rest])
    : transactions.map(({ receipt }) => receipt)
  const columns = [kind]
  if (kind === LONG) for (const { outcome, rest } of rows) pushVarint(columns, outcome.length + rest.length)
  if (kind === WHOLE) for (const { length } of payloads) pushVarint(columns, length)
  for (const { gasUsed } of transactions) pushVarint(columns, gasUsed)
  for (const { logs } of rows) pushVarint(columns, logs)
  const receipts = concatBytes([Uint8Array.from(columns), ...payloads])
  const hashes = concatBytes(transactions.map(({ hash }) => hash))
  return { ...encodeBodies(transactions), receipts, hashes, gasUsed, logs }
}

/** Compares stored parts of a frame with the right ones. Throws HistoryError `block` if one differs. */
export function compareFrame(
  number: number,
  frame: number,
  stored: Partial<FrameParts>,
  right: FrameParts,
): void {
  for (const name of ['bodies', 'receipts', 'hashes'] as const)
    if (stored[name] && Buffer.compare(stored[name], right[name]) !== 0)
      throw new HistoryError(
        'block',
        `block ${number}: the stored ${name} from transaction ${FRAME * frame} on are not its own.`,
      )
}

function encodeBodies(transactions: readonly FrameTransaction[]): Pick<FrameParts, 'bodies' | 'noise'> {
  const senders = transactions.map(({ from }) => from)
  const split = transactions.map(({ bytes }) => splitEnvelope(bytes)).filter((one) => one !== undefined)
  if (split.length === transactions.length) {
    const noise = [Uint8Array.of(SLIM), ...senders, ...split.map(({ signature }) => signature)]
    const bodies = concatBytes([...noise, ...split.map(({ head }) => head)])
    return { bodies, noise: 1 + (ADDRESS + SIGNATURE) * split.length }
  }
  const columns = [WHOLE]
  for (const { bytes } of transactions) pushVarint(columns, bytes.length)
  const envelopes = transactions.map(({ bytes }) => bytes)
  return { bodies: concatBytes([Uint8Array.from(columns), ...senders, ...envelopes]), noise: 0 }
}

/** The transactions of a frame. */
export interface Bodies {
  senderOf(index: number): Uint8Array
  /** Returns the EIP-2718 bytes of a transaction. */
  bytesOf(index: number): Uint8Array
  /** Returns the first of them. */
  firstByteOf(index: number): number
}

/** Decodes the bodies of a frame; what is joined is in memory of `take`. Throws HistoryError `damaged`. */
export function decodeBodies(part: Uint8Array, count: number, take: Allocate = allocate): Bodies {
  const cursor = { bytes: part, at: 1 }
  const isSlim = part[0] === SLIM
  const ends = isSlim ? undefined : sumColumn(cursor, count, 0)
  const senders = cursor.at
  const start = senders + ADDRESS * count
  const signatureOf = (index: number) => start + SIGNATURE * index
  const bounds =
    ends?.map((end) => start + end) ??
    findBounds(
      signatureOf(count),
      count,
      (at, index) => envelopeLength(part, at) - signatureLength(part, signatureOf(index)),
    )
  if (part[0]! > WHOLE || bounds[count] !== part.length) throw damaged('a frame of transactions')
  return {
    senderOf: (index) => part.subarray(senders + ADDRESS * index, senders + ADDRESS * (index + 1)),
    bytesOf(index) {
      const head = part.subarray(bounds[index]!, bounds[index + 1]!)
      return isSlim ? joinEnvelope(head, part, signatureOf(index), take) : head
    },
    firstByteOf: (index) => part[bounds[index]!]!,
  }
}

/** Returns where each of adjacent items begins, and where the last ends. */
function findBounds(
  start: number,
  count: number,
  lengthOf: (at: number, index: number) => number,
): readonly number[] {
  const bounds = [start]
  for (let at = start, index = 0; index < count; index++) bounds.push((at += lengthOf(at, index)))
  return bounds
}

/** The receipts of a frame. */
export interface Receipts {
  gasUsedOf(index: number): bigint
  firstLogIndexOf(index: number): number
  /** Returns the EIP-2718 bytes of a receipt, with bloom, from the first byte of its transaction's. */
  receiptOf(index: number, transaction: number): Uint8Array
}

/** Decodes the receipts of a frame, after those with the sums `before`; what is joined is in memory of `take`. Throws HistoryError `damaged`. */
export function decodeReceipts(
  part: Uint8Array,
  count: number,
  before: Sums,
  take: Allocate = allocate,
): Receipts {
  const cursor = { bytes: part, at: 1 }
  const ends = part[0] === SLIM ? undefined : sumColumn(cursor, count, 0)
  const gasAt = cursor.at
  const gas = sumColumn(cursor, count, Number(before.gasUsed))
  const logs = sumColumn(cursor, count, before.logs)
  const start = cursor.at
  const bounds =
    ends?.map((end) => start + end) ??
    findBounds(start, count, (at) => {
      const outcome = outcomeLength(part, at)
      return outcome + listLength(part, at + outcome)
    })
  if (bounds[count] !== part.length || part[0]! > LONG) throw damaged('a frame of receipts')
  const exact = Number.isSafeInteger(gas[count])
    ? gas
    : sumExactly({ bytes: part, at: gasAt }, count, before.gasUsed)
  return {
    gasUsedOf(index) {
      const [from, to] = [exact[index]!, exact[index + 1]!]
      return typeof to === 'number' ? BigInt(to - Number(from)) : to - BigInt(from)
    },
    firstLogIndexOf: (index) => logs[index]!,
    receiptOf(index, transaction) {
      const [start, end] = [bounds[index]!, bounds[index + 1]!]
      if (part[0] === WHOLE) return part.subarray(start, end)
      return joinReceipt({ part, start, end, transaction, cumulativeGas: exact[index + 1]! }, take)
    },
  }
}

/** Reads a column: the sums of its numbers before each, and after the last. */
function sumColumn(cursor: VarintCursor, count: number, first: number): number[] {
  const sums = [first]
  for (let sum = first; sums.length <= count;) sums.push((sum += readVarint(cursor)))
  return sums
}

function sumExactly(cursor: VarintCursor, count: number, first: bigint): bigint[] {
  const sums = [first]
  for (let sum = first; sums.length <= count;) sums.push((sum += readBigVarint(cursor)))
  return sums
}

// The kinds of a part. A long one has slim receipts with fields after their logs.
const [SLIM, WHOLE, LONG] = [0, 1, 2]
const ADDRESS = 20
