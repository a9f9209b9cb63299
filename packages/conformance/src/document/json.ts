import { showLine } from './shown-text.ts'

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>

/** A value that is a JSON object: no array, not null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns an object with each member made another one. */
export const mapValues = <T, U>(
  record: Readonly<Record<string, T>>,
  map: (value: T, key: string) => U,
): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))

/** Returns the own member of a value, alone in an array; an empty one if there is none. */
export function ownMember(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return []
  return [(value as Json)[key]]
}

/** A `0x` integer, leading zeros not looked at. */
export const isQuantity = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x[0-9a-f]+$/.test(value)

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

/** One difference between two JSON values; `expected` or `actual` is absent if that side has no value at the path. */
export interface Difference {
  /** JSON pointer (RFC 6901), e.g. `/result/logs/0/data`. */
  readonly path: string
  readonly expected?: unknown
  readonly actual?: unknown
}

/** Returns every difference between two parsed JSON values, with `path` before each pointer. The order of members does not count. */
export function compare(expected: unknown, actual: unknown, path = ''): Difference[] {
  if (Object.is(expected, actual) || (expected === 0 && actual === 0)) return []
  const isPair = [Array.isArray, isRecord].some((isKind) => isKind(expected) && isKind(actual))
  if (!isPair) return [{ path, expected, actual }]
  const [left, right] = [expected, actual] as [Json, Json]
  return [...new Set([left, right].flatMap(Object.keys))].flatMap((key): Difference[] => {
    const at = `${path}/${escapeKey(key)}`
    if (!Object.hasOwn(right, key)) return [{ path: at, expected: left[key] }]
    if (!Object.hasOwn(left, key)) return [{ path: at, actual: right[key] }]
    return compare(left[key], right[key], at)
  })
}

/** Returns the key that is a part of a JSON pointer. */
export const unescapeKey = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** A key as a part of a JSON pointer. */
export const escapeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** Returns the differences between two replies as hive's rpc-compat does: messages of errors that both have are not compared. */
export function compareReplies(expected: unknown, actual: unknown): Difference[] {
  const [left, right] = structuredClone([expected, actual])
  const isBatch = Array.isArray(left) && Array.isArray(right)
  const replies = isBatch ? left.map((item, index) => [item, right[index]]) : [[left, right]]
  for (const both of replies) {
    const errors = both.map((reply: unknown) => (isRecord(reply) ? reply['error'] : undefined))
    if (errors.every(isRecord)) for (const error of errors) delete error['message']
  }
  return compare(left, right)
}

/** One difference as a line, long values cut: `/result/gasUsed: expected "0x1", got "0x2"`. */
export const describeDifference = (difference: Difference): string =>
  describeSides(difference, 'expected', 'got')

/** `/result/gasUsed: the other endpoint has "0x1", this one "0x2"`, where neither is known to be right. */
export const describeDisagreement = (difference: Difference): string =>
  describeSides(difference, 'the other endpoint has', 'this one')

function describeSides({ path, ...sides }: Difference, theirs: string, ours: string): string {
  const [expected, actual] = (['expected', 'actual'] as const).map((side) =>
    side in sides ? show(sides[side]) : 'nothing',
  )
  return `${path === '' ? 'the whole value' : showLine(path)}: ${theirs} ${expected}, ${ours} ${actual}`
}
