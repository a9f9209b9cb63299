import { concatBytes, equalBytes } from '@lectern/chain/internal'
import type { Row } from './connection.ts'

// A value of a block is cut into parts, one per row: the protocol's frame holds 16 MiB.

/** The idx of the rows of a block that are not its transactions; those below are the frames of a cold block. */
export const ROW = -1
export const PARTS = -2
export const HASHES = -3

/** Returns the key that a transaction's record is sealed to, or a frame: below 2^53 up to block 2^33. */
export const sealKey = (number: number, index: number): number => number * 2 ** 20 + index

export const PART: number = 2 ** 20

/** Cuts a value into parts of `PART` bytes. The last has fewer, so that a lost one is missed. */
const cutParts = (value: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.floor(value.length / PART) + 1 }, (_, part) =>
    value.subarray(part * PART, (part + 1) * PART),
  )

export function cutValue(
  body: Uint8Array,
  receipt?: Uint8Array,
): readonly (readonly [body: Uint8Array | undefined, receipt: Uint8Array | undefined])[] {
  const [bodies, receipts] = [cutParts(body), receipt === undefined ? [] : cutParts(receipt)]
  return Array.from({ length: Math.max(bodies.length, receipts.length) }, (_, part) => [
    bodies[part],
    receipts[part],
  ])
}

/** Returns bytes of a row as a Uint8Array: `slice` of the driver's Buffer makes no copy. Undefined for null. */
export function toBytes(value: unknown): Uint8Array | undefined {
  if (value == null) return undefined
  const { buffer, byteOffset, length } = value as Uint8Array
  return new Uint8Array(buffer, byteOffset, length)
}

/** Joins the values of a column in the rows of one block, by their idx. Values with a missing part are left out; rows are in the order of their keys. */
export function joinParts(
  rows: readonly Row[],
  block: Uint8Array,
  column: 'body' | 'receipt',
): Map<number, Uint8Array> {
  const values = new Map<number, Uint8Array>()
  let open: { readonly idx: number; readonly parts: Uint8Array[] } | undefined
  for (const row of rows) {
    const part = toBytes(row[column])
    if (part === undefined || !equalBytes(row['block'] as Uint8Array, block)) continue
    const [idx, number] = [row['idx'], row['part']] as [number, number]
    if (number === 0) open = { idx, parts: [] }
    if (open?.idx !== idx || open.parts.length !== number) continue
    open.parts.push(part)
    if (part.length === PART) continue
    values.set(idx, number === 0 ? part : concatBytes(open.parts))
    open = undefined // what follows is of a longer value that was there before
  }
  return values
}
