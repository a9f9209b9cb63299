import type { OpenRpc, Schema } from '../src/open-rpc.ts'
import { children, refName } from '../src/schema.ts'
import { allSchemas, onMethods, onSchemas, type Problem, type Rules } from './rule.ts'

/** Rules on `$ref`: the generator, and every reader of the document, must be able to follow each one. */
export const referenceRules: Rules = {
  'ref-local': onSchemas(({ $ref }) =>
    $ref === undefined || $ref.startsWith('#/')
      ? []
      : [`refers to "${$ref}", which is not in this document.`],
  ),
  'ref-known': (document) => [
    ...allSchemas(document).flatMap(([pointer, { $ref }]) => unknown(document, 'schemas', pointer, $ref)),
    ...document.methods.flatMap(({ errors = [] }, index) =>
      errors.flatMap(({ $ref }, at) => unknown(document, 'errors', `#/methods/${index}/errors/${at}`, $ref)),
    ),
  ],
  'ref-alone': onSchemas((schema) => {
    const beside = Object.keys(schema).filter((key) => key !== '$ref')
    return schema.$ref === undefined || beside.length === 0
      ? []
      : [`has "${beside.join('", "')}" beside $ref, which draft-07 ignores; write allOf: [{ "$ref": … }].`]
  }),
  'error-named': onMethods(({ errors = [] }) =>
    [...errors.entries()]
      .filter(([, { $ref }]) => $ref === undefined)
      .map(([index]) => [
        `/errors/${index}`,
        'is an error itself; errors are written as components, and a method refers to them.',
      ]),
  ),
  'ref-acyclic': ({ components: { schemas } }) =>
    Object.keys(schemas)
      .filter((name) => reaches(schemas, name, name, new Set()))
      .map((name) => [`#/components/schemas/${name}`, 'refers to itself, directly or through others.']),
}

function unknown(
  { components }: OpenRpc,
  kind: 'schemas' | 'errors',
  pointer: string,
  ref: string | undefined,
): Problem[] {
  const prefix = `#/components/${kind}/`
  if (ref === undefined || !ref.startsWith('#/')) return []
  return ref.startsWith(prefix) && Object.hasOwn(components[kind], ref.slice(prefix.length))
    ? []
    : [[pointer, `refers to "${ref}", which does not exist.`]]
}

function reaches(
  schemas: Readonly<Record<string, Schema>>,
  from: string,
  goal: string,
  seen: Set<string>,
): boolean {
  const namesIn = (schema: Schema): string[] => [
    ...(schema.$ref === undefined ? [] : [refName(schema.$ref)]),
    ...children(schema).flatMap(([, child]) => namesIn(child)),
  ]
  return namesIn(schemas[from] ?? {}).some((name) => {
    if (name === goal) return true
    if (seen.has(name)) return false
    seen.add(name)
    return reaches(schemas, name, goal, seen)
  })
}
