import type { OpenRpc } from '../src/open-rpc.ts'
import type { Issue } from '../generate/prelude.ts'
import { compareDocuments } from './documents.ts'
import { judgeOf, type Judge, type Manner, type Root } from './judge.ts'
import { meet, type Difference, type Pair } from './place.ts'
import { higher, ruleOf, type Direction, type Grade, type Proof, type RuleName } from './rules.ts'
import { findUnexplained } from './sweep.ts'
import { compareTexts } from './texts.ts'

/** One change of a document: what it means to a version number, and a value that shows it. */
export interface Change {
  readonly grade: Grade
  readonly rule: RuleName
  /** Whether it is in what callers send, or in what they receive. */
  readonly direction: Direction
  /** A JSON pointer into the new document; into the old one for what was removed. */
  readonly pointer: string
  /** One sentence that goes on from the pointer. */
  readonly sentence: string
  readonly witness?: Witness
  /** Why the grade is not what the witness alone would make it. */
  readonly policy?: string
}

/** A whole value on which the two documents disagree. */
export interface Witness extends Root {
  readonly value: unknown
  readonly proof: Proof
  /** What the document that refuses the value says of it. */
  readonly issue: string
}

/** A comparison that does not hold together: a grade without its witness, or a witness without its grade. */
export class DiffError extends Error {
  override readonly name = 'DiffError'
}

/** All changes from one document to another, the gravest first. Both must pass the lint. Throws a DiffError where grades and witnesses disagree. */
export async function diffDocuments(old: OpenRpc, young: OpenRpc): Promise<Change[]> {
  const judges = { old: await judgeOf(old), new: await judgeOf(young) }
  const documents = { old, new: young }
  const differences = [...compareDocuments(documents)]
  const grouped = Map.groupBy(
    differences,
    ({ rule, pointer, place }) => `${rule} ${place.direction} ${pointer}`,
  )
  const changes = [...grouped.values()].map((group) => changeOf(group, judges))
  const unexplained = findUnexplained(documents, judges, differences)
  if (unexplained !== undefined) throw new DiffError(unexplained)
  const texts = compareTexts(old, young, differences.length === 0)
  return [...changes, ...texts].toSorted((one, two) => rank(one) - rank(two))
}

/** The grade that a list of changes makes together, or undefined where there is none. */
export function gradeOf(changes: readonly Change[]): Grade | undefined {
  return changes.length === 0 ? undefined : changes.map(({ grade }) => grade).reduce(higher)
}

const rank = ({ grade }: Change) => ['major', 'minor', 'patch'].indexOf(grade)

function changeOf(group: readonly Difference[], judges: Pair<Judge>): Change {
  const [{ rule, pointer, sentence, place }] = group as [Difference]
  const { direction } = place
  const { grade, proof, policy } = ruleOf(rule, direction)
  const find = (wanted: Proof, look: 'first' | 'any') =>
    group
      .values()
      .map((each) => witnessOf(each, wanted, judges, look))
      .find((found) => found !== undefined)
  const witness = proof && (find(proof, 'first') ?? find(proof, 'any'))
  if (proof !== undefined && witness === undefined)
    throw new DiffError(
      `${pointer} ${sentence} It is ${grade} by ${rule}, but no value was found that shows it.`,
    )
  const broken =
    grade === 'major' || proof === undefined
      ? undefined
      : find(direction === 'question' ? 'refused' : 'stranger', 'first')
  if (broken)
    throw new DiffError(
      `${pointer} ${sentence} It is ${grade} by ${rule}, but breaks a caller: ${broken.issue}.`,
    )
  return { grade, rule, direction, pointer, sentence, ...(witness && { witness }), ...(policy && { policy }) }
}

/** Who takes and who refuses the witness of each proof, and how they look at it. */
const proofs: Readonly<Record<Proof, readonly [taker: 'old' | 'new', taking: Manner, refusing: Manner]>> = {
  allowed: ['new', 'strict', 'strict'],
  refused: ['old', 'strict', 'strict'],
  stranger: ['new', 'strict', 'open'],
  borne: ['new', 'tolerant', 'tolerant'],
  unborne: ['old', 'tolerant', 'tolerant'],
}

/** A value that shows a difference, by the first issue of it, or by any: differences of one object can hide each other. */
function witnessOf(
  difference: Difference,
  proof: Proof,
  judges: Pair<Judge>,
  look: 'first' | 'any',
): Witness | undefined {
  const { place, values } = difference
  const [taker, taking, refusing] = proofs[proof]
  const [takes, refuses] = taker === 'new' ? [judges.new, judges.old] : [judges.old, judges.new]
  for (const value of values.flatMap((each) => place.plant(each))) {
    const issue = refuses(place.root, value, refusing)
    if (!issue || takes(place.root, value, taking)) continue
    const issues = look === 'first' ? [issue] : refuses.all(place.root, value, refusing)
    const shown = issues.find((each) => shows(each, difference))
    if (shown) return { ...place.root, value, proof, issue: `${shown.path || '/'} ${shown.message}` }
  }
  return undefined
}

/** Whether an issue is about a difference, and not about another one of the same documents. */
function shows({ path, message }: Issue, { place, key }: Difference): boolean {
  const named =
    key === undefined || (message.includes(JSON.stringify(key)) && depth(path) === depth(place.path))
  return named && meet(path, place.path)
}

const depth = (path: string) => path.split('/').length
