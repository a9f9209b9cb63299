import type { OpenRpc, Schema } from './open-rpc.ts'
import { without } from './schema.ts'

/** Returns a document that also accepts unknown members, and what x-elsewhere names, as the validators in mode `tolerant` do. */
export function tolerant(document: OpenRpc): OpenRpc {
  const loosened = Object.entries(document.components.schemas).map(([name, schema]) => [name, loosen(schema)])
  return {
    ...document,
    components: { ...document.components, schemas: Object.fromEntries(loosened) },
  }
}

/** Returns a schema whose objects may have unknown members, and what x-elsewhere names. */
export function loosen(schema: Schema): Schema {
  const { properties, required, additionalProperties } = schema
  if (!properties) return schema
  const open = additionalProperties === false ? without(schema, 'additionalProperties') : schema
  const accepts = (key: string, what: 'null' | 'absent') =>
    properties[key]?.['x-elsewhere']?.includes(what) === true
  return {
    ...open,
    ...(required && { required: required.filter((key) => !accepts(key, 'absent')) }),
    properties: Object.fromEntries(
      Object.entries(properties).map(([key, member]) => [
        key,
        accepts(key, 'null') ? { oneOf: [member, { type: 'null' }] } : member,
      ]),
    ),
  }
}
