import {
  concatBytes,
  createSpans,
  encodeRlp,
  fromBigInt,
  listPrefix,
  readContentSpans,
  readSpans,
} from '@lectern/chain/internal'
import { damaged, HistoryError } from '../../error.ts'
import { allocate } from '../records/records.ts'
import type { TransactionRecord } from '../results/reader.ts'
import {
  envelopeLength,
  joinEnvelope,
  listLength,
  SIGNATURE,
  signatureLength,
  splitEnvelope,
} from './envelopes.ts'
import { writeBloom } from './receipt-bloom.ts'
import { pushVarint, readBigVarint, readVarint, type VarintCursor } from './varints.ts'

// A cold block lies in frames of adjacent transactions, each frame in two parts: bodies and receipts. A part begins with a byte for its kind, so
// that it never begins like a trained dictionary when it is one for another part. Columns of varints follow, one number per transaction. Lengths are
// among them only where the bytes do not say them.

/** The most transactions in a frame: what a look-up decompresses. */
export const FRAME = 32

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
  /** Returns the first of them, without a copy. */
  headOf(index: number): Uint8Array
}

/** Decodes the bodies of a frame. Throws HistoryError `damaged`. */
export function decodeBodies(part: Uint8Array, count: number): Bodies {
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
  const headOf = (index: number) => part.subarray(bounds[index]!, bounds[index + 1]!)
  return {
    senderOf: (index) => part.subarray(senders + ADDRESS * index, senders + ADDRESS * (index + 1)),
    bytesOf: (index) => (isSlim ? joinEnvelope(headOf(index), part, signatureOf(index)) : headOf(index)),
    headOf,
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
  /** Returns the EIP-2718 bytes of a receipt, with bloom, from the first of its transaction's. */
  receiptOf(index: number, transaction: Uint8Array): Uint8Array
}

/** Decodes the receipts of a frame, after those with the sums `before`. Throws HistoryError `damaged`. */
export function decodeReceipts(part: Uint8Array, count: number, before: Sums): Receipts {
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
      const payload = part.subarray(bounds[index]!, bounds[index + 1]!)
      return part[0] === WHOLE ? payload : joinReceipt(payload, transaction, exact[index + 1]!)
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

/** A receipt, split into what a slim one keeps, and what follows from the block. */
interface SplitReceipt {
  /** Its first field. */
  readonly outcome: Uint8Array
  /** The RLP of its gas and of its bloom. */
  readonly derived: Uint8Array
  /** Its logs and what follows them. */
  readonly rest: Uint8Array
  readonly logs: number
  /** Whether fields follow the logs. */
  readonly hasMore: boolean
}

function splitReceipt(receipt: Uint8Array): SplitReceipt {
  readSpans(receipt, isTyped(receipt) ? 1 : 0, spans)
  const { content, count, starts, ends } = spans
  const [outcome, bloom, end] = [ends[0]!, ends[2]!, ends[3]!]
  const split = {
    outcome: receipt.subarray(content, outcome),
    derived: receipt.subarray(outcome, bloom),
    rest: receipt.subarray(bloom),
    hasMore: count > 4,
  }
  readContentSpans(receipt, starts[3]!, end, spans)
  return { ...split, logs: spans.count }
}

const spans = createSpans()

/** Whether `joinReceipt` returns the same receipt. Only verified blocks are stored: their blooms are those of their logs. */
function isImplied(
  { bytes, receipt }: FrameTransaction,
  { outcome, derived }: SplitReceipt,
  cumulativeGas: bigint,
): boolean {
  const start = concatBytes([encodeGas(cumulativeGas), BLOOM_PREFIX])
  return (
    (isTyped(receipt) ? receipt[0] === bytes[0] : !isTyped(bytes)) &&
    outcome.length === outcomeLength(outcome, 0) &&
    derived.length === start.length + BLOOM &&
    Buffer.compare(derived.subarray(0, start.length), start) === 0
  )
}

/** Returns a receipt from its slim form, with the bloom of its logs. */
function joinReceipt(
  payload: Uint8Array,
  transaction: Uint8Array,
  cumulativeGas: number | bigint,
): Uint8Array {
  const outcome = outcomeLength(payload, 0)
  const gas = encodeGas(cumulativeGas)
  const length = payload.length + gas.length + BLOOM_PREFIX.length + BLOOM
  const prefix = listPrefix(length)
  const typed = isTyped(transaction) ? 1 : 0
  const receipt = allocate(typed + prefix.length + length)
  if (typed === 1) receipt[0] = transaction[0]!
  let at = typed
  receipt.set(prefix, at)
  receipt.set(payload.subarray(0, outcome), (at += prefix.length))
  receipt.set(gas, (at += outcome))
  receipt.set(BLOOM_PREFIX, (at += gas.length))
  const bloomAt = at + BLOOM_PREFIX.length
  const logs = bloomAt + BLOOM
  receipt.set(payload.subarray(outcome), logs)
  writeBloom(receipt.fill(0, bloomAt, logs), bloomAt, logs)
  return receipt
}

/** Returns the RLP of gas. A common number is written without a bigint, which takes as long as all else of a receipt. */
function encodeGas(gas: number | bigint): Uint8Array {
  if (typeof gas === 'bigint' || gas < 0x80 || gas > 0xffffffff) return encodeRlp(fromBigInt(BigInt(gas)))
  const length = 4 - (Math.clz32(gas) >> 3)
  const rlp = new Uint8Array(1 + length)
  rlp[0] = SHORT_STRING + length
  for (let at = length, rest = gas; at > 0; at--, rest >>>= 8) rlp[at] = rest
  return rlp
}

/** Returns the length of a receipt's first field: a root, or a status. */
const outcomeLength = (bytes: Uint8Array, at: number): number => (bytes[at] === SHORT_STRING + 32 ? 33 : 1)

/** Whether an envelope begins with its type: a list begins at 0xc0. */
const isTyped = (envelope: Uint8Array): boolean => envelope[0]! < 0xc0

// The kinds of a part. A long one has slim receipts with fields after their logs.
const [SLIM, WHOLE, LONG] = [0, 1, 2]
const ADDRESS = 20
const SHORT_STRING = 0x80
const BLOOM = 256
const BLOOM_PREFIX = Uint8Array.of(0xb9, 1, 0)
