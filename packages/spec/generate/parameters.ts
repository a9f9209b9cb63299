import { matching } from '../src/arbitrary.ts'
import type { OpenRpc, Schema } from '../src/open-rpc.ts'
import { resolve, type Schemas } from './schema.ts'

/** The parameters of each method as patterns: a module of a few hundred bytes, for who cannot carry the validators. */
export function parameterRules({ methods, components }: OpenRpc): string {
  const rows = methods.map(
    ({ name, params }) =>
      `${name}: [${params.map(({ schema }) => ruleOf(schema, components.schemas)).join(', ')}],`,
  )
  return `import type { MethodName } from './methods.gen.ts'

/** What each parameter of a method must be: a string that matches a pattern, or of a type. Exactly what the validators accept. */
export const parameters: { readonly [M in MethodName]: readonly (RegExp | 'boolean')[] } = {
${rows.join('\n')}
}
`
}

function ruleOf(schema: Schema, schemas: Schemas): string {
  const resolved = resolve(schema, schemas)
  return resolved.type === 'boolean' ? `'boolean'` : String(new RegExp(patternOf(resolved, schemas)))
}

/** The pattern of exactly the strings that a schema accepts. */
function patternOf(schema: Schema, schemas: Schemas): string {
  const { pattern, const: constant, enum: names, oneOf } = resolve(schema, schemas)
  if (constant !== undefined || names)
    return `^(${matching(names ?? [constant!], pattern)
      .map(escaped)
      .join('|')})$`
  if (pattern !== undefined) return pattern
  if (oneOf) return oneOf.map((branch) => patternOf(branch, schemas)).join('|')
  return '^[^]*$'
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
