/** What a version number tells: major breaks a caller, minor adds, patch changes nothing that a program sees. */
export type Grade = 'major' | 'minor' | 'patch'

/** Questions are what callers send; answers are what they receive. */
export type Direction = 'question' | 'answer'

/**
 * How the two documents judge the witness of a change:
 * allowed, the new one takes what the old one refuses; refused, the old one took what the new one refuses;
 * stranger, the new one gives what a client of the old one refuses, though it passes over members that it does not know;
 * borne and unborne, the same as allowed and refused by the tolerant checks.
 */
export type Proof = 'allowed' | 'refused' | 'stranger' | 'borne' | 'unborne'

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
  /** The proof that a change of this kind must have; without one the change is seen in the text alone. */
  readonly proof?: Proof
  /** Why the grade is not what the proof alone would make it. */
  readonly policy?: string
}

const narrowed: Rows = {
  question: { grade: 'major', proof: 'refused' },
  answer: { grade: 'minor', proof: 'refused' },
}
const widened: Rows = {
  question: { grade: 'minor', proof: 'allowed' },
  answer: { grade: 'major', proof: 'stranger' },
}
const seen = (grade: Grade, policy?: string): Rows => {
  const row = policy === undefined ? { grade } : { grade, policy }
  return { question: row, answer: row }
}

const unknownMembers =
  "a client passes over members that it does not know; only its verifier at level 'full' refuses them, unless its members are 'tolerant'"

/** Each kind of change: its grade in a question and in an answer, and the proof that it needs. */
const rules: Readonly<Record<RuleName, Rows>> = {
  'values-added': widened,
  'values-removed': narrowed,
  'member-optional': widened,
  'member-required': narrowed,
  'member-added': {
    question: { grade: 'minor', proof: 'allowed' },
    answer: {
      grade: 'minor',
      proof: 'allowed',
      policy: unknownMembers,
    },
  },
  'required-member-added': {
    question: { grade: 'major', proof: 'refused' },
    answer: {
      grade: 'minor',
      proof: 'allowed',
      policy: unknownMembers,
    },
  },
  'member-removed': {
    question: { grade: 'major', proof: 'refused' },
    answer: { grade: 'major', proof: 'refused', policy: 'who reads the member finds it no more' },
  },
  'required-member-removed': {
    question: { grade: 'major', proof: 'refused' },
    answer: { grade: 'major', proof: 'stranger' },
  },
  'tolerance-added': {
    question: { grade: 'minor', proof: 'borne' },
    answer: { grade: 'minor', proof: 'borne' },
  },
  'tolerance-removed': {
    question: { grade: 'major', proof: 'unborne' },
    answer: { grade: 'major', proof: 'unborne', policy: 'a client bears less of other nodes' },
  },
  'param-renamed': seen('minor', 'parameters are given by position'),
  'params-moved': seen('major', 'the same parameters mean something else'),
  'method-added': seen('minor'),
  'method-removed': seen('major'),
  'name-added': seen('minor'),
  'name-removed': seen('major', 'the package exports it no more'),
  'error-added': seen('minor', 'a client knows errors by their kind, and bears new ones'),
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
