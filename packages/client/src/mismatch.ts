import { ClientError, type ErrorDetails } from './error.ts'

/** Creates the error for a result that is refused, with the check or the member and both values. */
export function mismatch(
  code: 'WRONG_ANSWER' | 'UNVERIFIED',
  check: string,
  expected: unknown,
  actual: unknown,
  details?: ErrorDetails,
  note = '',
): ClientError {
  const message = `${check} is ${show(actual)}, not ${show(expected)}${note}.`
  return new ClientError(code, message, { check, expected, actual, ...details })
}

/** Returns whether two values are the same, whatever the case of hex digits; `0X` is not hex. */
export const isSame = (a: unknown, b: unknown): boolean =>
  a === b ||
  (typeof a === 'string' && typeof b === 'string' && a[1] === b[1] && a.toLowerCase() === b.toLowerCase())

/** Returns the beginning of a value's JSON. */
const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 80) ?? 'absent'
