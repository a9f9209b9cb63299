/** A step of the version: major breaks a client, minor adds, patch changes nothing that a program sees. */
export type Grade = 'major' | 'minor' | 'patch'

/** Whether a change is in what clients send, or in what they receive. */
export type Direction = 'call' | 'reply'

/**
 * What the witness of a change shows:
 * allowed, the new document accepts what the old one refuses; refused, the old one accepts what the new one refuses;
 * unexpected, the new one gives what a client of the old one refuses, though it ignores members that it does not know;
 * tolerated and untolerated, the same as allowed and refused by the tolerant checks.
 */
export type Proof = 'allowed' | 'refused' | 'unexpected' | 'tolerated' | 'untolerated'

/** The name of a kind of change. */
export type RuleName =
  | 'values-added'
  | 'values-removed'
  | 'member-optional'
  | 'member-required'
  | 'member-added'
  | 'required-member-added'
  | 'member-removed'
  | 'required-member-removed'
  | 'tolerance-added'
  | 'tolerance-removed'
  | 'param-renamed'
  | 'params-moved'
  | 'method-added'
  | 'method-removed'
  | 'name-added'
  | 'name-removed'
  | 'error-added'
  | 'error-removed'
  | 'error-code'
  | 'text'
  | 'form'

type Rows = Readonly<Record<Direction, Row>>

interface Row {
  readonly grade: Grade
  /** The proof that a change of this kind must have; without one no value shows the change. */
  readonly proof?: Proof
  /** Why the grade is not what the proof alone would make it. */
  readonly policy?: string
}

const narrowed: Rows = {
  call: { grade: 'major', proof: 'refused' },
  reply: { grade: 'minor', proof: 'refused' },
}
const widened: Rows = {
  call: { grade: 'minor', proof: 'allowed' },
  reply: { grade: 'major', proof: 'unexpected' },
}
const seen = (grade: Grade, policy?: string): Rows => {
  const row = policy === undefined ? { grade } : { grade, policy }
  return { call: row, reply: row }
}

const unknownMembers =
  "a client ignores members that it does not know; only its verifier at level 'full' refuses them, unless its members are 'tolerant'"

/** Each kind of change: its grade in a call and in a reply, and the proof that it needs. */
const rules: Readonly<Record<RuleName, Rows>> = {
  'values-added': widened,
  'values-removed': narrowed,
  'member-optional': widened,
  'member-required': narrowed,
  'member-added': {
    call: { grade: 'minor', proof: 'allowed' },
    reply: { grade: 'minor', proof: 'allowed', policy: unknownMembers },
  },
  'required-member-added': {
    call: { grade: 'major', proof: 'refused' },
    reply: { grade: 'minor', proof: 'allowed', policy: unknownMembers },
  },
  'member-removed': {
    call: { grade: 'major', proof: 'refused' },
    reply: { grade: 'major', proof: 'refused', policy: 'a program that reads the member no longer finds it' },
  },
  'required-member-removed': {
    call: { grade: 'major', proof: 'refused' },
    reply: { grade: 'major', proof: 'unexpected' },
  },
  'tolerance-added': {
    call: { grade: 'minor', proof: 'tolerated' },
    reply: { grade: 'minor', proof: 'tolerated' },
  },
  'tolerance-removed': {
    call: { grade: 'major', proof: 'untolerated' },
    reply: { grade: 'major', proof: 'untolerated', policy: 'a client tolerates less of other nodes' },
  },
  'param-renamed': seen('minor', 'parameters are given by position'),
  'params-moved': seen('major', 'the same parameters mean something else'),
  'method-added': seen('minor'),
  'method-removed': seen('major'),
  'name-added': seen('minor'),
  'name-removed': seen('major', 'the package no longer exports it'),
  'error-added': seen('minor', 'a client knows errors by their kind, and accepts new ones'),
  'error-removed': seen('minor'),
  'error-code': seen('major'),
  text: seen('patch'),
  form: seen('patch'),
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
