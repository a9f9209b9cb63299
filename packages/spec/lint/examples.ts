import { Ajv } from 'ajv'
import * as fc from 'fast-check'
import { arbitrary } from '../src/arbitrary.ts'
import type { OpenRpc, Schema } from '../src/open-rpc.ts'
import { nonNull } from '../generate/schema.ts'
import { allSchemas, type Rules } from './rule.ts'

/** Rules that judge values by the schemas, so these must be sound first. */
export const exampleRules: Rules = {
  'extension-valid': (document) =>
    (document['x-extensions'] ?? []).flatMap(({ name, schema }) =>
      allSchemas(document).flatMap(([pointer, holder]): [string, string][] => {
        const value = (holder as Readonly<Record<string, unknown>>)[name]
        const issue = value === undefined ? undefined : issueOf(document, schema as Schema, value)
        return issue === undefined ? [] : [[`${pointer}/${name}`, `breaks the extension's schema: ${issue}.`]]
      }),
    ),
  'example-valid': (document) =>
    onExamples(document, ({ params, result }, example) => {
      const values: [string, Schema | undefined, unknown][] = [
        ...example.params.map(({ value }, place): [string, Schema | undefined, unknown] => [
          `/params/${place}/value`,
          params[place]?.schema,
          value,
        ]),
        ['/result/value', result.schema, example.result.value],
      ]
      return values.flatMap(([step, schema, value]) => {
        if (schema === undefined) return [[step, 'is a value for a parameter that is not there.']]
        const issue = issueOf(document, schema, value)
        return issue === undefined ? [] : [[step, `breaks the schema: ${issue}.`]]
      })
    }),
  'example-complete': (document) =>
    onExamples(document, ({ params }, example) =>
      example.params.length === params.length
        ? []
        : [['', `has ${example.params.length} parameters, not ${params.length}.`]],
    ),
  'example-each-way': ({ methods }) =>
    methods.flatMap(({ examples = [], result }, index): [string, string][] => {
      const hasNull = examples.some((example) => example.result.value === null)
      const hasValue = examples.some((example) => example.result.value !== null)
      const pointer = `#/methods/${index}/examples`
      return [
        ...(hasValue ? [] : [[pointer, 'has no example with a result.'] as [string, string]]),
        ...(hasNull || !nonNull(result.schema)
          ? []
          : [[pointer, 'has no example whose result is null.'] as [string, string]]),
      ]
    }),
  'link-leads': (document) =>
    document.methods.flatMap(({ links = [], examples = [] }, index) =>
      links.flatMap((link, place) =>
        Object.entries(link.params)
          .filter(([key, expression]) => {
            const schema = document.methods
              .find(({ name }) => name === link.method)
              ?.params.find(({ name }) => name === key)?.schema
            const values = examples.map(({ result }) => evaluate(expression, result.value))
            return !values.some((value) => schema && issueOf(document, schema, value) === undefined)
          })
          .map(([key]): [string, string] => [
            `#/methods/${index}/links/${place}/params/${key}`,
            `gives no valid "${key}" from any example.`,
          ]),
      ),
    ),
  'one-of-disjoint': (document) =>
    allSchemas(document).flatMap(([pointer, { oneOf = [], properties }]): [string, string][] => {
      if (oneOf.length === 0 || properties) return []
      const judges = oneOf.map((branch) => judge(document, branch))
      const values = oneOf.flatMap((branch) =>
        fc.sample(arbitrary(document, branch), { seed: 1, numRuns: 40 }),
      )
      const shared = values.find((value) => judges.filter((accepts) => accepts(value)).length !== 1)
      return shared === undefined
        ? []
        : [
            [
              pointer,
              `has a value that not exactly one branch takes: ${JSON.stringify(shared).slice(0, 80)}.`,
            ],
          ]
    }),
}

type Method = OpenRpc['methods'][number]
type Example = NonNullable<Method['examples']>[number]

function onExamples(
  { methods }: OpenRpc,
  find: (method: Method, example: Example) => [step: string, sentence: string][],
): [string, string][] {
  return methods.flatMap((method, index) =>
    (method.examples ?? []).flatMap((example, place) =>
      find(method, example).map(([step, sentence]): [string, string] => [
        `#/methods/${index}/examples/${place}${step}`,
        sentence,
      ]),
    ),
  )
}

/** What a runtime expression `${result.a.0}` names in a result; any other value as it is. */
function evaluate(expression: unknown, result: unknown): unknown {
  const path = /^\$\{result\.(.+)\}$/.exec(String(expression))?.[1]
  if (path === undefined) return expression
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], result)
}

const compile = ({ components }: OpenRpc, schema: Schema) =>
  new Ajv({ strict: false }).compile({ components, allOf: [schema] })

const judge = (document: OpenRpc, schema: Schema): ((value: unknown) => boolean) => {
  const check = compile(document, schema)
  return (value) => check(value)
}

function issueOf(document: OpenRpc, schema: Schema, value: unknown): string | undefined {
  const check = compile(document, schema)
  if (check(value)) return undefined
  const [error] = check.errors ?? []
  return `${error?.instancePath ?? ''} ${error?.message ?? 'is invalid'}`.trim()
}
