import type { Method, OpenRpc, Schema } from '../src/open-rpc.ts'
import { children } from '../src/schema.ts'

/** Where a rule is broken, as a JSON pointer, and a sentence whose subject is the pointer. */
export type Problem = [pointer: string, sentence: string]

/** A rule: each problem that it finds in a document. */
export type Rule = (document: OpenRpc, version: string) => Problem[]

/** Rules by name. */
export type Rules = { readonly [name: string]: Rule }

/** A rule on each method by itself; its pointers begin at the method. */
export function onMethods(find: (method: Method, document: OpenRpc) => Problem[]): Rule {
  return (document) =>
    document.methods.flatMap((method, index) => below(`#/methods/${index}`, find(method, document)))
}

/** A rule on each component schema by itself; its pointers begin at the component. */
export function onComponents(find: (schema: Schema, document: OpenRpc) => Problem[]): Rule {
  return (document) =>
    Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      below(`#/components/schemas/${name}`, find(schema, document)),
    )
}

/** Problems with pointers that begin at another one. */
export const below = (pointer: string, problems: Problem[]): Problem[] =>
  problems.map(([step, sentence]) => [`${pointer}${step}`, sentence])

/** A rule on each schema by itself: the sentences for one schema. */
export function onSchemas(find: (schema: Schema, pointer: string, document: OpenRpc) => string[]): Rule {
  return (document) =>
    allSchemas(document).flatMap(([pointer, schema]) =>
      find(schema, pointer, document).map((sentence): Problem => [pointer, sentence]),
    )
}

/** Every schema of a document with its pointer: of parameters, results and components, and those inside them. */
export function allSchemas({ methods, components }: OpenRpc): [pointer: string, schema: Schema][] {
  const roots = methods.flatMap(({ params, result }, index): [string, Schema | undefined][] => [
    ...params.map(({ schema }, at): [string, Schema] => [`#/methods/${index}/params/${at}/schema`, schema]),
    [`#/methods/${index}/result/schema`, result?.schema],
  ])
  const named = Object.entries(components.schemas).map(([name, schema]): [string, Schema] => [
    `#/components/schemas/${name}`,
    schema,
  ])
  return [...roots, ...named].flatMap(([pointer, schema = {}]) => withInner(pointer, schema))
}

function withInner(pointer: string, schema: Schema): [string, Schema][] {
  const inner = children(schema).flatMap(([step, child]) => withInner(`${pointer}${step}`, child))
  return [[pointer, schema], ...inner]
}

/** The values that occur a second time, with their indexes in the list. */
export function repeated<T>(values: readonly T[]): [index: number, value: T][] {
  return [...values.entries()].filter(([index, value]) => values.indexOf(value) < index)
}
