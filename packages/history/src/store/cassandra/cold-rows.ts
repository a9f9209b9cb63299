import { concatBytes, equalBytes } from '@lectern/chain/internal'
import { damaged } from '../../error.ts'
import { unpack } from '../cold/compression.ts'
import { type Bodies, decodeBodies, decodeReceipts, FRAME, type Receipts, type Sums } from '../cold/frames.ts'
import { pushVarint, readBigVarint, readVarint, type VarintCursor } from '../cold/varints.ts'
import type { PackedFrame, PackedPart } from '../interface.ts'
import { allocate, decodeHashes } from '../records/records.ts'
import { sealAll, sealOf, unseal } from '../records/seal.ts'
import type { TransactionRecord } from '../results/reader.ts'
import { HASHES, joinParts, sealKey } from './cells.ts'
import type { Row } from './connection.ts'

// In the cold form a block has a row per frame in place of those of its transactions. Its other rows stay: the frames follow the hashes, so that
// one range has all of a block's transactions.

export const frameIdx = (frame: number): number => HASHES - 1 - frame

/** Returns the frames of a range of transactions, the last not included. */
export function framesOf(from: number, to: number): number[] {
  const first = Math.floor(from / FRAME)
  return Array.from({ length: Math.ceil(to / FRAME) - first }, (_, index) => first + index)
}

/** The cells of a frame's row, sealed to its block's number and its place. */
export interface FrameCells {
  readonly idx: number
  readonly body: Uint8Array
  readonly receipt: Uint8Array
}

/** Encodes the rows of a block's frames. They depend on the block alone. */
export function encodeFrames(
  number: number,
  frames: readonly Omit<PackedFrame, 'hashes'>[],
): readonly FrameCells[] {
  let before: Sums = { gasUsed: 0n, logs: 0 }
  return frames.map(({ bodies, receipts, gasUsed, logs }, frame) => {
    const [bodySeed, receiptSeed] = seedsOf(number, frame)
    const sums = [before.gasUsed, before.logs]
    before = { gasUsed: before.gasUsed + gasUsed, logs: before.logs + logs }
    return {
      idx: frameIdx(frame),
      body: sealCell(bodies, [], bodySeed),
      receipt: sealCell(receipts, sums, receiptSeed),
    }
  })
}

function seedsOf(number: number, frame: number): [body: number, receipt: number] {
  const key = sealKey(number, frame)
  return [sealOf('cold', key), sealOf('receipts', key)]
}

function sealCell({ bytes, size }: PackedPart, sums: readonly (number | bigint)[], seed: number) {
  const header: number[] = []
  for (const each of [size, ...sums]) pushVarint(header, each)
  return sealAll([Uint8Array.from(header), bytes], seed)
}

/** Opens a cell: the length before compression, and a cursor on what follows. */
function openCell(cell: Uint8Array, seed: number) {
  const cursor = { bytes: unseal(cell, seed, 'a frame'), at: 0 }
  const size = readVarint(cursor)
  if (!(size < LARGEST)) throw damaged('a frame')
  return { size, cursor }
}

const rest = ({ bytes, at }: VarintCursor): Uint8Array => bytes.subarray(at)

const LARGEST = 2 ** 31

/** A frame, decompressed, without receipts if they were not read. */
export interface OpenFrame {
  readonly bodies: PackedPart
  readonly receipts?: PackedPart
  /** Its parts before compression. */
  readonly parts: { readonly bodies: Uint8Array; readonly receipts?: Uint8Array }
  readonly transactions: Bodies
  readonly decoded?: Receipts
}

/** The place of a frame: its block, and the number of the block's transactions. */
export interface FramePlace {
  readonly number: number
  readonly count: number
  readonly frame: number
}

export function openFrame(
  { number, count, frame }: FramePlace,
  body: Uint8Array,
  receipt: Uint8Array | undefined,
): OpenFrame {
  const [bodySeed, receiptSeed] = seedsOf(number, frame)
  const length = Math.min(FRAME, count - FRAME * frame)
  const own = openCell(body, bodySeed)
  const bodies = { bytes: rest(own.cursor), size: own.size }
  if (receipt === undefined) {
    const bytes = unpack(bodies.bytes, allocate(bodies.size))
    return { bodies, parts: { bodies: bytes }, transactions: decodeBodies(bytes, length) }
  }
  const { size, cursor } = openCell(receipt, receiptSeed)
  const before = { gasUsed: readBigVarint(cursor), logs: readVarint(cursor) }
  const receipts = { bytes: rest(cursor), size }
  const all = unpack(concatBytes([bodies.bytes, receipts.bytes]), allocate(bodies.size + size))
  const parts = { bodies: all.subarray(0, bodies.size), receipts: all.subarray(bodies.size) }
  const decoded = decodeReceipts(parts.receipts, length, before)
  return { bodies, receipts, parts, transactions: decodeBodies(parts.bodies, length), decoded }
}

export interface ColdRange extends Omit<FramePlace, 'frame'> {
  readonly from: number
  /** Not included. */
  readonly to: number
  readonly hasReceipts: boolean
}

/** Opens the frames of transactions in rows, and returns these transactions, without receipts if so wanted; undefined if some rows are missing. */
export function openTransactions(
  rows: readonly Row[],
  block: Uint8Array,
  { number, count, from, to, hasReceipts }: ColdRange,
): Generator<TransactionRecord, undefined> | undefined {
  const bodies = joinParts(rows, block, 'body')
  const receipts = hasReceipts ? joinParts(rows, block, 'receipt') : undefined
  const sealed = bodies.get(HASHES)
  if (sealed === undefined) return undefined
  const hashes = decodeHashes(sealed, number)
  const frames = new Map<number, OpenFrame>()
  for (const frame of framesOf(from, to)) {
    const idx = frameIdx(frame)
    const [body, receipt] = [bodies.get(idx), receipts?.get(idx)]
    if (body === undefined || (receipts && receipt === undefined)) return undefined
    const row = rows.find((one) => one['idx'] === idx && equalBytes(one['block'] as Uint8Array, block))!
    const known = opened.get(row) ?? openFrame({ number, count, frame }, body, receipt)
    opened.set(row, known)
    frames.set(frame, known)
  }
  return decodeAll()

  function* decodeAll(): Generator<TransactionRecord, undefined> {
    for (let index = from; index < to; index++) {
      const { transactions, decoded } = frames.get(Math.floor(index / FRAME))!
      const at = index % FRAME
      const hash = hashes.subarray(32 * index, 32 * index + 32)
      yield {
        hash,
        from: transactions.senderOf(at),
        number,
        index,
        bytes: transactions.bytesOf(at),
        receipt: decoded?.receiptOf(at, transactions.firstByteOf(at)) ?? NONE,
        gasUsed: decoded?.gasUsedOf(at) ?? 0n,
        firstLogIndex: decoded?.firstLogIndexOf(at) ?? 0,
      }
    }
  }
}

const opened = new WeakMap<Row, OpenFrame>() // the requests of one round share rows
const NONE = new Uint8Array(0)
