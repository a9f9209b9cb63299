import { resolve } from '../src/arbitrary.ts'
import type { OpenRpc, Schema } from '../src/open-rpc.ts'
import { namedBy, refinement } from '../generate/schema.ts'

/** A schema and the JSON pointer to it; the schema behind a `$ref` where there is one. */
export interface Located {
  readonly schema: Schema
  readonly pointer: string
}

/** The schema at a pointer, behind its `$ref`, whole where it narrows a component. */
export function locate(document: OpenRpc, schema: Schema, pointer: string): Located {
  const name = namedBy(schema)
  const { schemas } = document.components
  return name === undefined
    ? { schema: resolve(schemas, schema), pointer }
    : locate(document, schemas[name]!, `#/components/schemas/${name}`)
}

/** The place of a member's schema: a narrowed one stands in the narrower, any other in the component. */
export function memberOf(document: OpenRpc, { schema, pointer }: Located, key: string): Located {
  const name = pointer.startsWith(prefix) ? pointer.slice(prefix.length) : ''
  const narrowed = refinement(document.components.schemas[name] ?? {})
  const home =
    narrowed === undefined
      ? pointer
      : narrowed.properties[key]
        ? `${pointer}/allOf/1`
        : prefix + narrowed.base
  return { schema: schema.properties![key]!, pointer: `${home}/properties/${key}` }
}

const prefix = '#/components/schemas/'
