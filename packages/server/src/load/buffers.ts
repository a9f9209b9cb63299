import { Buffer } from 'node:buffer'

/** A buffer of at least so many bytes, its content unknown: one that was given back, where there is one. */
export function takeBuffer(bytes: number): Buffer<ArrayBuffer> {
  const kept = shelves[shelfOf(bytes)]
  return kept?.pop() ?? Buffer.allocUnsafeSlow(kept === undefined ? bytes : 1 << (shelfOf(bytes) + leastBits))
}

/** Gives a buffer back to be taken again. Nobody may read or write it any more. */
export function giveBuffer(buffer: Buffer<ArrayBuffer>): void {
  const shelf = shelfOf(buffer.length)
  const kept = shelves[shelf]
  if (kept !== undefined && (kept.length + 1) * buffer.length <= shelfBytes) kept.push(buffer)
}

// A fresh buffer for an answer of 110 KB costs 20 µs of the 108 that the request takes.
const leastBits = 12 // 4 KiB
const shelves: Buffer<ArrayBuffer>[][] = Array.from({ length: 10 }, () => []) // up to 2 MiB
const shelfBytes = 4 * 1024 * 1024

const shelfOf = (bytes: number): number =>
  bytes <= 1 << leastBits ? 0 : 32 - Math.clz32(bytes - 1) - leastBits
