import { resolve } from '../src/arbitrary.ts'
import type { OpenRpc, Schema } from '../src/open-rpc.ts'
import { locate, type Located } from './located.ts'
import { compareObjects } from './objects.ts'
import {
  commonValues,
  itemPlace,
  samplesOf,
  type Difference,
  type Documents,
  type Pair,
  type Place,
} from './place.ts'
import { languageOf, stringOnlyIn } from './strings.ts'

/** How two schemas at one place differ, with all that is inside of them. */
export function* compareSchemas(
  documents: Documents,
  { old, new: young }: Pair<Located>,
  place: Place,
): Generator<Difference> {
  const whole = { old: flat(documents.old, old), new: flat(documents.new, young) }
  const single = [whole.old, whole.new].every((all) => all.filter(isList).length === 1)
  const branches = {
    old: Map.groupBy(whole.old, (branch) => kindOf(documents.old, branch, single)),
    new: Map.groupBy(whole.new, (branch) => kindOf(documents.new, branch, single)),
  }
  yield* compareStrings(branches, young.pointer, place)
  const keys = new Set([...branches.old.keys(), ...branches.new.keys()])
  keys.delete('string')
  for (const key of keys) {
    const was = branches.old.get(key)?.[0]
    const is = branches.new.get(key)?.[0]
    if (was && is) yield* compareBranches(documents, { old: was, new: is }, place)
    else if (is) yield only('values-added', documents.new, is, place)
    else if (was) yield only('values-removed', documents.old, was, place)
  }
}

function flat(document: OpenRpc, { schema, pointer }: Located): Located[] {
  if (!schema.oneOf || schema.properties) return [{ schema, pointer }]
  return schema.oneOf.flatMap((branch, index) =>
    flat(document, locate(document, branch, `${pointer}/oneOf/${index}`)),
  )
}

const isList = ({ schema }: Located) => schema.type === 'array'

/** What tells the branches of a schema apart: their type, of objects the constant; of arrays the items, where there is not a single one. */
function kindOf(document: OpenRpc, { schema }: Located, single: boolean): string {
  const { type, properties = {}, items, maxItems } = schema

  const constant = Object.entries(properties).find(([, member]) => member.const !== undefined)
  if (type === 'object') return `object ${constant?.[0] ?? ''} ${constant?.[1].const ?? ''}`
  if (type === 'array' && !single)
    return maxItems === 0
      ? 'array of nothing'
      : `array of ${resolve(document.components.schemas, items ?? {}).type === 'string' ? 'strings' : 'others'}`
  return type ?? 'anything'
}

function* compareStrings(
  branches: Pair<Map<string, Located[]>>,
  pointer: string,
  place: Place,
): Generator<Difference> {
  const [old, young] = [branches.old, branches.new].map((kinds) =>
    (kinds.get('string') ?? []).map(({ schema }) => schema),
  ) as [Schema[], Schema[]]
  if (JSON.stringify(old.map(bare)) === JSON.stringify(young.map(bare))) return
  const languages = { old: languageOf(old), new: languageOf(young) }
  const removed = stringOnlyIn(languages.old, languages.new)
  const added = stringOnlyIn(languages.new, languages.old)
  if (removed !== undefined)
    yield {
      rule: 'values-removed',
      pointer,
      sentence: `takes ${brief(removed)} no longer.`,
      place,
      values: [removed],
    }
  if (added !== undefined)
    yield { rule: 'values-added', pointer, sentence: `takes ${brief(added)} now.`, place, values: [added] }
}

const bare = ({ pattern, enum: names, const: name }: Schema) => [pattern, names, name]

function* compareBranches(
  documents: Documents,
  branches: Pair<Located>,
  place: Place,
): Generator<Difference> {
  const { old, new: young } = branches
  if (old.schema.properties)
    return yield* compareObjects(documents, branches, place, (members, inside) =>
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
  for (const [rule, wide, narrow] of [
    ['values-removed', old, young],
    ['values-added', young, old],
  ] as const) {
    const { minItems: least = 0, maxItems: most = Infinity } = narrow.schema
    const { minItems: floor = 0, maxItems: ceiling = Infinity } = wide.schema
    const word = rule === 'values-added' ? 'now' : 'no longer'
    if (floor < least)
      yield {
        rule,
        pointer: young.pointer,
        sentence: `may have ${floor} items ${word}.`,
        place,
        values: lengths(floor),
      }
    if (ceiling > most)
      yield {
        rule,
        pointer: young.pointer,
        sentence: `may have ${most + 1} items ${word}.`,
        place,
        values: lengths(most + 1),
      }
  }
  const least = Math.max(old.schema.minItems ?? 0, young.schema.minItems ?? 0)
  yield* compareSchemas(documents, items, itemPlace(place, least, around))
}

function only(
  rule: 'values-added' | 'values-removed',
  document: OpenRpc,
  { schema, pointer }: Located,
  place: Place,
): Difference {
  const word = rule === 'values-added' ? 'is a new branch' : 'is no branch any more'
  return {
    rule,
    pointer,
    sentence: `${word}: ${schema.title ?? schema.type}.`,
    place,
    values: samplesOf(document, schema).slice(0, 4),
  }
}

/** A value as JSON, cut where it is long. */
export function brief(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 100 ? `${text.slice(0, 80)}… (${text.length} characters)` : text
}
