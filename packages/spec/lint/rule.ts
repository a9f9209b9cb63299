import type { OpenRpc, Schema } from '../src/open-rpc.ts'
import { children } from '../generate/schema.ts'

/** A rule: each place of a document where it is broken, with the sentence that goes on from the pointer. */
export type Rule = (document: OpenRpc, version: string) => [pointer: string, sentence: string][]

/** Rules by name. */
export type Rules = { readonly [name: string]: Rule }

/** Every schema of a document with its pointer: of parameters, results and components, and those inside them. */
export function allSchemas(document: OpenRpc): [pointer: string, schema: Schema][] {
  const roots = document.methods.flatMap(({ params, result }, index): [string, Schema][] => [
    ...params.map((param, place): [string, Schema] => [
      `#/methods/${index}/params/${place}/schema`,
      param.schema ?? {},
    ]),
    [`#/methods/${index}/result/schema`, result?.schema ?? {}],
  ])
  const components = Object.entries(document.components.schemas).map(([name, schema]): [string, Schema] => [
    `#/components/schemas/${name}`,
    schema,
  ])
  return [...roots, ...components].flatMap(([pointer, schema]) => within(pointer, schema))
}

function within(pointer: string, schema: Schema): [string, Schema][] {
  const inner = children(schema).flatMap(([step, child]) => within(`${pointer}${step}`, child))
  return [[pointer, schema], ...inner]
}

/** A rule on each schema by itself: the sentences for one schema. */
export function onSchemas(find: (schema: Schema, pointer: string, document: OpenRpc) => string[]): Rule {
  return (document) =>
    allSchemas(document).flatMap(([pointer, schema]) =>
      find(schema, pointer, document).map((sentence): [string, string] => [pointer, sentence]),
    )
}

/** The values that occur a second time, with their places in the list. */
export function repeated<T>(values: readonly T[]): [index: number, value: T][] {
  return [...values.entries()].filter(([index, value]) => values.indexOf(value) < index)
}
