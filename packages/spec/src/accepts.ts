import { Compile } from 'typebox/schema'
import type { OpenRpc, Schema } from './open-rpc.ts'

/** Whether a value is valid by a schema of a document, as TypeBox judges. */
export function accepts(
  { components }: Pick<OpenRpc, 'components'>,
  schema: Schema,
  value: unknown,
): boolean {
  const known = compiled.get(components) ?? new Map<Schema, { Check(value: unknown): boolean }>()
  compiled.set(components, known)
  const check = known.get(schema) ?? Compile({ components, allOf: [schema] } as object)
  known.set(schema, check)
  return check.Check(value)
}

const compiled = new WeakMap<OpenRpc['components'], Map<Schema, { Check(value: unknown): boolean }>>()
