import type { ContentDescriptor, OpenRpc, Schema } from '../src/open-rpc.ts'
import { splitMethods } from './methods.ts'
import { matching, resolve, type Schemas } from '../src/schema.ts'

/** The parameters of each method, companions left out, as patterns: a module of a few hundred bytes, where the validators are too large. */
export function parameterRules(document: OpenRpc): string {
  const { components } = document
  const { own, companions } = splitMethods(document)
  const rows = own.map(
    ({ name, params }) =>
      `${name}: [${params.map((param) => ruleOf(param, components.schemas)).join(', ')}],`,
  )
  return `import type { CompanionName, MethodName } from './methods.gen.ts'

/** A parameter: its name, what it must be in words, and the pattern that its string matches; without one it is a boolean. */
export type ParameterRule = readonly [name: string, words: string, pattern?: RegExp]

/** What each parameter of a method must be: exactly what the validators accept. */
export const parameters: { readonly [M in MethodName]: readonly ParameterRule[] } = {
${rows.join('\n')}
}

/** The names of the companions. */
export const companionNames: readonly CompanionName[] = [${companions.map(({ name }) => JSON.stringify(name)).join(', ')}]
`
}

function ruleOf({ name, schema }: ContentDescriptor, schemas: Schemas): string {
  const words = wordsOf(schema, schemas)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1')
  const isBoolean = resolve(schema, schemas).type === 'boolean'
  const rule = [name, words].map((text) => JSON.stringify(text))
  return `[${isBoolean ? rule : [...rule, new RegExp(patternOf(schema, schemas))]}]`
}

/** What a schema accepts, for a sentence; each alternative by itself. */
function wordsOf(schema: Schema, schemas: Schemas): readonly string[] {
  const { type, title, pattern = '', const: constant, enum: names, oneOf } = resolve(schema, schemas)
  if (oneOf) return oneOf.flatMap((branch) => wordsOf(branch, schemas))
  if (constant !== undefined || names) return (names ?? [constant]).map(String)
  if (type === 'boolean') return ['true', 'false']
  if (pattern.startsWith('^0x(0|')) return ['a hex quantity']
  const digits = /^\^0x\[[0-9a-fA-F-]+\]\{(\d+)\}\$$/.exec(pattern)?.[1]
  return [digits ? `0x and ${digits} hex digits` : (title ?? 'a string').toLowerCase()]
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
