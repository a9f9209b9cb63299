import type { Schema } from '../src/open-rpc.ts'
import {
  branchesOf,
  decodingOf,
  inside,
  isQuantity,
  itemOf,
  membersOf,
  quantities,
} from '../document/quantities.ts'
import type { Schemas } from '../src/schema.ts'
import { literal as quote } from './types.ts'

/** An expression that decodes the value of another one, at a pointer and the member in it; undefined where the value stays as it is. */
export function decodeOf(
  schema: Schema,
  value: string,
  schemas: Schemas,
  at: string = 'at',
  key?: string,
): string | undefined {
  const decoding = decodingOf(schema, schemas)
  if (decoding === undefined) return undefined
  const decoder = decoderOf(decoding.component)
  const member = key === undefined ? '' : `, ${quote(key)}`
  if (decoding.each) return `each(${value}, ${decoder}, refuse, ${at}${member})`
  if (decoder === 'quantity') return `quantity(${value}, refuse, ${at}${member})`
  return `${decoder}(${value}, refuse, ${key === undefined ? at : `below(${at}${member})`})`
}

/** The name of the function that decodes a component. */
const decoderOf = (component: string) => (quantities.has(component) ? 'quantity' : `decode${component}`)

/** The function that decodes a component; of a union, all its branches at once, so that an unknown type is decoded as well. */
export function decoderFunction(name: string, schemas: Schemas): string {
  const component = schemas[name] ?? {}
  const body = itemOf(component, schemas)
    ? `return ${decodeOf(component, 'value', schemas)}`
    : branchesOf(component, schemas).some(isQuantity)
      ? `return value === null ? value : quantity(value, refuse, at)`
      : objectBody(component, schemas)
  return `function decode${name}(value: unknown, refuse: Refuse, at: string): unknown {\n${body}\n}\n`
}

function objectBody(component: Schema, schemas: Schemas): string {
  const rows = [...membersOf(component, schemas)].flatMap(([key, [member = {}]]) => {
    const read = `copy[${quote(key)}]`
    const decode = decodeOf(member, read, schemas, 'at', key)
    return decode === undefined ? [] : [`if (${read} != null) ${read} = ${decode}\n`]
  })
  return `if (!isObject(value)) return value\nconst copy = { ...value }\n${rows.join('')}return copy`
}

/** The components whose decoders the decoding of a schema needs; what is needed first comes first. */
export function neededBy(schema: Schema, schemas: Schemas): string[] {
  const { component = '' } = decodingOf(schema, schemas) ?? {}
  if (component === '' || quantities.has(component)) return []
  const members = branchesOf(schemas[component] ?? {}, schemas).flatMap(inside)
  return [...members.flatMap((member) => neededBy(member, schemas)), component]
}
