import { decodeRlp, encodeRlp, fromBigInt, toBigInt } from '@lectern/chain/internal'
import type { BlockParts, BlockRecord, TransactionRecord } from '../results/reader.ts'
import { damaged } from '../../error.ts'
import { readSound, seal, SEAL, sealAll, sealOf, unseal } from './seal.ts'
import { createUnpackTarget, packedLimit, packZeros, unpackZeros } from './zero-run.ts'

/** A block's row in the table `blocks`. */
export interface BlockRow extends BlockRecord {
  readonly first: number
}

/** Encodes the transaction at a position: hash, sender, five numbers, its bytes and its receipt's; zeros packed, sealed. Good until the next call. */
export function encodeTransactionRecord(record: TransactionRecord, position: number): Uint8Array {
  const { hash, from, number, index, firstLogIndex, gasUsed, bytes, receipt } = record
  const length = BODY + bytes.length + receipt.length
  const plain = takePlain(length)
  const packed = takePacked(packedLimit(length) + SEAL)
  const view = new DataView(plain.buffer)
  plain.set(hash)
  plain.set(from, FROM)
  view.setBigUint64(NUMBER, BigInt(number))
  view.setUint32(INDEX, index)
  view.setUint32(FIRST_LOG_INDEX, firstLogIndex)
  view.setBigUint64(GAS_USED, gasUsed)
  view.setUint32(LENGTH, bytes.length)
  plain.set(bytes, BODY)
  plain.set(receipt, BODY + bytes.length)
  return seal(packed, packZeros(plain, packed, 0), sealOf('records', position))
}

/** Decodes the transaction at a position, good until the next one is decoded. Leaving out receipts makes a block a tenth faster.
 * Throws HistoryError `damaged`. */
export function decodeTransactionRecord(
  sealed: Uint8Array,
  position: number,
  hasReceipt = true,
): TransactionRecord {
  end = unpackZeros(
    unseal(sealed, sealOf('records', position), 'a transaction'),
    target,
    hasReceipt ? Infinity : BODY,
  )
  if (end < BODY || end < BODY + target.view.getUint32(LENGTH)) throw damaged('a transaction')
  if (hash.buffer !== target.bytes.buffer) {
    hash = target.bytes.subarray(0, FROM)
    from = target.bytes.subarray(FROM, NUMBER)
  }
  return decoded
}

/** Encodes a receipt apart from its record: zeros packed, sealed. */
export function encodeReceipt(receipt: Uint8Array, position: number): Uint8Array {
  const room = new Uint8Array(packedLimit(receipt.length) + SEAL)
  return seal(room, packZeros(receipt, room, 0), sealOf('receipts', position))
}

/** Decodes the receipt that `encodeReceipt` encoded. Throws HistoryError `damaged`. */
export function decodeReceipt(sealed: Uint8Array, position: number): Uint8Array {
  const length = unpackZeros(unseal(sealed, sealOf('receipts', position), 'a receipt'), receiptTarget)
  if (length < 0) throw damaged('a receipt')
  return receiptTarget.bytes.slice(0, length)
}

/** Encodes the row of a block: the RLP list of its transactions' context, sealed. An absent number is an empty list, not zero. */
export function encodeBlockRow(row: BlockRow, number: number): Uint8Array {
  const { hash, first, count, timestamp, baseFeePerGas, blobGasPrice, size } = row
  const fees = [baseFeePerGas, blobGasPrice].map((fee) => (fee === undefined ? [] : fromBigInt(fee)))
  const numbers = [first, count, size].map((item) => fromBigInt(BigInt(item)))
  return sealAll([encodeRlp([hash, fromBigInt(timestamp), ...fees, ...numbers])], sealOf('blocks', number))
}

export function decodeBlockRow(sealed: Uint8Array, number: number): BlockRow {
  const row = unseal(sealed, sealOf('blocks', number), 'a block')
  // Each item is a string of at most 55 bytes, or an empty list: a general decoder takes twice as long.
  let at = row[0]! < LONG_LIST ? 1 : row[0]! - LONG_LIST + 2
  const next = (): bigint | undefined => {
    const first = row[at++]!
    if (first === EMPTY_LIST) return undefined
    if (first < SHORT_STRING) return BigInt(first)
    return toBigInt(row.subarray(at, (at += first - SHORT_STRING)))
  }
  const hash = row.slice(at + 1, (at += 33))
  const [timestamp, baseFeePerGas, blobGasPrice] = [next(), next(), next()]
  const [first, count, size] = [Number(next()), Number(next()), Number(next())]
  if (at !== row.length || timestamp === undefined || !Number.isSafeInteger(first + count + size))
    throw damaged('a block')
  return { hash, timestamp, baseFeePerGas, blobGasPrice, first, count, size }
}

/** Encodes header, uncles and withdrawals as an RLP list, sealed, and two further items if there are claims or an outside transaction. */
export function encodeParts(
  { header, uncles, withdrawals, claims, outside }: BlockParts,
  number: number,
): Uint8Array {
  const unproven = claims || outside ? [claims ?? [], outside ? [[]] : []] : []
  return sealAll(
    [encodeRlp([header, uncles, withdrawals ? [withdrawals] : [], ...unproven])],
    sealOf('headers', number),
  )
}

/** Decodes the parts of a block. Throws HistoryError `damaged`. */
export function decodeParts(sealed: Uint8Array, number: number): BlockParts {
  const read = unseal(sealed, sealOf('headers', number), 'a block')
  const rlp = allocate(read.length)
  rlp.set(read)
  return readSound('a block', () => {
    const [header, uncles, [withdrawals, ...more], claims, outside, ...rest] = decodeRlp(rlp) as PartsRlp
    const lists = [[header], uncles, withdrawals ?? []]
    if (!lists.every(isListOfBytes) || more.length + rest.length > 0) return undefined
    return {
      header,
      uncles,
      withdrawals,
      ...(claims instanceof Uint8Array && { claims }),
      ...(outside?.length === 1 && { outside: true }),
    }
  })
}

type PartsRlp = readonly [
  header: Uint8Array,
  uncles: readonly Uint8Array[],
  withdrawals: readonly (readonly Uint8Array[])[],
  claims?: Uint8Array | readonly [],
  outside?: readonly (readonly [])[],
]

const isListOfBytes = (list: unknown): boolean =>
  Array.isArray(list) && list.every((item) => item instanceof Uint8Array)

/** The number of hashes in a column: four columns fill a page, with nothing left empty. */
export const COLUMN = 62

/** Encodes the hashes of a block's transactions from a position on, in columns, sealed. */
export function encodeHashes(hashes: readonly Uint8Array[], first: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(hashes.length / COLUMN) }, (_, index) => {
    const at = index * COLUMN
    return sealAll(hashes.slice(at, at + COLUMN), sealOf('hashes', first + at))
  })
}

/** Returns the hashes of the column at a position, without a copy. Throws HistoryError `damaged`. */
export function decodeHashes(sealed: Uint8Array, position: number): Uint8Array {
  return unseal(sealed, sealOf('hashes', position), "a block's hashes")
}

/** Returns the hashes of 32 bytes each, without a copy. */
export const splitHashes = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: bytes.length / 32 }, (_, index) => bytes.subarray(32 * index, 32 * index + 32))

/** Takes memory of a length, with any content. */
export type Allocate = (length: number) => Uint8Array

/** Creates a function that takes the same memory again and again. */
export function createScratch(): Allocate {
  let memory = new Uint8Array(0x10000)
  return (length) => {
    if (memory.length < length) memory = new Uint8Array(2 * length)
    return memory.subarray(0, length)
  }
}

/** Allocates bytes from Node's pool, with any content: fresh memory takes 1 µs more. */
export function allocate(length: number): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset } = Buffer.allocUnsafe(length)
  return new Uint8Array(buffer, byteOffset, length)
}

// Where the parts of a record begin.
const FROM = 32
const NUMBER = 52
const INDEX = 60
const FIRST_LOG_INDEX = 64
const GAS_USED = 68
const LENGTH = 76
const BODY = 80

const takePlain = createScratch()
const takePacked = createScratch()

// One object for all records, whose members are made when they are read: an object per record takes 0.7 µs.
const target = createUnpackTarget()
const receiptTarget = createUnpackTarget()
let hash = target.bytes.subarray(0, FROM)
let from = target.bytes.subarray(FROM, NUMBER)
let end = 0
const decoded: TransactionRecord = {
  get hash() {
    return hash
  },
  get from() {
    return from
  },
  get number() {
    return 2 ** 32 * target.view.getUint32(NUMBER) + target.view.getUint32(NUMBER + 4)
  },
  get index() {
    return target.view.getUint32(INDEX)
  },
  get firstLogIndex() {
    return target.view.getUint32(FIRST_LOG_INDEX)
  },
  get gasUsed() {
    return target.view.getBigUint64(GAS_USED)
  },
  get bytes() {
    return target.bytes.subarray(BODY, BODY + target.view.getUint32(LENGTH))
  },
  get receipt() {
    return target.bytes.subarray(BODY + target.view.getUint32(LENGTH), end)
  },
}

const SHORT_STRING = 0x80
const EMPTY_LIST = 0xc0
const LONG_LIST = 0xf8
