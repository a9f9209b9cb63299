/** Appends a number from 0 on to bytes: seven bits per byte, the lowest first. The top bit is set on all but the last byte. */
export function pushVarint(target: number[], value: number | bigint): void {
  let rest = value
  if (typeof rest === 'bigint') {
    for (; rest > LARGEST; rest >>= 7n) target.push(Number(rest & 127n) | 128)
    rest = Number(rest)
  }
  for (; rest > 127; rest = Math.floor(rest / 128)) target.push((rest & 127) | 128)
  target.push(rest)
}

/** Where numbers are read from bytes. */
export interface VarintCursor {
  readonly bytes: Uint8Array
  at: number
}

/** Reads a number below 2^53, and moves on. NaN if the bytes end before it does. */
export function readVarint(cursor: VarintCursor): number {
  const { bytes } = cursor
  let byte = bytes[cursor.at++] ?? NaN
  if (byte < 128) return byte
  let value = byte - 128
  for (let factor = 128; ; factor *= 128) {
    byte = bytes[cursor.at++] ?? NaN
    if (!(byte > 127)) return value + byte * factor
    value += (byte - 128) * factor
  }
}

/** Reads a number of any size, and moves on. Throws RangeError if the bytes end before it does. */
export function readBigVarint(cursor: VarintCursor): bigint {
  const { at } = cursor
  const small = readVarint(cursor)
  if (small <= Number.MAX_SAFE_INTEGER) return BigInt(small)
  cursor.at = at
  let value = 0n
  for (let shift = 0n; ; shift += 7n) {
    const byte = BigInt(cursor.bytes[cursor.at++]!)
    value |= (byte & 127n) << shift
    if (byte < 128n) return value
  }
}

const LARGEST = 2n ** 53n - 1n
