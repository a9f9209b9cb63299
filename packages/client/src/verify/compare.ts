import { ClientError } from '../error.ts'

/** Writes a value, to which a hash commits already, in the document's form. */
export type Form = (value: string) => string

/** What a member must be: its form if a hash commits to it already, `undefined` if nothing here proves it, else its value. */
export type Expected =
  | undefined
  | null
  | boolean
  | string
  | Form
  | readonly Expected[]
  | { readonly [member: string]: Expected }
/** The members that an object must have, and what each must be. */
export type Members = { readonly [member: string]: Expected }

/** A JSON object as the wire had it. */
export type Json = Readonly<Record<string, unknown>>

/** The members of a result that were proven (true), or were not (false). */
type ListMembers = (isProven: boolean) => string[]

/**
 * Compares a result with what it must be, member by member. Throws a ClientError (UNVERIFIED) for the first that
 * differs; with `isFormal` also in the case of a letter or in leading zeros; with `isExact` also for a missing or an
 * unknown member.
 */
export function compare(
  result: unknown,
  expected: Expected,
  isExact: boolean,
  isFormal: boolean,
): ListMembers {
  const work: Work = { isExact, isFormal, proven: new Map() }
  compareValue(result, expected, work, '')
  return (isProven) => [...work.proven].flatMap(([member, is]) => (is === isProven ? [member] : []))
}

interface Work {
  readonly isExact: boolean
  readonly isFormal: boolean
  /** Whether a member was proven, at every index. */
  readonly proven: Map<string, boolean>
}

function compareValue(actual: unknown, expected: Expected, work: Work, path: string): void {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length)
      refute(path, `an array of ${expected.length}`, actual)
    for (const [index, part] of expected.entries())
      compareValue(actual[index], part, work, `${path}/${index}`)
  } else if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) refute(path, 'an object', actual)
    compareMembers(actual as Members, expected as Members, work, path)
  } else if (typeof expected === 'function') {
    if (actual === null) refute(path, 'a value', actual) // it was hashed by an older name
    const isList = Array.isArray(actual)
    if (work.isFormal)
      compareValue(actual, isList ? actual.map(expected) : expected(actual as string), work, path)
  } else if (expected !== undefined && actual !== expected && (work.isFormal || !isSame(actual, expected)))
    refute(path, expected, actual)
}

function compareMembers(actual: Members, expected: Members, work: Work, path: string): void {
  const { isExact, proven } = work
  for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const here = `${path}/${name}`
    const isKnown = Object.hasOwn(expected, name)
    const must = isKnown ? expected[name] : undefined
    const isThere = Object.hasOwn(actual, name)
    if (isExact && (isThere ? !isKnown : must !== undefined)) refute(here, must, actual[name])
    if (!isThere) continue
    const member = here.replace(/\/\d+(?=\/)/g, '/*')
    proven.set(member, must !== undefined && proven.get(member) !== false)
    compareValue(actual[name], must, work, here)
  }
}

/** Throws a ClientError (UNVERIFIED) if a check computed another value than expected. */
export function checkEqual(check: string, expected: unknown, actual: unknown): void {
  if (!isSame(expected, actual)) refute(check, expected, actual)
}

/** Throws a ClientError (UNVERIFIED) that names the check, or the member, and both values. */
export function refute(check: string, expected: unknown, actual: unknown): never {
  check = check.replace(/^\//, '')
  const form = isSame(actual, expected) ? ' in its form' : '' // the difference may be cut off
  const message = `${check} is ${show(actual)}, not ${show(expected)}${form}.`
  throw new ClientError('UNVERIFIED', message, { check, expected, actual })
}

/** Hex digits of upper and lower case are the same; `0X` is no hex. */
const isSame = (a: unknown, b: unknown): boolean =>
  a === b ||
  (typeof a === 'string' && typeof b === 'string' && a[1] === b[1] && a.toLowerCase() === b.toLowerCase())

/** A value as JSON. */
const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 80) ?? 'absent'

/** A member that must be an array. */
export function listOf(name: string, json: Json): readonly unknown[] {
  const list = json[name]
  return Array.isArray(list) ? list : refute(name, [], list)
}
