import { fromHex } from '@lectern/chain'
import { ClientError, type ErrorDetails } from '../error.ts'
import { describe, isSame } from '../mismatch.ts'

/** A JSON object as the wire had it. */
export type Json = Readonly<Record<string, unknown>>

/** Returns a member that must be an array. */
export function listOf(name: string, json: Json): readonly unknown[] {
  const list = json[name]
  return Array.isArray(list) ? list : refute(name, [], list)
}

/** Returns the bytes of hex. Throws ChainError `hex` for any other value. */
export const bytesOf = (hex: unknown): Uint8Array => fromHex(hex as string)

/**
 * Returns the error for a block that the endpoint lacks: it may lag, or be another one behind the same address. `consequence` ends the
 * sentence: `, so block 5 cannot be tied to block 9`.
 */
export const unavailable = (block: unknown, consequence = ''): ClientError =>
  new ClientError('NOT_AVAILABLE', `block ${String(block)} is not available${consequence}.`)

/** Throws a ClientError (UNVERIFIED) if a value is not the expected one. Hex digits of upper and lower case are the same. */
export function checkEqual(check: string, expected: unknown, actual: unknown): void {
  if (!isSame(expected, actual)) refute(check, expected, actual)
}

/** Throws a ClientError (UNVERIFIED) that names the check, or the member, and both values. */
export function refute(pointer: string, expected: unknown, actual: unknown, details?: ErrorDetails): never {
  const form = isSame(actual, expected) ? ' in its form' : '' // the difference may be cut off
  const check = pointer.replace(/^\//, '')
  const message = `${describe(check, expected, actual)}${form}.`
  throw new ClientError('UNVERIFIED', message, { check, expected, actual, ...details })
}
