import { languageOf, stringOnlyIn } from '../document/strings.ts'
import type { Schema } from '../src/open-rpc.ts'
import { resolve } from '../src/schema.ts'
import { bothOf, differ, itemPosition, type Difference, type Pair, type Position } from './difference.ts'
import { commonValues, locate, samplesOf, type LocatedSchema } from './located-schema.ts'
import { compareObjects } from './objects.ts'

/** How two schemas at one position differ, with all that is inside of them. */
export function* compareSchemas(schemas: Pair<LocatedSchema>, position: Position): Generator<Difference> {
  const all = bothOf(schemas, flat)
  const single = [all.old, all.new].every(
    (list) => list.filter(({ schema }) => schema.type === 'array').length === 1,
  )
  const branches = bothOf(all, (list) => Map.groupBy(list, (branch) => kindOf(branch, single)))
  yield* compareStrings(branches, schemas.new.pointer, position)
  const keys = new Set([...branches.old.keys(), ...branches.new.keys()])
  keys.delete('string')
  for (const key of keys) {
    const was = branches.old.get(key)?.[0]
    const is = branches.new.get(key)?.[0]
    if (was && is) yield* compareBranches({ old: was, new: is }, position)
    else if (is) yield only('values-added', is, position)
    else if (was) yield only('values-removed', was, position)
  }
}

function flat(located: LocatedSchema): LocatedSchema[] {
  const { document, schema, pointer } = located
  if (!schema.oneOf || schema.properties) return [located]
  return schema.oneOf.flatMap((branch, index) => flat(locate(document, branch, `${pointer}/oneOf/${index}`)))
}

/** Returns what distinguishes a branch: its type, an object's constant, and an array's items if there are several arrays. */
function kindOf({ document, schema }: LocatedSchema, single: boolean): string {
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
  const { old, new: young } = bothOf(branches, (kinds) =>
    (kinds.get('string') ?? []).map(({ schema }) => schema),
  )
  if (JSON.stringify(old.map(bare)) === JSON.stringify(young.map(bare))) return
  const languages = { old: languageOf(old), new: languageOf(young) }
  const removed = stringOnlyIn(languages.old, languages.new)
  const added = stringOnlyIn(languages.new, languages.old)
  if (removed !== undefined)
    yield differ('values-removed', pointer, `no longer accepts ${brief(removed)}.`, position, [removed])
  if (added !== undefined)
    yield differ('values-added', pointer, `now accepts ${brief(added)}.`, position, [added])
}

const bare = ({ pattern, enum: names, const: name }: Schema) => [pattern, names, name]

function* compareBranches(branches: Pair<LocatedSchema>, position: Position): Generator<Difference> {
  const { old, new: young } = branches
  if (old.schema.properties) return yield* compareObjects(branches, position, compareSchemas)
  if (!old.schema.items || !young.schema.items) return
  const items = {
    old: locate(old.document, old.schema.items, `${old.pointer}/items`),
    new: locate(young.document, young.schema.items, `${young.pointer}/items`),
  }
  const around = commonValues(items)
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
      yield differ(rule, young.pointer, `${word} accepts ${count} items.`, position, lengths(count))
  }
  const least = Math.max(old.schema.minItems ?? 0, young.schema.minItems ?? 0)
  yield* compareSchemas(items, itemPosition(position, least, around))
}

function only(
  rule: 'values-added' | 'values-removed',
  branch: LocatedSchema,
  position: Position,
): Difference {
  const { schema, pointer } = branch
  const word = rule === 'values-added' ? 'was added as a branch' : 'was removed as a branch'
  const values = samplesOf(branch).slice(0, 4)
  return differ(rule, pointer, `${word}: ${schema.title ?? schema.type}.`, position, values)
}

/** A value as JSON, cut where it is long. */
function brief(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 100 ? `${text.slice(0, 80)}… (${text.length} characters)` : text
}
