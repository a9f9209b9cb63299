import type { Schema } from '../src/open-rpc.ts'
import { locate, memberOf, type Located } from './located.ts'
import {
  commonValues,
  memberPlace,
  samplesOf,
  type Difference,
  type Documents,
  type Pair,
  type Place,
} from './place.ts'
import type { RuleName } from './rules.ts'

type Members = Readonly<Record<string, unknown>>

/** How two object schemas at one place differ: which members there are, which must be there, and what each may be. */
export function* compareObjects(
  documents: Documents,
  objects: Pair<Located>,
  place: Place,
  compareMembers: (members: Pair<Located>, place: Place) => Generator<Difference>,
): Generator<Difference> {
  const { old, new: young } = objects
  const around = commonValues(documents, { old: old.schema, new: young.schema }) as Members[]
  const keys = new Set([
    ...Object.keys(old.schema.properties ?? {}),
    ...Object.keys(young.schema.properties ?? {}),
  ])
  for (const key of keys) {
    const was = old.schema.properties?.[key]
    const is = young.schema.properties?.[key]
    if (was && is) {
      const members = { old: memberOf(documents.old, old, key), new: memberOf(documents.new, young, key) }
      yield* compareNeed(key, objects, around, members.new.pointer, place)
      yield* compareTolerance(key, members, around, place)
      const located = {
        old: locate(documents.old, members.old.schema, members.old.pointer),
        new: locate(documents.new, members.new.schema, members.new.pointer),
      }
      yield* compareMembers(located, memberPlace(place, key, around))
    } else if (is) yield oneSided(documents, objects, key, 'new', place)
    else yield oneSided(documents, objects, key, 'old', place)
  }
  yield* compareAlternatives(documents, objects, place)
}

const needs = (schema: Schema, key: string) => schema.required?.includes(key) === true

function* compareNeed(
  key: string,
  { old, new: young }: Pair<Located>,
  around: readonly Members[],
  pointer: string,
  place: Place,
): Generator<Difference> {
  if (needs(old.schema, key) === needs(young.schema, key)) return
  const rule = needs(young.schema, key) ? 'member-required' : 'member-optional'
  const sentence = rule === 'member-required' ? 'must be there now.' : 'may be absent now.'
  yield {
    rule,
    pointer,
    sentence,
    place,
    key,
    values: around.slice(0, 4).map((object) => without(object, key)),
  }
}

function* compareTolerance(
  key: string,
  { old, new: young }: Pair<Located>,
  around: readonly Members[],
  place: Place,
): Generator<Difference> {
  const [was, is] = [old, young].map(({ schema }) => schema['x-elsewhere'] ?? []) as ('null' | 'absent')[][]
  for (const what of ['null', 'absent'] as const) {
    const [before, now] = [was!.includes(what), is!.includes(what)]
    if (before === now) continue
    const rule: RuleName = now ? 'tolerance-added' : 'tolerance-removed'
    const sentence = `of another node is ${now ? 'now' : 'no longer'} borne where it is ${what}.`
    const change = { rule, pointer: young.pointer, sentence }
    yield what === 'null'
      ? { ...change, place: memberPlace(place, key, around), values: [null] }
      : { ...change, place, key, values: around.slice(0, 4).map((object) => without(object, key)) }
  }
}

/** A member that one document alone has: objects of either document, with it and without it, show what that means. */
function oneSided(
  documents: Documents,
  objects: Pair<Located>,
  key: string,
  side: 'old' | 'new',
  place: Place,
): Difference {
  const { schema, pointer } = memberOf(documents[side], objects[side], key)
  const members = samplesOf(documents[side], schema)
  const bases = (['old', 'new'] as const).flatMap(
    (each) => samplesOf(documents[each], objects[each].schema).slice(0, 3) as Members[],
  )
  const values = bases.flatMap((object, index) => [
    withMember(object, key, members[index % members.length]),
    without(object, key),
  ])
  const kind = `${needs(objects[side].schema, key) ? 'required-' : ''}member` as const
  return side === 'new'
    ? { rule: `${kind}-added`, pointer, sentence: 'is a new member.', place, key, values }
    : { rule: `${kind}-removed`, pointer, sentence: 'is a member no more.', place, key, values }
}

/** The alternatives of `oneOf: [{ required: ['a'] }, { required: ['b'] }]` beside the members; none are the same as any. */
function* compareAlternatives(
  documents: Documents,
  { old, new: young }: Pair<Located>,
  place: Place,
): Generator<Difference> {
  const [was, is] = [old, young].map(({ schema }) => schema.oneOf?.map(({ required = [] }) => required))
  const barred = [...(was ?? []), ...(is ?? [])].flat()
  for (const [rule, side, own, other, word] of [
    ['values-removed', 'old', was, is, 'is no alternative any more'],
    ['values-added', 'new', is, was, 'is a new alternative'],
  ] as const) {
    if (other === undefined) continue // what takes any takes each
    const { schema, pointer } = side === 'old' ? old : young
    const samples = samplesOf(documents[side], schema) as Members[]
    const change = { rule, pointer: schema.oneOf ? `${pointer}/oneOf` : pointer, place }
    if (own === undefined) {
      const values = [...samples, ...samples.map((object) => without(object, ...barred))]
      yield { ...change, sentence: `${word}: any of its members, or none.`, values }
    }
    for (const name of new Set(own?.map(named)).difference(new Set(other.map(named))))
      yield { ...change, sentence: `${word}: ${name}.`, values: samples }
  }
}

const named = (keys: readonly string[]) => keys.join(' and ')

const without = (object: Members, ...keys: readonly string[]): Members =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !keys.includes(name)))

const withMember = (object: Members, key: string, value: unknown): Members => ({ ...object, [key]: value })
