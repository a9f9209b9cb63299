/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>

/** A value that is a JSON object: no array, not null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A `0x` integer, leading zeros not looked at. */
export function isQuantity(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-f]+$/.test(value)
}

/** An integer as `0x` hex without leading zeros. */
export const toQuantity = (value: bigint | number): `0x${string}` => `0x${value.toString(16)}`

/** A value as JSON of at most `length` characters, for a message. */
export function show(
  value: unknown,
  length = 100,
  replacer?: (key: string, value: unknown) => unknown,
): string {
  const text = JSON.stringify(value, replacer) ?? String(value)
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}
