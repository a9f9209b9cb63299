import { ClientError, type ErrorDetails, type Mismatch } from '../error.ts'
import type { Ground, Reason } from './report.ts'

/** Writes a value, to which a hash commits already, in the document's form. */
export type Form = (value: string) => string

/** What a member must be: its form if a hash commits to it already, a pattern if nothing here proves it, else its value. */
export type Expected =
  | Because
  | RegExp
  | undefined
  | null
  | boolean
  | string
  | Form
  | readonly Expected[]
  | { readonly [member: string]: Expected }
/** The members that an object must have, and what each must be. */
export type Members = { readonly [member: string]: Expected }

/** What a member must be, and the reason. */
export interface Because {
  readonly [reasonKey]: Reason
  readonly must: Expected
}
const reasonKey: unique symbol = Symbol('reason')

/** Gives each of some members its reason; those that are undefined, or a pattern, stay unproven. */
export function because(reason: Reason, members: Members): Members {
  const entries = Object.entries(members).map(([name, must]): [string, Expected] => [
    name,
    isProof(must) && !isBecause(must) ? { [reasonKey]: reason, must } : must,
  ])
  return Object.fromEntries(entries)
}

/** Whether something is proven by what it must be: a pattern is the form of what nothing proves. */
const isProof = (must: Expected): boolean =>
  ![must].flat().some((part) => part === undefined || part instanceof RegExp)

const isBecause = (expected: Expected): expected is Because =>
  typeof expected === 'object' && expected !== null && reasonKey in expected

/** A JSON object as the wire had it. */
export type Json = Readonly<Record<string, unknown>>

/** How the members of a result compare with what they must be. */
export interface Comparison {
  readonly proven: string[]
  readonly unproven: string[]
  readonly grounds: Ground[]
  readonly mismatches: Mismatch[]
}

/**
 * Compares a result with what it must be, member by member. Lists those that differ; with `isFormal` also in the case of a
 * letter or in leading zeros, and those that nothing proves, but of another form; with `isExact` also a missing or an
 * unknown member.
 */
export function compare(
  result: unknown,
  expected: Expected,
  isExact: boolean,
  isFormal: boolean,
): Comparison {
  const work: Work = { isExact, isFormal, proven: new Map(), reasons: new Map(), mismatches: [] }
  compareValue(result, expected, work, '')
  const { mismatches } = work
  for (const { path } of mismatches) {
    const member = `${toMember(path).replace(/\/\d+$/, '')}/`
    // What holds the value is no more proven than what the value holds.
    for (const other of work.proven.keys())
      if (member.startsWith(`${other}/`) || `${other}/`.startsWith(member)) work.proven.delete(other)
  }
  const list = (isProven: boolean) =>
    [...work.proven].flatMap(([member, is]) => (is === isProven ? [member] : []))
  const proven = list(true)
  return { proven, unproven: list(false), grounds: groundsOf(proven, work.reasons), mismatches }
}

interface Work {
  readonly isExact: boolean
  readonly isFormal: boolean
  /** Whether a member was proven, at every index. */
  readonly proven: Map<string, boolean>
  readonly reasons: Map<string, Reason>
  readonly mismatches: Mismatch[]
}

/** The reasons of proven members, each once; without members under one that has the same reason. */
function groundsOf(proven: readonly string[], reasons: ReadonlyMap<string, Reason>): Ground[] {
  const grounds = new Map<Reason, string[]>()
  for (const member of proven) {
    const reason = reasons.get(member)
    const parent = member.replace(/(\/\*)?\/[^/]+$/, '')
    if (reason === undefined || (proven.includes(parent) && reasons.get(parent) === reason)) continue
    grounds.set(reason, [...(grounds.get(reason) ?? []), member])
  }
  return [...grounds].map(([reason, members]) => ({ reason, members }))
}

function compareValue(actual: unknown, expected: Expected, work: Work, path: string, reason?: Reason): void {
  const differ = (expected: unknown) => void work.mismatches.push({ path, expected, actual })
  if (isBecause(expected)) compareValue(actual, expected.must, work, path, expected[reasonKey])
  else if (expected instanceof RegExp) {
    if (work.isFormal && !(typeof actual === 'string' && expected.test(actual))) differ('a value of its form')
  } else if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length)
      return differ(`an array of ${expected.length}`)
    for (const [index, part] of expected.entries())
      compareValue(actual[index], part, work, `${path}/${index}`, reason)
  } else if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return differ('an object')
    compareMembers(actual as Members, expected as Members, work, path, reason)
  } else if (typeof expected === 'function') {
    if (actual === null) return differ('a value') // it was hashed by an older name
    const isList = Array.isArray(actual)
    if (![actual].flat().every((text) => typeof text === 'string')) return differ('a string')
    if (work.isFormal)
      compareValue(actual, isList ? actual.map(expected) : expected(actual as string), work, path)
  } else if (expected !== undefined && actual !== expected && (work.isFormal || !isSame(actual, expected)))
    differ(expected)
}

function compareMembers(
  actual: Members,
  expected: Members,
  work: Work,
  path: string,
  reason: Reason | undefined,
): void {
  const { isExact, proven, reasons } = work
  for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const here = `${path}/${name}`
    const isKnown = Object.hasOwn(expected, name)
    const must = isKnown ? expected[name] : undefined
    const isThere = Object.hasOwn(actual, name)
    if (isExact && isThere && !isKnown) {
      work.mismatches.push({ path: here, expected: undefined, actual: actual[name] })
      continue
    }
    const member = toMember(here)
    const why = isBecause(must) ? must[reasonKey] : reason
    if (isThere && why) reasons.set(member, why)
    if (isThere) proven.set(member, isProof(must) && proven.get(member) !== false)
    if (isThere || isExact) compareValue(actual[name], must, work, here, why)
  }
}

/** A JSON pointer with `*` for each index before its last part. */
const toMember = (path: string): string => path.replace(/\/\d+(?=\/)/g, '/*')

/** Throws a ClientError (UNVERIFIED) if a check computed another value than expected. */
export function checkEqual(check: string, expected: unknown, actual: unknown): void {
  if (!isSame(expected, actual)) refute(check, expected, actual)
}

/** Throws a ClientError (UNVERIFIED) that names the check, or the member, and both values; `details` are further ones. */
export function refute(check: string, expected: unknown, actual: unknown, details: ErrorDetails = {}): never {
  check = check.replace(/^\//, '')
  const form = isSame(actual, expected) ? ' in its form' : '' // the difference may be cut off
  const message = `${check} is ${show(actual)}, not ${show(expected)}${form}.`
  throw new ClientError('UNVERIFIED', message, { check, expected, actual, ...details })
}

/** The ClientError for a block that the endpoint lacks: it may lag, or be another one behind the same address. */
export const unavailable = (block: unknown, consequence = ''): ClientError =>
  new ClientError('NOT_AVAILABLE', `block ${String(block)} is not available${consequence}.`)

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
