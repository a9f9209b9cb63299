import * as fc from 'fast-check'
import { accepts } from '../src/accepts.ts'
import { arbitrary } from '../src/arbitrary.ts'
import type { OpenRpc, Schema } from '../src/open-rpc.ts'
import type { Root } from './judge.ts'
import type { Direction, RuleName } from './rules.ts'

/** One thing for both documents. */
export interface Pair<T> {
  readonly old: T
  readonly new: T
}

/** Where a value stands: in which parameters, result or component, and how a whole one is made around it. */
export interface Place {
  readonly root: Root
  readonly direction: Direction
  /** The path from the root; a star stands for any index of an array. */
  readonly path: string
  /** Whole values with this one at the place, valid everywhere else where that can be. */
  readonly plant: (value: unknown) => unknown[]
}

/** A difference of two documents at one place, with values there that should show it. */
export interface Difference {
  readonly rule: RuleName
  /** A JSON pointer into the new document; into the old one for what was removed. */
  readonly pointer: string
  /** One sentence that goes on from the pointer. */
  readonly sentence: string
  readonly place: Place
  readonly values: readonly unknown[]
  /** The member whose absence or presence is the difference: an issue that shows it names it. */
  readonly key?: string
}

/** The same two documents, everywhere in a comparison. */
export type Documents = Pair<OpenRpc>

const samples = new WeakMap<OpenRpc, Map<Schema, unknown[]>>()

/** Some values that are valid by a schema, the same ones each time. */
export function samplesOf(document: OpenRpc, schema: Schema): unknown[] {
  const known = samples.get(document) ?? new Map<Schema, unknown[]>()
  samples.set(document, known)
  const made = known.get(schema) ?? fc.sample(arbitrary(document, schema), { seed: 1, numRuns: 16 })
  known.set(schema, made)
  return made
}

/** Values that both documents accept, or where there is none, values that one of them accepts. */
export function commonValues(documents: Documents, schemas: Pair<Schema>): unknown[] {
  const old = samplesOf(documents.old, schemas.old)
  const young = samplesOf(documents.new, schemas.new)
  const common = [
    ...old.filter((value) => accepts(documents.new, schemas.new, value)),
    ...young.filter((value) => accepts(documents.old, schemas.old, value)),
  ]
  return common.length > 0 ? common : old.flatMap((value, index) => [value, young[index]])
}

/** The place of an object's member. Objects that have the member already are preferred, since others may not bear it. */
export function memberPlace(place: Place, key: string, objects: readonly unknown[]): Place {
  const having = objects.filter((object) => Object.hasOwn(object as object, key))
  const around = [...having, ...objects].slice(0, 2) as Record<string, unknown>[]
  return {
    ...place,
    path: `${place.path}/${key}`,
    plant: (value) => around.flatMap((object) => place.plant({ ...object, [key]: value })),
  }
}

/** The place of an array's items. */
export function itemPlace(place: Place, minItems: number, items: readonly unknown[]): Place {
  const others = Array.from({ length: Math.max(0, minItems - 1) }, (_, index) => items[index % items.length])
  return { ...place, path: `${place.path}/*`, plant: (value) => place.plant([value, ...others]) }
}

/** Whether one path leads to the other, or through it. */
export function meet(path: string, pattern: string): boolean {
  const other = pattern.split('/')
  return path
    .split('/')
    .every((part, at) => other[at] === undefined || other[at] === '*' || other[at] === part)
}
