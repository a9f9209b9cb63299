import { ClientError } from '../error.ts'

/** Writes a value, to which a hash commits already, in the document's form. */
export type Form = (value: string) => string

/** What a member must be: its form where a hash commits to it already, `undefined` where nothing here proves it, else its value. */
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

/** A JSON object as it came. */
export type Json = Readonly<Record<string, unknown>>

/** The members of an answer that were proven (true), or were not (false). */
export type Verdicts = (isProven: boolean) => string[]

/**
 * Compares an answer with what it must be, member by member. Throws a ClientError (UNVERIFIED) for the first that
 * differs; where its form is held too, also in the case of a letter or in zeros before a quantity; and, if they must be
 * exact, for one that is missing or too many.
 */
export function judge(answer: unknown, expected: Expected, isExact: boolean, isFormal: boolean): Verdicts {
  const verdicts: Work = { isExact, isFormal, proven: new Map() }
  judgeValue(answer, expected, verdicts, '')
  return (isProven) => [...verdicts.proven].flatMap(([member, is]) => (is === isProven ? [member] : []))
}

interface Work {
  readonly isExact: boolean
  readonly isFormal: boolean
  /** Whether a member was proven, wherever it stands. */
  readonly proven: Map<string, boolean>
}

function judgeValue(actual: unknown, expected: Expected, work: Work, path: string): void {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length)
      refute(path, `an array of ${expected.length}`, actual)
    for (const [index, part] of expected.entries()) judgeValue(actual[index], part, work, `${path}/${index}`)
  } else if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) refute(path, 'an object', actual)
    judgeMembers(actual as Members, expected as Members, work, path)
  } else if (typeof expected === 'function') {
    if (actual === null) refute(path, 'a value', actual) // what was hashed may stand under an older name
    const isList = Array.isArray(actual)
    if (work.isFormal)
      judgeValue(actual, isList ? actual.map(expected) : expected(actual as string), work, path)
  } else if (expected !== undefined && actual !== expected && (work.isFormal || !isSame(actual, expected)))
    refute(path, expected, actual)
}

function judgeMembers(actual: Members, expected: Members, work: Work, path: string): void {
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
    judgeValue(actual[name], must, work, here)
  }
}

/** Throws a ClientError (UNVERIFIED) where what a check computed differs from what it must be. */
export function demand(check: string, expected: unknown, actual: unknown): void {
  if (!isSame(expected, actual)) refute(check, expected, actual)
}

/** Throws a ClientError (UNVERIFIED) that names the check, or the member, and both values. */
export function refute(check: string, expected: unknown, actual: unknown): never {
  check = check.replace(/^\//, '')
  const form = isSame(actual, expected) ? ' in its form' : '' // where they differ may not be shown
  const message = `${check} is ${show(actual)}, not ${show(expected)}${form}.`
  throw new ClientError('UNVERIFIED', message, { check, expected, actual })
}

/** The digits of hex may be written in either case: a hash or an address of mixed case is the same. `0X` is no hex. */
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
