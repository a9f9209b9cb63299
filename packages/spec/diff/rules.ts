/** A step of the version: major breaks a client, minor adds, patch changes nothing that a program sees. */
export type Grade = 'major' | 'minor' | 'patch'

/** Whether a change is in what clients send, or in what they receive. */
export type Direction = 'call' | 'reply'

/**
 * The meaning of a witness:
 *
 * - `allowed`: the new document accepts it, the old one refuses it; `refused`: the reverse.
 * - `unexpected`: a reply that a client of the old document refuses, although it ignores unknown members.
 * - `tolerated`, `untolerated`: `allowed` and `refused` with the tolerant checks.
 */
export type Proof = 'allowed' | 'refused' | 'unexpected' | 'tolerated' | 'untolerated'

/** The name of a kind of change. */
export type RuleName =
  | `${'values' | 'member' | 'required-member' | 'tolerance' | 'method' | 'name' | 'error'}-${'added' | 'removed'}`
  | `member-${'optional' | 'required'}`
  | 'param-renamed'
  | 'params-moved'
  | 'error-code'
  | 'text'
  | 'form'

interface Row {
  readonly grade: Grade
  /** The proof that a change of this kind must have; undefined if no value can show the change. */
  readonly proof?: Proof | undefined
  /** Why the grade is not what the proof alone would make it. */
  readonly policy?: string | undefined
}

const row = (grade: Grade, proof?: Proof, policy?: string): Row => ({ grade, proof, policy })

/** A change that no value shows, in a call or in a reply. */
const unseen = (grade: Grade, policy?: string) => {
  const both = row(grade, undefined, policy)
  return { call: both, reply: both }
}

const widened = { call: row('minor', 'allowed'), reply: row('major', 'unexpected') }
const narrowed = { call: row('major', 'refused'), reply: row('minor', 'refused') }

const unknownMembers =
  "a client ignores members that it does not know; only its verifier at level 'full' refuses them, unless its members are 'tolerant'"
const lostMember = 'a program that reads the member no longer finds it'
const lessTolerant = 'a client tolerates less of other nodes'

/** Each kind of change: its grade in a call and in a reply, and the proof that it needs. */
const rules: Readonly<Record<RuleName, Readonly<Record<Direction, Row>>>> = {
  'values-added': widened,
  'values-removed': narrowed,
  'member-optional': widened,
  'member-required': narrowed,
  'member-added': { call: row('minor', 'allowed'), reply: row('minor', 'allowed', unknownMembers) },
  'required-member-added': { call: row('major', 'refused'), reply: row('minor', 'allowed', unknownMembers) },
  'member-removed': { call: row('major', 'refused'), reply: row('major', 'refused', lostMember) },
  'required-member-removed': { call: row('major', 'refused'), reply: row('major', 'unexpected') },
  'tolerance-added': { call: row('minor', 'tolerated'), reply: row('minor', 'tolerated') },
  'tolerance-removed': {
    call: row('major', 'untolerated'),
    reply: row('major', 'untolerated', lessTolerant),
  },
  'param-renamed': unseen('minor', 'parameters are given by position'),
  'params-moved': unseen('major', 'the same parameters mean something else'),
  'method-added': unseen('minor'),
  'method-removed': unseen('major'),
  'name-added': unseen('minor'),
  'name-removed': unseen('major', 'the package no longer exports it'),
  'error-added': unseen('minor', 'a client knows errors by their kind, and accepts new ones'),
  'error-removed': unseen('minor'),
  'error-code': unseen('major'),
  text: unseen('patch'),
  form: unseen('patch'),
}

/** The row of a kind of change. */
export function ruleOf(name: RuleName, direction: Direction): Row {
  return rules[name][direction]
}

/** The higher of two grades. */
export function higher(one: Grade, two: Grade): Grade {
  return order.indexOf(one) > order.indexOf(two) ? one : two
}

const order: readonly Grade[] = ['patch', 'minor', 'major']
