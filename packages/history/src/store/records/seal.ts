import { crc32 } from 'node:zlib'
import { damaged } from '../../error.ts'

/** How many bytes a seal adds. */
export const SEAL = 4

/** The table of a value that is sealed to its key. */
export type SealedTable = keyof typeof tableSeeds

/** The 32-bit seed of a value's checksum, from its table and key. Keys below 2^32 of a table have different seeds. */
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
} as const

/**
 * Writes the CRC-32 of `bytes[0..end)` behind them, and gives them with it. It begins with the number of `sealOf`, so that it holds
 * nowhere else: LMDB has no checksums, and neither a flipped bit of a value nor of what leads to it must become an answer (0.2 µs).
 */
export function seal(bytes: Uint8Array, end: number, seed: number): Uint8Array {
  const crc = crc32(bytes.subarray(0, end), seed >>> 0)
  for (let i = 0; i < SEAL; i++) bytes[end + i] = crc >>> (24 - 8 * i)
  return bytes.subarray(0, end + SEAL)
}

/** The bytes under a seal, without a copy. Throws HistoryError `damaged` where they are not the ones that were sealed with this seed. */
export function unseal(sealed: Uint8Array, seed: number, name: string): Uint8Array {
  const end = sealed.length - SEAL
  const bytes = sealed.subarray(0, Math.max(end, 0))
  let crc = 0
  for (let i = 0; i < SEAL; i++) crc = (crc << 8) | (sealed[end + i] ?? 0)
  if (end < 0 || crc32(bytes, seed >>> 0) !== crc >>> 0) throw damaged(name)
  return bytes
}
