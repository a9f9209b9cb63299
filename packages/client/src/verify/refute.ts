import { ClientError, type ErrorDetails } from '../error.ts'
import { describe, isSame } from '../mismatch.ts'

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
