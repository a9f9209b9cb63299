/** Returns the sentence, without its period, for a member or check with another value. */
export const describe = (check: string, expected: unknown, actual: unknown): string =>
  `${check} is ${show(actual)}, not ${show(expected)}`

/** Returns whether two values are the same, whatever the case of hex digits; `0X` is not hex. */
export const isSame = (a: unknown, b: unknown): boolean =>
  a === b ||
  (typeof a === 'string' && typeof b === 'string' && a[1] === b[1] && a.toLowerCase() === b.toLowerCase())

/** Returns the beginning of a value's JSON. */
const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 80) ?? 'absent'
