import * as fc from 'fast-check'
import { arbitrary } from '../src/arbitrary.ts'
import { accepts } from '../src/mutants.ts'
import type { OpenRpc, Schema } from '../src/open-rpc.ts'
import { namedBy, refinement, resolve } from '../src/schema.ts'
import type { Pair } from './difference.ts'

/** A schema, its document and the JSON pointer to it; the schema behind a `$ref` where there is one. */
export interface LocatedSchema {
  readonly document: OpenRpc
  readonly schema: Schema
  readonly pointer: string
}

/** The schema at a pointer, behind its `$ref`, complete where it narrows a component. */
export function locate(document: OpenRpc, schema: Schema, pointer: string): LocatedSchema {
  const name = namedBy(schema)
  const { schemas } = document.components
  return name === undefined
    ? { document, schema: resolve(schema, schemas), pointer }
    : locate(document, schemas[name]!, prefix + name)
}

/** A member's schema as it is written: a narrowed one is in the narrower, any other in the component. */
export function locateMember({ document, schema, pointer }: LocatedSchema, key: string): LocatedSchema {
  const name = pointer.startsWith(prefix) ? pointer.slice(prefix.length) : ''
  const narrowed = refinement(document.components.schemas[name] ?? {})
  const own = narrowed === undefined || narrowed.properties[key]
  const parent = own ? `${pointer}${narrowed ? '/allOf/1' : ''}` : prefix + narrowed.base
  return { document, schema: schema.properties![key]!, pointer: `${parent}/properties/${key}` }
}

const prefix = '#/components/schemas/'

const samples = new WeakMap<OpenRpc, Map<Schema, unknown[]>>()

/** Some values that are valid by a schema, the same ones each time. */
export function samplesOf({ document, schema }: Omit<LocatedSchema, 'pointer'>): unknown[] {
  const known = samples.get(document) ?? new Map<Schema, unknown[]>()
  samples.set(document, known)
  const made = known.get(schema) ?? fc.sample(arbitrary(document, schema), { seed: 1, numRuns: 16 })
  known.set(schema, made)
  return made
}

/** Values that both schemas accept, or where there is none, values that one of them accepts. */
export function commonValues({ old, new: young }: Pair<Omit<LocatedSchema, 'pointer'>>): unknown[] {
  const [before, now] = [samplesOf(old), samplesOf(young)]
  const common = [
    ...before.filter((value) => accepts(young.document, young.schema, value)),
    ...now.filter((value) => accepts(old.document, old.schema, value)),
  ]
  return common.length > 0 ? common : before.flatMap((value, index) => [value, now[index]])
}
