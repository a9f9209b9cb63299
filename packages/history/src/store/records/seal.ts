import { concatBytes } from '@lectern/chain/internal'
import { crc32 } from '@node-rs/crc32'
import { damaged } from '../../error.ts'

export const SEAL = 4

/** A table whose values are sealed to their keys. */
export type SealedTable = keyof typeof tableSeeds

/** Returns the 32-bit seed of a value's checksum. Keys below 2^32 of a table have different seeds. */
export function sealOf(table: SealedTable, key: number): number {
  return tableSeeds[table] ^ Math.imul(Math.floor(key / 2 ** 32), 0x9e3779b1) ^ key
}

const tableSeeds = {
  meta: 0,
  blocks: 0x3c6ef372,
  headers: 0x1f83d9ab,
  hashes: 0xa54ff53a,
  records: 0x510e527f,
  levels: 0x9b05688c,
  receipts: 0x5be0cd19,
  cold: 0x428a2f98,
} as const

/** Appends the CRC-32 of `bytes[0..end)`, bound by the seed to its table and key, and returns them with it. LMDB has no checksums. */
export function seal(bytes: Uint8Array, end: number, seed: number): Uint8Array {
  const crc = crc32(bytes.subarray(0, end), seed >>> 0)
  for (let i = 0; i < SEAL; i++) bytes[end + i] = crc >>> (24 - 8 * i)
  return bytes.subarray(0, end + SEAL)
}

/** Returns the bytes of all parts, one after the other, sealed. */
export function sealAll(parts: readonly Uint8Array[], seed: number): Uint8Array {
  const bytes = concatBytes([...parts, new Uint8Array(SEAL)])
  return seal(bytes, bytes.length - SEAL, seed)
}

/** Returns the bytes under a seal, without a copy. Throws HistoryError `damaged` unless they were sealed with this seed. */
export function unseal(sealed: Uint8Array, seed: number, name: string): Uint8Array {
  const end = sealed.length - SEAL
  const bytes = sealed.subarray(0, Math.max(end, 0))
  let crc = 0
  for (let i = 0; i < SEAL; i++) crc = (crc << 8) | (sealed[end + i] ?? 0)
  if (end < 0 || crc32(bytes, seed >>> 0) !== crc >>> 0) throw damaged(name)
  return bytes
}

/** Returns what `read` makes of unsealed bytes. Throws HistoryError `damaged` if it throws, or returns undefined. */
export function readSound<T>(name: string, read: () => T | undefined): T {
  let value: T | undefined
  try {
    value = read()
  } catch {
    // It is no JSON, or no RLP.
  }
  if (value === undefined) throw damaged(name)
  return value
}
