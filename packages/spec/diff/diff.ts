import type { OpenRpc } from '../src/open-rpc.ts'
import type { Issue } from '../generate/prelude.ts'
import { createChecker, type Checker, type Root, type Strictness } from './checker.ts'
import { overlaps, type Difference, type Pair } from './difference.ts'
import { compareDocuments } from './documents.ts'
import { higher, ruleOf, type Direction, type Grade, type Proof } from './rules.ts'
import { compareTexts } from './texts.ts'
import { findUnexplained } from './unexplained.ts'

/** One change of a document: its step of the version, and a value that shows it. */
export interface Change extends Pick<Difference, 'rule' | 'pointer' | 'sentence'> {
  readonly grade: Grade
  readonly direction: Direction
  readonly witness?: Witness
  /** Why the grade is not what the witness alone would make it. */
  readonly policy?: string
}

/** A value on which the two documents disagree. */
export interface Witness extends Root {
  readonly value: unknown
  readonly proof: Proof
  /** The issue of the document that refuses the value. */
  readonly issue: string
}

/** A comparison that does not hold together: a grade without its witness, or a witness without its grade. */
export class DiffError extends Error {
  override readonly name = 'DiffError'
}

/** All changes from one document to another, the gravest first. Both must pass the lint. Throws a DiffError where grades and witnesses disagree. */
export async function diffDocuments(old: OpenRpc, young: OpenRpc): Promise<Change[]> {
  const documents = { old, new: young }
  const checkers = { old: await createChecker(old), new: await createChecker(young) }
  const differences = [...compareDocuments(documents)]
  const texts = compareTexts(old, young, differences.length === 0)
  const grouped = Map.groupBy(
    [...differences, ...texts],
    ({ rule, pointer, position }) => `${rule} ${position.direction} ${pointer}`,
  )
  const changes = [...grouped.values()].map((group) => changeOf(group, checkers))
  const unexplained = findUnexplained(documents, checkers, differences)
  if (unexplained !== undefined) throw new DiffError(unexplained)
  return changes.toSorted((one, two) => rank(one) - rank(two))
}

/** The grade that a list of changes makes together, or undefined where there is none. */
export function gradeOf(changes: readonly Change[]): Grade | undefined {
  return changes.length === 0 ? undefined : changes.map(({ grade }) => grade).reduce(higher)
}

/** The order of grades: the gravest first. */
export const rank = ({ grade }: Change): number => ['major', 'minor', 'patch'].indexOf(grade)

function changeOf(group: readonly Difference[], checkers: Pair<Checker>): Change {
  const [{ rule, pointer, sentence, position }] = group as [Difference]
  const { direction } = position
  const { grade, proof, policy } = ruleOf(rule, direction)
  const find = (wanted: Proof, look: 'first' | 'any') =>
    group
      .values()
      .map((each) => witnessOf(each, wanted, checkers, look))
      .find((found) => found !== undefined)
  const witness = proof && (find(proof, 'first') ?? find(proof, 'any'))
  if (proof !== undefined && witness === undefined)
    throw new DiffError(
      `${pointer} ${sentence} It is ${grade} by ${rule}, but no value was found that shows it.`,
    )
  const broken =
    grade === 'major' || proof === undefined
      ? undefined
      : find(direction === 'call' ? 'refused' : 'unexpected', 'first')
  if (broken)
    throw new DiffError(
      `${pointer} ${sentence} It is ${grade} by ${rule}, but breaks a client: ${broken.issue}.`,
    )
  return { grade, rule, direction, pointer, sentence, ...(witness && { witness }), ...(policy && { policy }) }
}

/** Which document accepts the witness of each proof, how strictly, and how strictly the other one refuses it. */
const proofs: Readonly<Record<Proof, readonly ['old' | 'new', accepting: Strictness, refusing: Strictness]>> =
  {
    allowed: ['new', 'strict', 'strict'],
    refused: ['old', 'strict', 'strict'],
    unexpected: ['new', 'strict', 'open'],
    tolerated: ['new', 'tolerant', 'tolerant'],
    untolerated: ['old', 'tolerant', 'tolerant'],
  }

/** A value that shows a difference, by the first issue of it, or by any: differences of one object can hide each other. */
function witnessOf(
  difference: Difference,
  proof: Proof,
  checkers: Pair<Checker>,
  look: 'first' | 'any',
): Witness | undefined {
  const { position, values } = difference
  const [accepter, accepting, refusing] = proofs[proof]
  const [accepts, refuses] = accepter === 'new' ? [checkers.new, checkers.old] : [checkers.old, checkers.new]
  for (const value of values.flatMap((each) => position.embed(each))) {
    const issue = refuses(position.root, value, refusing)
    if (!issue || accepts(position.root, value, accepting)) continue
    const issues = look === 'first' ? [issue] : refuses.all(position.root, value, refusing)
    const shown = issues.find((each) => shows(each, difference))
    if (shown) return { ...position.root, value, proof, issue: `${shown.path || '/'} ${shown.message}` }
  }
  return undefined
}

/** Whether an issue is about a difference, and not about another one of the same documents. */
function shows({ path, message }: Issue, { position, key }: Difference): boolean {
  const named =
    key === undefined || (message.includes(JSON.stringify(key)) && depth(path) === depth(position.path))
  return named && overlaps(path, position.path)
}

const depth = (path: string) => path.split('/').length
