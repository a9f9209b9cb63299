import type { Schema } from '../src/open-rpc.ts'
import { discriminator, isText, resolve, type Schemas } from '../src/schema.ts'
import { literal as quote } from './source.ts'

/** Gives the expression that checks `value` by a schema. */
type Source = (schema: Schema) => string

/** The body of a function that checks `oneOf`: objects are distinguished by a constant, arrays by their first item, scalars by trying each. */
export function unionBody(branches: readonly Schema[], schemas: Schemas, check: Source): string {
  const resolved = branches.map((branch) => resolve(branch, schemas))
  const key = discriminator(resolved)
  if (key !== undefined) return switchBody(key, branches, resolved, check)
  if (resolved.every(({ type }) => type === 'array')) return arrayBody(branches, schemas, check)
  return tryBody(branches, check)
}

function switchBody(
  key: string,
  branches: readonly Schema[],
  resolved: readonly Schema[],
  check: Source,
): string {
  const constants = resolved.map((branch) => quote(branch.properties?.[key]?.const ?? ''))
  const cases = branches.map((branch, index) => `case ${constants[index]}: return ${check(branch)}\n`)
  return `if (!isObject(value)) return must('be an object')
switch (value[${quote(key)}]) {
${cases.join('')}}
return has(value, ${quote(key)}) ? within(${quote(key)}, must(${quote(`be one of ${constants.join(', ')}`)})) : lacks(${quote(key)})
`
}

/** One branch for the empty array, and one for each kind of first item; the last one speaks for any other item. */
function arrayBody(branches: readonly Schema[], schemas: Schemas, check: Source): string {
  const kinds = branches.filter(({ minItems = 0 }) => minItems > 0)
  const rows = kinds.map((branch, index) => {
    const row = `return ${check(branch)}\n`
    const kind = isText(branch.items ?? {}, schemas) ? 'string' : 'object'
    return index === kinds.length - 1 ? row : `if (typeof value[0] === '${kind}') ${row}`
  })
  return `if (!Array.isArray(value)) return must('be an array')
if (value.length === 0) return undefined
${rows.join('')}`
}

function tryBody(branches: readonly Schema[], check: Source): string {
  const rows = branches.map(
    (branch, index) => `const issue${index} = ${check(branch)}\nif (!issue${index}) return undefined\n`,
  )
  const messages = branches.map((_, index) => `\${issue${index}.message}`).join(' or ')
  return `${rows.join('')}return { path: '', message: \`${messages}\` }\n`
}
