import { ChainError } from '../error.ts'

/** A `0x`-prefixed hexadecimal string. */
export type Hex = `0x${string}`

// Node 24 lacks toHex and fromHex, which are twice as fast as the table for an address, and more for long data.
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

/** Decodes `0x` and an even number of digits, upper or lower case. Throws ChainError `hex` for anything else. */
export function fromHex(hex: string): Uint8Array {
  const fits = typeof hex === 'string' && hex.length % 2 === 0 && hex.startsWith('0x')
  const bytes = fits && readDigits(hex)
  if (!bytes) throw new ChainError('hex', `${show(hex)} must be 0x and an even number of hexadecimal digits.`)
  return bytes
}

function readDigits(hex: string): Uint8Array | undefined {
  // The loop is faster for a hash, the runtime's own function for long data.
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

/** The value of each hexadecimal digit by its character code; -1 for any other character. */
const digits = Int8Array.from({ length: 128 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
)

/** Returns a number as a quantity: `0x` and lower-case digits without leading zeros; zero is `0x0`. */
export function toQuantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}

/** Returns the number in at most 32 big-endian bytes; no bytes are zero. */
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

/** Returns a number of at most 256 bits as big-endian bytes: as few as possible, or `length` of them. Throws ChainError `rlp` if it does not fit. */
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

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

let memory: Uint8Array | undefined

/** Returns bytes with any content, to be read before the next call: that may return the same ones. */
export function borrow(length: number): Uint8Array {
  if (length <= 64 || length > 0x10000) return new Uint8Array(length) // V8 has short ones on its heap, and long ones are rare
  memory ??= new Uint8Array(0x10000)
  return memory.subarray(0, length)
}

/** Returns the byte strings one after the other, in a new array. */
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

/** Returns a value for a message: bytes as hex, the rest as JSON, at most 80 characters. */
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
