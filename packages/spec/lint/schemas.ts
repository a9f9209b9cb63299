import type { Schema } from '../src/open-rpc.ts'
import { discriminator, isText, namedBy, nonNull, refinement, resolve, type Schemas } from '../src/schema.ts'
import { onMethods, onSchemas, type Rule, type Rules } from './rule.ts'

/** Rules on the form of schemas: what the generator can write, and what gets a name by it. */
export const schemaRules: Rules = {
  'array-items': onSchemas((schema) =>
    schema.type === 'array' && schema.items?.$ref === undefined
      ? ['is an array whose items are not a component.']
      : [],
  ),
  'narrowed-known': onComponent((schema, schemas) => {
    const narrowed = refinement(schema)
    const base = narrowed && resolve(schema.allOf![0]!, schemas).properties
    return Object.keys(narrowed?.properties ?? {})
      .filter((key) => !Object.hasOwn(base ?? {}, key))
      .map((key) => `narrows "${key}", which ${narrowed!.base} does not have.`)
  }),
  'required-known': onSchemas(({ required = [], properties }) =>
    properties === undefined
      ? []
      : required
          .filter((key) => !Object.hasOwn(properties, key))
          .map((key) => `requires "${key}", which is not among its properties.`),
  ),
  'object-closed': onComponent((schema) =>
    schema.type === 'object' && (schema.additionalProperties !== false || !schema.properties)
      ? ['is an object without properties, or without additionalProperties: false.']
      : [],
  ),
  'object-named': onInner((schema) =>
    schema.type === 'object' ? ['is an object that is not a component, so it has no name.'] : [],
  ),
  'union-named': onInner((schema) =>
    schema.oneOf && !nonNull(schema)
      ? ['is a oneOf that is not a component; only [X, null] may stand inside.']
      : [],
  ),
  'param-form': onMethods(({ params }, { components: { schemas } }) =>
    [...params.entries()]
      .filter(([, { schema }]) => !isParameter(schema, schemas))
      .map(([index]) => [
        `/params/${index}/schema`,
        'is neither a text nor a boolean, nor a oneOf of texts and one object, which is all that the generator can write as a parameter.',
      ]),
  ),
  'all-of-form': onSchemas((schema) =>
    schema.allOf === undefined ||
    (schema.allOf.length === 1 && namedBy(schema) !== undefined) ||
    refinement(schema)
      ? []
      : ['has an allOf other than [{ "$ref" }] or [{ "$ref" }, { "properties" }].'],
  ),
  'alternatives-form': onComponent(({ properties, oneOf = [] }) =>
    properties
      ? oneOf
          .map(({ required = [] }) => required)
          .filter((keys) => keys.length === 0 || keys.some((key) => !Object.hasOwn(properties, key)))
          .map(
            (keys) => `has ${JSON.stringify(keys)} for an alternative, which is not a list of its members.`,
          )
      : [],
  ),
  'array-union-form': onComponent((schema, schemas) =>
    isLooseArrays(schema, schemas)
      ? ['is a oneOf of arrays other than: one with maxItems 0, one of strings, one of objects.']
      : [],
  ),
  'union-distinct': onComponent((schema, schemas) =>
    (schema.oneOf ?? []).length > 1 &&
    !schema.properties &&
    branchesOf(schema, schemas).every(({ type }) => type === 'object') &&
    discriminator(branchesOf(schema, schemas)) === undefined
      ? ['is a oneOf of objects that no member with a const distinguishes.']
      : [],
  ),
}

function isParameter(schema: Schema, schemas: Schemas): boolean {
  const others = branchesOf(resolve(schema, schemas), schemas).filter((branch) => !isText(branch, schemas))
  return (
    resolve(schema, schemas).type === 'boolean' ||
    isText(schema, schemas) ||
    (others.length === 1 && others[0]!.type === 'object')
  )
}

/** Whether a union of arrays has more than one empty branch, or branches with first items of the same kind. */
function isLooseArrays(schema: Schema, schemas: Schemas): boolean {
  const branches = branchesOf(schema, schemas)
  const filled = branches.filter(({ minItems = 0 }) => minItems > 0)
  const kinds = new Set(filled.map(({ items = {} }) => kindOf(items, schemas)))
  return (
    branches.some(({ type }) => type === 'array') &&
    (branches.filter(({ maxItems }) => maxItems === 0).length !== 1 ||
      filled.length !== branches.length - 1 ||
      kinds.size !== filled.length ||
      (kinds.size > 1 && kinds.has('other')))
  )
}

/** The kind of an array's first item, which distinguishes it from other branches. */
function kindOf(items: Schema, schemas: Schemas): 'text' | 'object' | 'other' {
  if (isText(items, schemas)) return 'text'
  const { type, oneOf = [] } = resolve(items, schemas)
  const isObject =
    type === 'object' || (oneOf.length > 0 && oneOf.every((branch) => kindOf(branch, schemas) === 'object'))
  return isObject ? 'object' : 'other'
}

function onComponent(find: (schema: Schema, schemas: Schemas) => string[]): Rule {
  return onSchemas((schema, pointer, document) =>
    isComponent(pointer) ? find(schema, document.components.schemas) : [],
  )
}

function onInner(find: (schema: Schema) => string[]): Rule {
  return onSchemas((schema, pointer) => (isComponent(pointer) ? [] : find(schema)))
}

const isComponent = (pointer: string) => /^#\/components\/schemas\/[^/]+$/.test(pointer)

const branchesOf = ({ oneOf = [] }: Schema, schemas: Schemas) =>
  oneOf.map((branch) => resolve(branch, schemas))
