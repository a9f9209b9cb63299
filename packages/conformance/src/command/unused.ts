import { readMethods, type ServiceOptions } from '../document/document.ts'
import { readDocument } from '../document/read-document.ts'
import { typeNameOf } from '../document/schema.ts'
import { matches } from '../report/glob.ts'
import type { Check } from '../rules/check.ts'
import type { RunOptions } from '../run.ts'

type NamingOptions = Pick<ServiceOptions, 'methods' | 'values'> & Pick<RunOptions, 'only' | 'skip'>

/** Returns a sentence for each glob and each name of a value that matches nothing: most are misspelt. */
export function findUnused(
  given: object,
  checks: readonly Check[],
  { methods: globs = [], values = {}, only = [], skip = [] }: NamingOptions,
): string[] {
  const { document } = readDocument(given)
  const methods = readMethods(document)
  const names = methods.flatMap(({ name }, index) => [
    name,
    ...(document.methods[index]!.tags ?? []).map((tag) => `tag:${tag.name}`),
  ])
  const ids = checks.map(({ id }) => id)
  const targets = new Set(
    methods.flatMap(({ name, params }) =>
      params.flatMap((param) => [
        `${name}.${param.name}`,
        param.name,
        typeNameOf(document, param.schema) ?? param.name,
      ]),
    ),
  )
  return [
    ...unmatched('--methods', globs, names, 'method'),
    ...unmatched('--only', only, ids, 'check'),
    ...unmatched('--skip', skip, ids, 'check'),
    ...Object.keys(values)
      .filter((name) => !targets.has(name))
      .map(
        (name) => `--values: ${JSON.stringify(name)} is neither METHOD.PARAMETER, nor a parameter or a type.`,
      ),
  ]
}

const unmatched = (flag: string, given: string | readonly string[], all: readonly string[], what: string) =>
  [given]
    .flat()
    .filter((glob) => !all.some((one) => matches(glob, one)))
    .map((glob) => `${flag} ${glob} matches no ${what}.`)
