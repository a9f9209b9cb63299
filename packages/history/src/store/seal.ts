import { crc32 } from 'node:zlib'
import { HistoryError } from '../error.ts'

/** How many bytes a seal adds. */
export const SEAL = 4

/** Writes the CRC-32 of `bytes[from..end)` behind them, and gives them with it. LMDB has no checksums: a flipped bit must not become an answer (0.2 µs). */
export function seal(bytes: Uint8Array, end: number): Uint8Array {
  const crc = crc32(bytes.subarray(0, end))
  for (let i = 0; i < SEAL; i++) bytes[end + i] = crc >>> (24 - 8 * i)
  return bytes.subarray(0, end + SEAL)
}

/** The bytes under a seal, without a copy. Throws HistoryError `damaged` where they are not the ones that were sealed. */
export function unseal(sealed: Uint8Array, name: string): Uint8Array {
  const end = sealed.length - SEAL
  const bytes = sealed.subarray(0, Math.max(end, 0))
  let crc = 0
  for (let i = 0; i < SEAL; i++) crc = (crc << 8) | (sealed[end + i] ?? 0)
  if (end < 0 || crc32(bytes) !== crc >>> 0) throw damaged(name)
  return bytes
}

/** The error of something that is not as it was written. */
export const damaged = (name: string, options?: ErrorOptions): HistoryError =>
  new HistoryError(
    'damaged',
    `The store is damaged: ${name} is not what was written. Import the chain again.`,
    options,
  )
