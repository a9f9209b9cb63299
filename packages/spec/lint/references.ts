import type { OpenRpc } from '../src/open-rpc.ts'
import { children, refName } from '../generate/schema.ts'
import { allSchemas, onSchemas, type Rules } from './rule.ts'

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
      errors.flatMap(({ $ref }, place) =>
        unknown(document, 'errors', `#/methods/${index}/errors/${place}`, $ref),
      ),
    ),
  ],
  'ref-alone': onSchemas((schema) => {
    const beside = Object.keys(schema).filter((key) => key !== '$ref')
    return schema.$ref === undefined || beside.length === 0
      ? []
      : [`has "${beside.join('", "')}" beside $ref, which draft-07 ignores; write allOf: [{ "$ref": … }].`]
  }),
  'error-named': (document) =>
    document.methods.flatMap(({ errors = [] }, index) =>
      [...errors.entries()]
        .filter(([, { $ref }]) => $ref === undefined)
        .map(([place]): [string, string] => [
          `#/methods/${index}/errors/${place}`,
          'is an error itself; errors are written as components, and a method refers to them.',
        ]),
    ),
  'ref-acyclic': (document) =>
    Object.keys(document.components.schemas)
      .filter((name) => reaches(document, name, name, new Set()))
      .map((name) => [`#/components/schemas/${name}`, 'refers to itself, by whatever way.']),
}

function unknown(
  { components }: OpenRpc,
  kind: 'schemas' | 'errors',
  pointer: string,
  ref: string | undefined,
): [string, string][] {
  const prefix = `#/components/${kind}/`
  if (ref === undefined || !ref.startsWith('#/')) return []
  return ref.startsWith(prefix) && Object.hasOwn(components[kind], ref.slice(prefix.length))
    ? []
    : [[pointer, `refers to "${ref}", which does not exist.`]]
}

function reaches({ components }: OpenRpc, from: string, goal: string, seen: Set<string>): boolean {
  const names: string[] = []
  const collect = (schema: (typeof components.schemas)[string]): void => {
    if (schema.$ref !== undefined) names.push(refName(schema.$ref))
    for (const [, child] of children(schema)) collect(child)
  }
  collect(components.schemas[from] ?? {})
  return names.some((name) => {
    if (name === goal) return true
    if (seen.has(name)) return false
    seen.add(name)
    return reaches({ components } as OpenRpc, name, goal, seen)
  })
}
