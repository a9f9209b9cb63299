import type { Method, OpenRpc, Schema } from '../src/open-rpc.ts'
import { namedBy } from '../src/schema.ts'
import { differ, rootPosition, type Difference, type Documents, type Pair } from './difference.ts'
import { locate } from './located-schema.ts'
import { compareParams } from './params.ts'
import { compareSchemas } from './schemas.ts'

/** All differences of two documents but those of their texts: methods, parameters, results, errors, names. */
export function* compareDocuments(documents: Documents): Generator<Difference> {
  const { old, new: young } = documents
  for (const [name, was, is] of pairs(byName(old.methods), byName(young.methods))) {
    const position = rootPosition('call')
    if (was && is) yield* compareMethods(documents, { old: was, new: is })
    else if (is) yield differ('method-added', pointerTo(young, name), `method ${name} was added.`, position)
    else yield differ('method-removed', pointerTo(old, name), `method ${name} was removed.`, position)
  }
  yield* compareCodes(documents)
  for (const method of young.methods) {
    const before = old.methods.find(({ name }) => name === method.name)
    if (before) yield* compareErrors(before, method, `${pointerTo(young, method.name)}/errors`)
  }
  yield* compareComponents(documents)
}

const byName = <T extends { readonly name: string }>(list: readonly T[]): Record<string, T> =>
  Object.fromEntries(list.map((item) => [item.name, item]))

const pointerTo = ({ methods }: OpenRpc, name: string) =>
  `#/methods/${methods.findIndex((method) => method.name === name)}`

const pairs = <T>(
  old: Readonly<Record<string, T>>,
  young: Readonly<Record<string, T>>,
): [key: string, old: T | undefined, young: T | undefined][] =>
  [...new Set([...Object.keys(old), ...Object.keys(young)])].map((key) => [key, old[key], young[key]])

function* compareMethods(documents: Documents, methods: Pair<Method>): Generator<Difference> {
  const { name } = methods.new
  const pointers = { old: pointerTo(documents.old, name), new: pointerTo(documents.new, name) }
  yield* compareParams(documents, methods, pointers)
  const result = (side: 'old' | 'new') =>
    locate(documents[side], methods[side].result.schema, `${pointers[side]}/result/schema`)
  const position = rootPosition('reply', { kind: 'results', name })
  yield* compareSchemas({ old: result('old'), new: result('new') }, position)
}

function* compareCodes({ old, new: young }: Documents): Generator<Difference> {
  const position = rootPosition('reply')
  for (const [name, { code: was } = {}, { code: is } = {}] of pairs<{ code?: number }>(
    old.components.errors,
    young.components.errors,
  )) {
    const pointer = `#/components/errors/${name}`
    if (was === is) continue
    if (was === undefined) yield differ('name-added', pointer, `error ${is} was added.`, position)
    else if (is === undefined) yield differ('name-removed', pointer, `error ${was} was removed.`, position)
    else yield differ('error-code', pointer, `changed its code from ${was} to ${is}.`, position)
  }
}

/** The errors that a method can reply with. */
function* compareErrors(old: Method, young: Method, pointer: string): Generator<Difference> {
  const [was, is] = [old, young].map(
    ({ errors }) => new Set(errors.map(({ $ref }) => $ref.slice($ref.lastIndexOf('/') + 1))),
  ) as [Set<string>, Set<string>]
  const position = rootPosition('reply')
  for (const name of is.difference(was))
    yield differ('error-added', pointer, `error ${name} was added.`, position)
  for (const name of was.difference(is))
    yield differ('error-removed', pointer, `error ${name} was removed.`, position)
}

/** The names that the package exports; and the schemas of those that no method reaches, seen as results. */
function* compareComponents(documents: Documents): Generator<Difference> {
  const { old, new: young } = documents
  const [inOld, inYoung] = [reached(old), reached(young)]
  for (const [name, was, is] of pairs(old.components.schemas, young.components.schemas)) {
    const pointer = `#/components/schemas/${name}`
    if (was && is) {
      if (inOld.has(name) && inYoung.has(name)) continue
      const located = { old: locate(old, was, pointer), new: locate(young, is, pointer) }
      yield* compareSchemas(located, rootPosition('reply', { kind: 'schemas', name }))
    } else if (is) yield differ('name-added', pointer, 'was added.', rootPosition('reply'))
    else yield differ('name-removed', pointer, 'was removed.', rootPosition('reply'))
  }
}

/** The names of all components that a method's parameters or result lead to. */
function reached({ methods, components }: OpenRpc): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const name = namedBy(value as Schema)
    if (name !== undefined && !names.has(name)) {
      names.add(name)
      visit(components.schemas[name])
    }
    Object.values(value).forEach(visit)
  }
  for (const { params, result } of methods) visit([params.map(({ schema }) => schema), result.schema])
  return names
}
