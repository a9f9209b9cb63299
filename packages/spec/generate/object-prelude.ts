import { below, type Check, closed, has, isObject, type Issue, lacks, type Mode, must } from './prelude.ts'

/** A member: its check, and the mode in which it must be there; undefined if it may be absent. */
type MemberCheck = readonly [check: Check, needed: Mode | undefined]

/** The members of an object. */
type MemberChecks = Readonly<Record<string, Check | MemberCheck>>

export const optional = (check: Check): MemberCheck => [check, undefined]
/** A member that other nodes leave out. */
export const seldom = (check: Check): MemberCheck => [check, 'strict']
/** The check of a value that other nodes send as null. */
export const orNull =
  (check: Check): Check =>
  (value, mode) =>
    mode === 'tolerant' && value === null ? undefined : check(value, mode)

export const omit = (all: MemberChecks, names: string): MemberChecks =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.split(' ').includes(name)))

/** Checks an object of these members; `either` are names of which it has exactly one. */
export function object(members: MemberChecks, either: readonly string[] = []): Check {
  const rows = Object.entries(members).map(([key, member]) => {
    const [check, needed] = typeof member === 'function' ? ([member, 'tolerant'] as const) : member
    return { key, check, needed }
  })
  return (value, mode = 'strict'): Issue | undefined => {
    if (!isObject(value)) return must('be an object')
    let count = 0
    for (const { key, check, needed } of rows) {
      if (has(value, key)) {
        count++
        const issue = check(value[key], mode)
        if (issue) return below(key, issue)
      } else if (needed === 'tolerant' || needed === mode) return lacks(key)
    }
    if (either.length > 0 && either.filter((key) => has(value, key)).length !== 1)
      return must(`have exactly one of ${either.map((key) => JSON.stringify(key)).join(', ')}`)
    return mode === 'tolerant' ? undefined : closed(value, count, Object.keys(members).join(' '))
  }
}
