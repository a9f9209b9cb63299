import type { Schema } from '../src/open-rpc.ts'
import { matching, resolve, type Schemas } from '../src/schema.ts'

/** Returns what a text, a boolean, null or a union of them must be, for a sentence: `0x and 64 hex digits`. */
export function wordsOf(schema: Schema, schemas: Schemas): string {
  const branches = branchesOf(schema, schemas)
  const names = branches.flatMap((branch) => namesOf(branch) ?? [])
  const kinds = branches.filter((branch) => namesOf(branch) === undefined).map(kindOf)
  const parts = [kinds, names].filter((part) => part.length > 0).map(joinByOr)
  return parts.join(', or ')
}

const branchesOf = (schema: Schema, schemas: Schemas): Schema[] => {
  const found = resolve(schema, schemas)
  return found.oneOf && !found.properties
    ? found.oneOf.flatMap((branch) => branchesOf(branch, schemas))
    : [found]
}

/** The texts of a schema that lists them. */
function namesOf({ const: constant, enum: names, pattern }: Schema): readonly string[] | undefined {
  return constant === undefined && !names ? undefined : matching(names ?? [constant!], pattern)
}

function kindOf({ type, pattern }: Schema): string {
  if (type === 'boolean') return 'true or false'
  if (type === 'null') return 'null'
  if (type === 'object' || type === 'array') return `an ${type}`
  if (pattern === undefined) return 'a string'
  if (pattern.startsWith('^0x(0|[1-9a-f]')) return 'a hex quantity'
  if (pattern === String.raw`^[0-9]+(\.[0-9]+)?$`) return 'a decimal number'
  if (pattern === '^0x([0-9a-f]{2})*$') return '0x and an even number of lower-case hex digits'
  const [, upper, digits] = /^\^0x\[0-9a-f(A-F)?\]\{(\d+)\}\$$/.exec(pattern) ?? []
  if (digits === undefined) return `a string of the form ${pattern}`
  return `0x and ${digits} ${upper === undefined ? 'lower-case ' : ''}hex digits`
}

/** Joins alternatives: `safe, finalized or pending`. */
export const joinByOr = (parts: readonly string[]): string => parts.join(', ').replace(/, ([^,]*)$/, ' or $1')
