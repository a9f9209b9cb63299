import type { Method, OpenRpc, Schema } from '../src/open-rpc.ts'
import { namedBy } from '../generate/schema.ts'
import { compareErrors } from './errors.ts'
import { locate } from './located.ts'
import { compareParams } from './params.ts'
import type { Difference, Documents, Pair, Place } from './place.ts'
import { compareSchemas } from './schemas.ts'

/** All differences of two documents but those of their texts: methods, parameters, results, errors, names. */
export function* compareDocuments(documents: Documents): Generator<Difference> {
  const { old, new: young } = documents
  for (const [name, methods] of pairs(byName(old.methods), byName(young.methods))) {
    const [was, is] = methods
    const place = nowhere('question')
    const pointer = pointerTo(is ? young : old, name)
    if (was && is) yield* compareMethods(documents, { old: was, new: is })
    else if (is)
      yield { rule: 'method-added', pointer, sentence: `is a new method, ${name}.`, place, values: [] }
    else
      yield { rule: 'method-removed', pointer, sentence: `is a method no more: ${name}.`, place, values: [] }
  }
  yield* compareErrors(documents)
  yield* compareComponents(documents)
}

const byName = <T extends { readonly name: string }>(list: readonly T[]): Record<string, T> =>
  Object.fromEntries(list.map((item) => [item.name, item]))

const pointerTo = ({ methods }: OpenRpc, name: string) =>
  `#/methods/${methods.findIndex((method) => method.name === name)}`

const pairs = <T>(
  old: Readonly<Record<string, T>>,
  young: Readonly<Record<string, T>>,
): [string, [T | undefined, T | undefined]][] =>
  [...new Set([...Object.keys(old), ...Object.keys(young)])].map((key) => [key, [old[key], young[key]]])

/** The place of a change that no value shows. */
const nowhere = (direction: Place['direction']): Place => ({
  root: { kind: 'schemas', name: '' },
  direction,
  path: '',
  plant: () => [],
})

function* compareMethods(documents: Documents, methods: Pair<Method>): Generator<Difference> {
  const pointers = {
    old: pointerTo(documents.old, methods.old.name),
    new: pointerTo(documents.new, methods.new.name),
  }
  yield* compareParams(documents, methods, pointers)
  const result = (side: 'old' | 'new') =>
    locate(documents[side], methods[side].result.schema, `${pointers[side]}/result/schema`)
  yield* compareSchemas(
    documents,
    { old: result('old'), new: result('new') },
    {
      root: { kind: 'results', name: methods.new.name },
      direction: 'answer',
      path: '',
      plant: (value) => [value],
    },
  )
}

/** The names that the package exports; and the schemas of those that no method reaches, seen as answers. */
function* compareComponents(documents: Documents): Generator<Difference> {
  const { old, new: young } = documents
  for (const [name, [was, is]] of pairs(old.components.schemas, young.components.schemas)) {
    const pointer = `#/components/schemas/${name}`
    const place = nowhere('answer')
    if (was && is) {
      if (reached(old).has(name) && reached(young).has(name)) continue
      const located = { old: locate(old, was, pointer), new: locate(young, is, pointer) }
      const root = { kind: 'schemas', name } as const
      yield* compareSchemas(documents, located, { ...place, root, plant: (value) => [value] })
    } else if (is) yield { rule: 'name-added', pointer, sentence: 'is a new component.', place, values: [] }
    else yield { rule: 'name-removed', pointer, sentence: 'is a component no more.', place, values: [] }
  }
}

/** The names of all components that a method's parameters or result lead to. */
export function reached(document: OpenRpc): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const name = namedBy(value as Schema)
    if (name !== undefined && !names.has(name)) {
      names.add(name)
      visit(document.components.schemas[name])
    }
    Object.values(value).forEach(visit)
  }
  for (const { params, result } of document.methods)
    visit([params.map(({ schema }) => schema), result.schema])
  return names
}
