import { languageOf, stringOnlyIn } from '../document/strings.ts'
import type { OpenRpc, Schema } from '../src/open-rpc.ts'
import { resolve } from '../src/schema.ts'
import { commonValues, differ, itemPosition, samplesOf } from './difference.ts'
import type { Difference, Documents, Pair, Position } from './difference.ts'
import { locate, type LocatedSchema } from './located-schema.ts'
import { compareObjects } from './objects.ts'

/** How two schemas at one position differ, with all that is inside of them. */
export function* compareSchemas(
  documents: Documents,
  { old, new: young }: Pair<LocatedSchema>,
  position: Position,
): Generator<Difference> {
  const whole = { old: flat(documents.old, old), new: flat(documents.new, young) }
  const single = [whole.old, whole.new].every((all) => all.filter(isList).length === 1)
  const branches = {
    old: Map.groupBy(whole.old, (branch) => kindOf(documents.old, branch, single)),
    new: Map.groupBy(whole.new, (branch) => kindOf(documents.new, branch, single)),
  }
  yield* compareStrings(branches, young.pointer, position)
  const keys = new Set([...branches.old.keys(), ...branches.new.keys()])
  keys.delete('string')
  for (const key of keys) {
    const was = branches.old.get(key)?.[0]
    const is = branches.new.get(key)?.[0]
    if (was && is) yield* compareBranches(documents, { old: was, new: is }, position)
    else if (is) yield only('values-added', documents.new, is, position)
    else if (was) yield only('values-removed', documents.old, was, position)
  }
}

function flat(document: OpenRpc, { schema, pointer }: LocatedSchema): LocatedSchema[] {
  if (!schema.oneOf || schema.properties) return [{ schema, pointer }]
  return schema.oneOf.flatMap((branch, index) =>
    flat(document, locate(document, branch, `${pointer}/oneOf/${index}`)),
  )
}

const isList = ({ schema }: LocatedSchema) => schema.type === 'array'

/** What distinguishes the branches of a schema: their type, of objects the constant; of arrays the items, where there is not a single one. */
function kindOf(document: OpenRpc, { schema }: LocatedSchema, single: boolean): string {
  const { type, properties = {}, items, maxItems } = schema
  const constant = Object.entries(properties).find(([, member]) => member.const !== undefined)
  if (type === 'object') return `object ${constant?.[0] ?? ''} ${constant?.[1].const ?? ''}`
  if (type === 'array' && !single)
    return maxItems === 0
      ? 'array of nothing'
      : `array of ${resolve(items ?? {}, document.components.schemas).type === 'string' ? 'strings' : 'others'}`
  return type ?? 'anything'
}

function* compareStrings(
  branches: Pair<Map<string, LocatedSchema[]>>,
  pointer: string,
  position: Position,
): Generator<Difference> {
  const [old, young] = [branches.old, branches.new].map((kinds) =>
    (kinds.get('string') ?? []).map(({ schema }) => schema),
  ) as [Schema[], Schema[]]
  if (JSON.stringify(old.map(bare)) === JSON.stringify(young.map(bare))) return
  const languages = { old: languageOf(old), new: languageOf(young) }
  const removed = stringOnlyIn(languages.old, languages.new)
  const added = stringOnlyIn(languages.new, languages.old)
  if (removed !== undefined)
    yield differ('values-removed', pointer, `accepts ${brief(removed)} no longer.`, position, [removed])
  if (added !== undefined)
    yield differ('values-added', pointer, `accepts ${brief(added)} now.`, position, [added])
}

const bare = ({ pattern, enum: names, const: name }: Schema) => [pattern, names, name]

function* compareBranches(
  documents: Documents,
  branches: Pair<LocatedSchema>,
  position: Position,
): Generator<Difference> {
  const { old, new: young } = branches
  if (old.schema.properties)
    return yield* compareObjects(documents, branches, position, (members, inside) =>
      compareSchemas(documents, members, inside),
    )
  if (!old.schema.items || !young.schema.items) return
  const items = {
    old: locate(documents.old, old.schema.items, `${old.pointer}/items`),
    new: locate(documents.new, young.schema.items, `${young.pointer}/items`),
  }
  const around = commonValues(documents, { old: items.old.schema, new: items.new.schema })
  const lengths = (count: number) => [
    Array.from({ length: count }, (_, index) => around[index % around.length]),
  ]
  for (const [rule, wide, narrow, word] of [
    ['values-removed', old, young, 'no longer'],
    ['values-added', young, old, 'now'],
  ] as const) {
    const { minItems: least = 0, maxItems: most = Infinity } = narrow.schema
    const { minItems: floor = 0, maxItems: ceiling = Infinity } = wide.schema
    for (const count of [...(floor < least ? [floor] : []), ...(ceiling > most ? [most + 1] : [])])
      yield differ(rule, young.pointer, `may have ${count} items ${word}.`, position, lengths(count))
  }
  const least = Math.max(old.schema.minItems ?? 0, young.schema.minItems ?? 0)
  yield* compareSchemas(documents, items, itemPosition(position, least, around))
}

function only(
  rule: 'values-added' | 'values-removed',
  document: OpenRpc,
  { schema, pointer }: LocatedSchema,
  position: Position,
): Difference {
  const word = rule === 'values-added' ? 'is a new branch' : 'is no branch any more'
  const values = samplesOf(document, schema).slice(0, 4)
  return differ(rule, pointer, `${word}: ${schema.title ?? schema.type}.`, position, values)
}

/** A value as JSON, cut where it is long. */
function brief(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 100 ? `${text.slice(0, 80)}… (${text.length} characters)` : text
}
