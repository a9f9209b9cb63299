import { isSame } from '../mismatch.ts'
import type { Mismatch } from '../error.ts'
import type { Ground, Reason } from './report.ts'

/** Returns a value, to which a hash commits already, in the document's form. */
export type Form = (value: string) => string

/** The requirement of a member: its form if a hash commits to it already, a pattern if nothing here proves it, else its value. */
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

/** The members that an object must have, each with its requirement. */
export type Members = { readonly [member: string]: Expected }

/** A requirement and its reason. */
export interface Because {
  readonly [reasonKey]: Reason
  readonly must: Expected
}
const reasonKey: unique symbol = Symbol('reason')

/** Adds the reason to members; those that are undefined, or a pattern, stay unproven. */
export function because(reason: Reason, members: Members): Members {
  const entries = Object.entries(members).map(([name, must]): [string, Expected] => [
    name,
    isProof(must) && !isBecause(must) ? { [reasonKey]: reason, must } : must,
  ])
  return Object.fromEntries(entries)
}

/** Returns whether a requirement is a proof: undefined and patterns are not. */
const isProof = (must: Expected): boolean =>
  ![must].flat().some((part) => part === undefined || part instanceof RegExp)

const isBecause = (expected: Expected): expected is Because =>
  typeof expected === 'object' && expected !== null && reasonKey in expected

/** The members of a result, compared with their requirements. */
export interface Comparison {
  readonly proven: string[]
  readonly unproven: string[]
  readonly grounds: Ground[]
  readonly mismatches: Mismatch[]
}

/**
 * Compares the members of a result with their requirements.
 * @param isExact Whether a missing or an unknown member is a mismatch.
 * @param isFormal Whether another form is a mismatch: upper-case hex, leading zeros, or any other of an unproven member.
 */
export function compare(
  result: unknown,
  expected: Expected,
  isExact: boolean,
  isFormal: boolean,
): Comparison {
  const state: State = { isExact, isFormal, proven: new Map(), reasons: new Map(), mismatches: [] }
  compareValue(result, expected, state, '')
  const { mismatches } = state
  for (const { path } of mismatches) {
    const member = `${toMember(path).replace(/\/\d+$/, '')}/`
    // Neither the parents of a refuted value nor its members are proven.
    for (const other of state.proven.keys())
      if (member.startsWith(`${other}/`) || `${other}/`.startsWith(member)) state.proven.delete(other)
  }
  const list = (isProven: boolean) =>
    [...state.proven].flatMap(([member, is]) => (is === isProven ? [member] : []))
  const proven = list(true)
  return { proven, unproven: list(false), grounds: groundsOf(proven, state.reasons), mismatches }
}

interface State {
  readonly isExact: boolean
  readonly isFormal: boolean
  /** Whether a member was proven, at every index. */
  readonly proven: Map<string, boolean>
  readonly reasons: Map<string, Reason>
  readonly mismatches: Mismatch[]
}

/** Returns the reasons of proven members, each once, without members under one that has the same reason. */
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

function compareValue(
  actual: unknown,
  expected: Expected,
  state: State,
  path: string,
  reason?: Reason,
): void {
  const differ = (expected: unknown) => void state.mismatches.push({ path, expected, actual })
  if (isBecause(expected)) compareValue(actual, expected.must, state, path, expected[reasonKey])
  else if (expected instanceof RegExp) {
    if (state.isFormal && !(typeof actual === 'string' && expected.test(actual)))
      differ('a value of its form')
  } else if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length)
      return differ(`an array of ${expected.length}`)
    for (const [index, part] of expected.entries())
      compareValue(actual[index], part, state, `${path}/${index}`, reason)
  } else if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return differ('an object')
    compareMembers(actual as Members, expected as Members, state, path, reason)
  } else if (typeof expected === 'function') {
    if (actual === null) return differ('a value') // it was hashed under an older name
    const isList = Array.isArray(actual)
    if (![actual].flat().every((text) => typeof text === 'string')) return differ('a string')
    if (state.isFormal)
      compareValue(actual, isList ? actual.map(expected) : expected(actual as string), state, path)
  } else if (expected !== undefined && actual !== expected && (state.isFormal || !isSame(actual, expected)))
    differ(expected)
}

function compareMembers(
  actual: Members,
  expected: Members,
  state: State,
  path: string,
  reason: Reason | undefined,
): void {
  const { isExact, proven, reasons } = state
  for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const here = `${path}/${name}`
    const isKnown = Object.hasOwn(expected, name)
    const must = isKnown ? expected[name] : undefined
    const isThere = Object.hasOwn(actual, name)
    if (isExact && isThere && !isKnown) {
      state.mismatches.push({ path: here, expected: undefined, actual: actual[name] })
      continue
    }
    const member = toMember(here)
    const why = isBecause(must) ? must[reasonKey] : reason
    if (isThere && why) reasons.set(member, why)
    if (isThere) proven.set(member, isProof(must) && proven.get(member) !== false)
    if (isThere || isExact) compareValue(actual[name], must, state, here, why)
  }
}

/** Returns a JSON pointer with `*` for each index before its last part. */
const toMember = (path: string): string => path.replace(/\/\d+(?=\/)/g, '/*')
