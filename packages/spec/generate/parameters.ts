import type { ContentDescriptor, OpenRpc, Schema } from '../src/open-rpc.ts'
import { isText, matching, resolve, type Schemas } from '../src/schema.ts'
import { splitMethods } from './methods.ts'
import { literal as quote, prelude } from './types.ts'
import { wordsOf } from './words.ts'

/** Returns the module of parameter rules, which is small enough for a page. Companions are left out. */
export function parameterRules(document: OpenRpc): string {
  const { schemas } = document.components
  const rows = splitMethods(document).own.map(
    ({ name, params }) => `${name}: [${params.map((param) => ruleOf(param, schemas)).join(', ')}],`,
  )
  return `import type { MethodName } from './methods.gen.ts'

/** A parameter: its name, what it must be in words, and the pattern of its text; without one it is a boolean. */
export type ParameterRule = readonly [name: string, words: string, pattern?: RegExp]

/** The rules of each method's parameters. Undefined leaves a parameter to the server: an optional one, an object or an array. */
export const parameters: { readonly [M in MethodName]: readonly (ParameterRule | undefined)[] } = {
${rows.join('\n')}
}

/** Returns what is wrong with a parameter, as a sentence without its period; undefined if it is valid. */
export function checkParameter([name, words, pattern]: ParameterRule, value: unknown): string | undefined {
  const isValid = pattern ? typeof value === 'string' && pattern.test(value) : typeof value === 'boolean'
  return isValid ? undefined : \`\${name} must be \${words}\${insteadOf(value)}\`
}

${prelude('sentence.ts')}`
}

function ruleOf({ name, schema, required }: ContentDescriptor, schemas: Schemas): string {
  const isBoolean = resolve(schema, schemas).type === 'boolean'
  if (!required || !(isBoolean || isText(schema, schemas))) return 'undefined'
  const rule = [quote(name), quote(wordsOf(schema, schemas))]
  return `[${isBoolean ? rule : [...rule, new RegExp(patternOf(schema, schemas))]}]`
}

/** Returns the pattern of exactly the texts that a schema accepts. */
function patternOf(schema: Schema, schemas: Schemas): string {
  const { pattern, const: constant, enum: names, oneOf } = resolve(schema, schemas)
  if (oneOf) return oneOf.map((branch) => patternOf(branch, schemas)).join('|')
  if (constant !== undefined || names)
    return `^(${matching(names ?? [constant!], pattern)
      .map(escaped)
      .join('|')})$`
  return pattern ?? '^'
}

const escaped = (text: unknown) => String(text).replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
