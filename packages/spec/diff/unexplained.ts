import * as fc from 'fast-check'
import { arbitrary } from '../src/arbitrary.ts'
import { mutants } from '../src/mutants.ts'
import type { OpenRpc, Schema } from '../src/open-rpc.ts'
import type { Checker, Root } from './checker.ts'
import { overlaps, type Difference, type Documents, type Pair } from './difference.ts'
import { ruleOf, type Direction } from './rules.ts'

/** Returns a sentence on a value on which the documents disagree without a difference, or that breaks a client without a major one. */
export function findUnexplained(
  documents: Documents,
  checkers: Pair<Checker>,
  differences: readonly Difference[],
): string | undefined {
  for (const { root, direction } of rootsOf(documents)) {
    const near = differences.filter(
      ({ position }) => position.root.kind === root.kind && position.root.name === root.name,
    )
    for (const value of valuesOf(documents, root)) {
      const was = checkers.old(root, value, 'strict')
      const is = checkers.new(root, value, 'strict')
      const breaks = direction === 'call' ? !was && is : !is && checkers.old(root, value, 'open')
      const issue = breaks || (is === undefined) === (was === undefined) ? breaks || undefined : (was ?? is)
      if (!issue) continue
      const why = near.filter(({ position }) => overlaps(issue.path, position.path))
      const graded = why.some(({ rule }) => ruleOf(rule, direction).grade === 'major')
      if (breaks ? graded : why.length > 0) continue
      const text = JSON.stringify(value).slice(0, 200)
      return `${root.name} (${root.kind}): the documents disagree on ${text}, ${issue.path || '/'} ${issue.message}, and no change${breaks ? ' of grade major' : ''} explains it.`
    }
  }
  return undefined
}

/** The parameters and results of the methods that both documents have. */
function rootsOf({ old, new: young }: Documents): { root: Root; direction: Direction }[] {
  return young.methods
    .filter(({ name }) => old.methods.some((method) => method.name === name))
    .flatMap(({ name }) => [
      { root: { kind: 'params', name }, direction: 'call' },
      { root: { kind: 'results', name }, direction: 'reply' },
    ])
}

function* valuesOf({ old, new: young }: Documents, { kind, name }: Root): Generator<unknown> {
  for (const document of [old, young]) {
    const { params, result } = document.methods.find((method) => method.name === name)!
    yield* kind === 'results'
      ? around(document, result.schema)
      : calls(
          document,
          params.map(({ schema }) => schema),
        )
  }
}

/** Values of a schema, and faults made in the first of them. */
function* around(document: OpenRpc, schema: Schema): Generator<unknown> {
  const values = fc.sample(arbitrary(document, schema), { seed: 1, numRuns: 20 })
  yield* values
  for (const value of values.slice(0, 3))
    for (const mutant of mutants(document, schema, value)) yield mutant.value
}

function* calls(document: OpenRpc, schemas: readonly Schema[]): Generator<unknown> {
  const samples = schemas.map((schema) => [...around(document, schema)])
  const first = samples.map((values) => values[0])
  for (let count = 0; count <= first.length; count++) yield first.slice(0, count)
  yield [...first, null]
  for (const [index, values] of samples.entries()) for (const value of values) yield first.with(index, value)
}
