import { namesOfParam } from '../document/document.ts'
import { readDocument } from '../document/read-document.ts'
import { matches } from '../report/glob.ts'
import type { Check } from '../rules/check.ts'
import type { PlanOptions } from '../rules/plan.ts'
import type { RunOptions } from '../run.ts'

/** Returns a sentence for each glob and each name of a value that matches nothing: most are misspelt. */
export function findUnused(
  given: object,
  checks: readonly Check[],
  { methods: globs = [], values = {}, only = [], skip = [] }: PlanOptions & RunOptions,
): string[] {
  const { document } = readDocument(given)
  const ids = checks.map(({ id }) => id)
  const names = document.methods.flatMap(({ name, tags = [] }) => [
    name,
    ...tags.map((tag) => `tag:${tag.name}`),
  ])
  const targets = document.methods.flatMap(({ name, params }) =>
    params.flatMap((param) => namesOfParam(document, name, param)),
  )
  const rows = [
    ['--methods', globs, names, 'method'],
    ['--only', only, ids, 'check'],
    ['--skip', skip, ids, 'check'],
    ['--values', Object.keys(values), targets, 'METHOD.PARAMETER, parameter or type'],
  ] as const
  return rows.flatMap(([flag, given, all, what]) =>
    [given]
      .flat()
      .filter((glob) => !all.some((one) => matches(glob, one)))
      .map((glob) => `${flag} ${glob} matches no ${what}.`),
  )
}
