import { branchesOf, isDecoded, isQuantity, membersOf } from '../document/quantities.ts'
import type { Schema } from '../src/open-rpc.ts'
import { refinement, type Schemas } from '../src/schema.ts'
import { onComponents, type Rules } from './rule.ts'

/** Rules on quantities: the decoders must know from a value's form alone what becomes a bigint. */
export const quantityRules: Rules = {
  'quantity-everywhere': onComponents((schema, { components: { schemas } }) =>
    [...membersOf(schema, schemas)]
      .filter(([, members]) => members.length > 1)
      .map(([key]) => [
        '',
        `has "${key}" in branches that do not decode it alike, as quantity or otherwise.`,
      ]),
  ),
  'quantity-alone': onComponents((schema, { components: { schemas } }) =>
    isMixed(schema, schemas)
      ? [['', 'is a oneOf of a quantity and of objects or arrays, which the decoders cannot distinguish.']]
      : [],
  ),
  'quantity-narrowed': onComponents((schema, { components: { schemas } }) => {
    const narrowed = refinement(schema)
    if (narrowed === undefined) return []
    const base = branchesOf({ $ref: `#/components/schemas/${narrowed.base}` }, schemas)
    return Object.entries(narrowed.properties)
      .filter(([key, member]) =>
        base.some(
          ({ properties }) =>
            properties?.[key] && becomesBigint(properties[key], schemas) !== becomesBigint(member, schemas),
        ),
      )
      .map(([key]) => [
        `/allOf/1/properties/${key}`,
        `is a quantity here or in ${narrowed.base}, but not in both.`,
      ])
  }),
}

const becomesBigint = (schema: Schema, schemas: Schemas) =>
  isDecoded(schema, schemas) && branchesOf(schema, schemas).some(isQuantity)

/** Whether a quantity, or a list of them, shares a union with branches of another form. With other texts it is not decoded, and so does not count. */
function isMixed(schema: Schema, schemas: Schemas): boolean {
  const branches = branchesOf(schema, schemas)
  if (branches.some(({ type }) => type === 'string') && !isDecoded(schema, schemas)) return false
  const items = new Map(
    branches.flatMap((branch) => (branch.items ? [[branch.items.$ref, branch.items]] : [])),
  )
  return (
    (branches.some(isQuantity) && branches.some((branch) => branch.properties ?? branch.items)) ||
    (items.size > 1 && [...items.values()].some((item) => becomesBigint(item, schemas)))
  )
}
