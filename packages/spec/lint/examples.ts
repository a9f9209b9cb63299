import { Ajv, type ValidateFunction } from 'ajv'
import * as fc from 'fast-check'
import { arbitrary } from '../src/arbitrary.ts'
import type { ExamplePairing, Method, OpenRpc, Schema } from '../src/open-rpc.ts'
import { nonNull } from '../src/schema.ts'
import { allSchemas, below, onMethods, onSchemas, type Problem, type Rule, type Rules } from './rule.ts'

/** Rules that validate values by the schemas, so these must be sound first. */
export const exampleRules: Rules = {
  'extension-valid': (document) =>
    (document['x-extensions'] ?? []).flatMap(({ name, schema }) =>
      allSchemas(document).flatMap(([pointer, holder]): Problem[] => {
        const value = (holder as Readonly<Record<string, unknown>>)[name]
        const issue = value === undefined ? undefined : issueOf(document, schema as Schema, value)
        return issue === undefined ? [] : [[`${pointer}/${name}`, `breaks the extension's schema: ${issue}.`]]
      }),
    ),
  'example-valid': onExamples(({ params, result }, example, document) => {
    const values: [string, Schema | undefined, unknown][] = [
      ...example.params.map(({ value }, index): [string, Schema | undefined, unknown] => [
        `/params/${index}/value`,
        params[index]?.schema,
        value,
      ]),
      ['/result/value', result.schema, example.result.value],
    ]
    return values.flatMap(([step, schema, value]): Problem[] => {
      if (schema === undefined) return [[step, 'is a value for a parameter that is not there.']]
      const issue = issueOf(document, schema, value)
      return issue === undefined ? [] : [[step, `breaks the schema: ${issue}.`]]
    })
  }),
  'example-complete': onExamples(({ params }, example) =>
    example.params.length === params.length
      ? []
      : [['', `has ${example.params.length} parameters, not ${params.length}.`]],
  ),
  'example-kinds': onMethods(({ examples = [], result }) => {
    const [nulls, values] = [true, false].map((isNull) =>
      examples.some((example) => (example.result.value === null) === isNull),
    )
    return [
      ...(values ? [] : [['/examples', 'has no example with a result.'] as Problem]),
      ...(nulls || !nonNull(result.schema)
        ? []
        : [['/examples', 'has no example whose result is null.'] as Problem]),
    ]
  }),
  'link-leads': onMethods(({ links = [], examples = [] }, document) =>
    links.flatMap((link, index) => [
      ...(examples.some(({ result }) => evaluate(link['x-where'] ?? true, result.value) !== undefined)
        ? []
        : [[`/links/${index}/x-where`, 'names nothing in any example.'] as Problem]),
      ...Object.entries(link.params)
        .filter(([key, expression]) => {
          const schema = document.methods
            .find(({ name }) => name === link.method)
            ?.params.find(({ name }) => name === key)?.schema
          const values = examples.map(({ result }) => evaluate(expression, result.value))
          return !values.some((value) => schema && issueOf(document, schema, value) === undefined)
        })
        .map(([key]): Problem => [
          `/links/${index}/params/${key}`,
          `gives no valid "${key}" from any example.`,
        ]),
    ]),
  ),
  'one-of-disjoint': onSchemas(({ oneOf = [], properties }, _, document) => {
    if (oneOf.length === 0 || properties) return []
    const checks = oneOf.map((branch) => compile(document, branch))
    const values = oneOf.flatMap((branch) => fc.sample(arbitrary(document, branch), { seed: 1, numRuns: 40 }))
    const shared = values.find((value) => checks.filter((check) => check(value)).length !== 1)
    return shared === undefined
      ? []
      : [`has a value that not exactly one branch accepts: ${JSON.stringify(shared).slice(0, 80)}.`]
  }),
}

function onExamples(find: (method: Method, example: ExamplePairing, document: OpenRpc) => Problem[]): Rule {
  return onMethods((method, document) =>
    (method.examples ?? []).flatMap((example, index) =>
      below(`/examples/${index}`, find(method, example, document)),
    ),
  )
}

/** Returns the value that a runtime expression `${result.a.0}` names in a result; any other value as it is. */
function evaluate(expression: unknown, result: unknown): unknown {
  const found = /^\$\{result(?:\.(.+))?\}$/.exec(String(expression))
  if (!found) return expression
  return (found[1]?.split('.') ?? []).reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | null | undefined)?.[key],
    result,
  )
}

/** Compiles a schema of a document once. */
function compile({ components }: OpenRpc, schema: Schema): ValidateFunction {
  const known = compiled.get(components) ?? new Map<Schema, ValidateFunction>()
  compiled.set(components, known)
  const check = known.get(schema) ?? ajv.compile({ components, allOf: [schema] })
  known.set(schema, check)
  return check
}

// Rules of earlier stages have checked the schemas.
const ajv = new Ajv({ strict: false, validateSchema: false })
const compiled = new WeakMap<object, Map<Schema, ValidateFunction>>()

function issueOf(document: OpenRpc, schema: Schema, value: unknown): string | undefined {
  const check = compile(document, schema)
  if (check(value)) return undefined
  const [error] = check.errors ?? []
  return `${error?.instancePath ?? ''} ${error?.message ?? 'is invalid'}`.trim()
}
