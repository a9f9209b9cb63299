import type { Schema } from '../src/open-rpc.ts'
import { without } from '../src/schema.ts'
import { bothOf, differ, memberPosition, type Difference, type Pair, type Position } from './difference.ts'
import { commonValues, locate, locateMember, samplesOf, type LocatedSchema } from './located-schema.ts'

type Members = Readonly<Record<string, unknown>>

/** How two object schemas at one position differ: which members there are, which must be there, and what each may be. */
export function* compareObjects(
  objects: Pair<LocatedSchema>,
  position: Position,
  compareMembers: (members: Pair<LocatedSchema>, position: Position) => Generator<Difference>,
): Generator<Difference> {
  const { old, new: young } = objects
  const around = commonValues(objects) as Members[]
  for (const key of new Set([old, young].flatMap(({ schema }) => Object.keys(schema.properties ?? {})))) {
    const [was, is] = [old, young].map(({ schema }) => schema.properties?.[key])
    if (was && is) {
      const members = bothOf(objects, (object) => locateMember(object, key))
      yield* compareNeed(key, objects, around, members.new.pointer, position)
      yield* compareTolerance(key, members, around, position)
      const located = bothOf(members, ({ document, schema, pointer }) => locate(document, schema, pointer))
      yield* compareMembers(located, memberPosition(position, key, around))
    } else yield oneSided(objects, key, is ? 'new' : 'old', position)
  }
  yield* compareAlternatives(objects, position)
}

const needs = (schema: Schema, key: string) => schema.required?.includes(key) === true

function* compareNeed(
  key: string,
  { old, new: young }: Pair<LocatedSchema>,
  around: readonly Members[],
  pointer: string,
  position: Position,
): Generator<Difference> {
  const [was, is] = [needs(old.schema, key), needs(young.schema, key)]
  const values = around.slice(0, 4).map((object) => without(object, key))
  if (is && !was) yield differ('member-required', pointer, 'became required.', position, values, key)
  if (was && !is) yield differ('member-optional', pointer, 'became optional.', position, values, key)
}

function* compareTolerance(
  key: string,
  { old, new: young }: Pair<LocatedSchema>,
  around: readonly Members[],
  position: Position,
): Generator<Difference> {
  const [was = [], is = []] = [old, young].map(({ schema }) => schema['x-elsewhere'])
  for (const what of ['null', 'absent'] as const) {
    const now = is.includes(what)
    if (was.includes(what) === now) continue
    const rule = now ? 'tolerance-added' : 'tolerance-removed'
    const sentence = `is ${now ? 'now' : 'no longer'} accepted as ${what} from other nodes.`
    const lacking = around.slice(0, 4).map((object) => without(object, key))
    yield what === 'null'
      ? differ(rule, young.pointer, sentence, memberPosition(position, key, around), [null])
      : differ(rule, young.pointer, sentence, position, lacking, key)
  }
}

/** A member that one document alone has: objects of either document, with it and without it, show what that means. */
function oneSided(
  objects: Pair<LocatedSchema>,
  key: string,
  side: 'old' | 'new',
  position: Position,
): Difference {
  const { document, schema, pointer } = locateMember(objects[side], key)
  const members = samplesOf({ document, schema })
  const bases = [objects.old, objects.new].flatMap((each) => samplesOf(each).slice(0, 3) as Members[])
  const values = bases.flatMap((object, index) => [
    { ...object, [key]: members[index % members.length] },
    without(object, key),
  ])
  const kind = `${needs(objects[side].schema, key) ? 'required-' : ''}member` as const
  return side === 'new'
    ? differ(`${kind}-added`, pointer, 'was added.', position, values, key)
    : differ(`${kind}-removed`, pointer, 'was removed.', position, values, key)
}

/** Compares the alternatives of an object: `oneOf: [{ required: ['a'] }, { required: ['b'] }]`. Without alternatives all are accepted. */
function* compareAlternatives(
  { old, new: young }: Pair<LocatedSchema>,
  position: Position,
): Generator<Difference> {
  const [was, is] = [old, young].map(({ schema }) => schema.oneOf?.map(({ required = [] }) => required))
  const barred = [...(was ?? []), ...(is ?? [])].flat()
  for (const [rule, located, own, other, word] of [
    ['values-removed', old, was, is, 'was removed as an alternative'],
    ['values-added', young, is, was, 'was added as an alternative'],
  ] as const) {
    if (other === undefined) continue // a schema that accepts any accepts each
    const samples = samplesOf(located) as Members[]
    const at = `${located.pointer}${located.schema.oneOf ? '/oneOf' : ''}`
    if (own === undefined) {
      const values = [...samples, ...samples.map((object) => without(object, ...barred))]
      yield differ(rule, at, `${word}: any of its members, or none.`, position, values)
    }
    for (const name of new Set(own?.map(named)).difference(new Set(other.map(named))))
      yield differ(rule, at, `${word}: ${name}.`, position, samples)
  }
}

const named = (keys: readonly string[]) => keys.join(' and ')
