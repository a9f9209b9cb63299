import { ChainError } from '../error.ts'

/** A `0x`-prefixed hexadecimal string. */
export type Hex = `0x${string}`

// Uint8Array.prototype.toHex and fromHex are in Node 26 and in browsers, not in Node 24; 2 x the table on 20 bytes, 7 x on 2 KB.
const native = Uint8Array as unknown as {
  fromHex?(hex: string): Uint8Array
  prototype: { toHex?(this: Uint8Array): string }
}
const hasNativeHex = native.fromHex !== undefined && native.prototype.toHex !== undefined
const octets: readonly string[] = Array.from({ length: 256 }, (_, octet) =>
  octet.toString(16).padStart(2, '0'),
)

/** Encodes bytes as `0x` and two lower-case digits each. */
export function toHex(bytes: Uint8Array): Hex {
  if (hasNativeHex) return `0x${native.prototype.toHex!.call(bytes)}`
  let hex = '0x'
  for (const octet of bytes) hex += octets[octet]
  return hex as Hex
}

/**
 * Decodes hex to bytes.
 * @param hex `0x` and an even number of digits, upper or lower case.
 * @throws ChainError `hex` for anything else.
 */
export function fromHex(hex: string): Uint8Array {
  const fits = typeof hex === 'string' && hex.length % 2 === 0 && hex.startsWith('0x')
  const bytes = fits && readDigits(hex)
  if (!bytes) throw new ChainError('hex', `${show(hex)} must be 0x and an even number of hexadecimal digits.`)
  return bytes
}

function readDigits(hex: string): Uint8Array | undefined {
  // A loop reads 32 bytes in 0.14 µs, the runtime's own in 0.5; at 256 bytes the runtime's is 3 x faster.
  if (hasNativeHex && hex.length > 130) {
    try {
      return native.fromHex!(hex.slice(2))
    } catch {
      return undefined
    }
  }
  const bytes = new Uint8Array(hex.length / 2 - 1)
  let bad = 0
  for (let i = 0, at = 2; i < bytes.length; i++, at += 2) {
    const high = digits[hex.charCodeAt(at)] ?? -1
    const low = digits[hex.charCodeAt(at + 1)] ?? -1
    bad |= high | low
    bytes[i] = (high << 4) | low
  }
  return bad < 0 ? undefined : bytes
}

/** What each character is worth as a digit, by its code; -1 where it is none. */
const digits = Int8Array.from({ length: 128 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
)

/** A number as a quantity: `0x` and lower-case digits without leading zeros; zero is `0x0`. */
export function toQuantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}

/** The number that at most 32 big-endian bytes write; no bytes are zero. */
export function toBigInt(bytes: Uint8Array): bigint {
  if (bytes.length > 8) {
    scratch.fill(0).set(bytes, 32 - bytes.length)
    const high = (view.getBigUint64(0) << 64n) | view.getBigUint64(8)
    return (high << 128n) | (view.getBigUint64(16) << 64n) | view.getBigUint64(24)
  }
  if (bytes.length > 6) {
    scratch.fill(0, 24).set(bytes, 32 - bytes.length)
    return view.getBigUint64(24)
  }
  let value = 0
  for (const octet of bytes) value = value * 256 + octet
  return BigInt(value)
}

/** A number of at most 256 bits as big-endian bytes: as few as hold it, or `length` (up to 32) of them. Throws ChainError `rlp` where it does not fit. */
export function fromBigInt(value: bigint, length?: number): Uint8Array {
  if (value < 0n || value >> 256n !== 0n) throw new ChainError('rlp', `${value} does not fit into 32 bytes.`)
  // Four 64-bit writes are 8 x faster than hexadecimal text.
  for (let at = 24, rest = value; at >= 0; at -= 8, rest >>= 64n)
    view.setBigUint64(at, BigInt.asUintN(64, rest))
  let start = 0
  while (start < 32 && scratch[start] === 0) start++
  if (length !== undefined && 32 - start > length)
    throw new ChainError('rlp', `${value} does not fit into ${length} bytes.`)
  return scratch.slice(length === undefined ? start : 32 - length)
}

// Pure, so that a program which needs neither function leaves them out.
const buffer = /* @__PURE__ */ new ArrayBuffer(32)
const scratch = /* @__PURE__ */ new Uint8Array(buffer)
const view = /* @__PURE__ */ new DataView(buffer)

/** Whether two byte strings are the same. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** Byte strings one after the other, in a new array. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** A value as a sentence can quote it: bytes as hex, the rest as JSON, at most 80 characters. */
export function show(value: unknown): string {
  const text = value instanceof Uint8Array ? toHex(value) : toText(value)
  return text.length <= 80 ? text : `${text.slice(0, 77)}…`
}

function toText(value: unknown): string {
  try {
    return (
      JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}` : part)) ??
      String(value)
    )
  } catch {
    return 'a value that is nested too deep'
  }
}
