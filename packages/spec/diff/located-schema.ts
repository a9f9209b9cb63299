import type { OpenRpc, Schema } from '../src/open-rpc.ts'
import { namedBy, refinement, resolve } from '../src/schema.ts'

/** A schema and the JSON pointer to it; the schema behind a `$ref` where there is one. */
export interface LocatedSchema {
  readonly schema: Schema
  readonly pointer: string
}

/** The schema at a pointer, behind its `$ref`, complete where it narrows a component. */
export function locate(document: OpenRpc, schema: Schema, pointer: string): LocatedSchema {
  const name = namedBy(schema)
  const { schemas } = document.components
  return name === undefined
    ? { schema: resolve(schema, schemas), pointer }
    : locate(document, schemas[name]!, prefix + name)
}

/** A member's schema: a narrowed one is in the narrower, any other in the component. */
export function locateMember(document: OpenRpc, of: LocatedSchema, key: string): LocatedSchema {
  const { schema, pointer } = of
  const name = pointer.startsWith(prefix) ? pointer.slice(prefix.length) : ''
  const narrowed = refinement(document.components.schemas[name] ?? {})
  const own = narrowed === undefined || narrowed.properties[key]
  const parent = own ? `${pointer}${narrowed ? '/allOf/1' : ''}` : prefix + narrowed.base
  return { schema: schema.properties![key]!, pointer: `${parent}/properties/${key}` }
}

const prefix = '#/components/schemas/'
