import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/** Encodes bytes as `0x` and two lower-case digits each. */
export function toHex(bytes: Uint8Array): `0x${string}` {
  return `0x${bytesToHex(bytes)}`
}

/** Decodes `0x` and an even number of digits, upper or lower case; undefined for anything else. */
export function fromHex(hex: unknown): Uint8Array | undefined {
  return typeof hex === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(hex) ? hexToBytes(hex.slice(2)) : undefined
}

/** Whether two byte strings are the same. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((octet, at) => octet === b[at])
}

/** Whether all bytes are zero. */
export function isZero(bytes: Uint8Array): boolean {
  return bytes.every((octet) => octet === 0)
}

/** Whether a bit is set, the lowest of each byte first. */
export function isBitSet(bits: Uint8Array, index: number): boolean {
  return ((bits[index >> 3]! >> (index & 7)) & 1) === 1
}

/** A value as a sentence can quote it: bytes as hex, the rest as JSON, at most 80 characters. */
export function show(value: unknown): string {
  const text = value instanceof Uint8Array ? toHex(value) : (JSON.stringify(value) ?? String(value))
  return text.length <= 80 ? text : `${text.slice(0, 77)}…`
}
