import { fromHex } from '@lectern/chain'
import { HistoryError } from '../error.ts'

export function readObject(name: string, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw wrong(name, 'an object', value)
}

/** Reads the members of an object by their names in lower case: as in geth any case will do, and the last of two counts. */
export function readMembers(name: string, value: unknown): Record<string, unknown> {
  const members = Object.entries(readObject(name, value))
  return Object.fromEntries(members.map(([key, member]) => [key.toLowerCase(), member]))
}

/** Reads a number as geth does: an integer of JSON, decimal digits, or hex. Absent and null return the default. */
export function readInteger(name: string, value: unknown, absent?: bigint): bigint {
  if ((value === undefined || value === null) && absent !== undefined) return absent
  if (typeof value === 'bigint' && value >= 0n) return value
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return BigInt(value)
  if (typeof value === 'string' && /^(?:\d+|0x[\da-f]+)$/i.test(value)) return BigInt(value)
  throw wrong(name, 'a number', value)
}

/** Reads hex bytes, with or without `0x`. Fewer than `length` bytes are padded with zeros on the left, as in geth. */
export function readBytes(name: string, value: unknown, length?: number): Uint8Array {
  const text = value === undefined || value === null ? '' : value
  if (typeof text !== 'string' || !/^(?:0x)?[\da-f]*$/i.test(text)) throw wrong(name, 'hexadecimal', value)
  const digits = text.replace(/^0x/i, '')
  if (length !== undefined && digits.length > 2 * length) throw wrong(name, `at most ${length} bytes`, value)
  if (length === undefined && digits.length % 2 === 1) throw wrong(name, 'whole bytes', value)
  return fromHex(`0x${digits.padStart(2 * (length ?? 0), '0')}`)
}

export function wrong(name: string, wanted: string, value: unknown): HistoryError {
  const shown =
    JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}` : part)) ?? 'absent'
  return genesisError(`${name} must be ${wanted}, not ${shown.slice(0, 80)}.`)
}

export const genesisError = (reason: string): HistoryError =>
  new HistoryError('genesis', `genesis: ${reason}`)
