import { readFileSync } from 'node:fs'
import type { Method, OpenRpc } from '../src/open-rpc.ts'
import { checkFunction, checkOf } from './checks.ts'
import { sortedSchemas } from '../src/schema.ts'
import { literal as quote } from './types.ts'

/** The validators as a module without imports: each component's check, and the tables schemas, params and results. */
export function validators(document: OpenRpc): string {
  const prelude = readFileSync(new URL('prelude.ts', import.meta.url), 'utf8')
  const { schemas } = document.components
  const components = sortedSchemas(document)
  const names = document.methods.map(({ name }) => quote(name)).join(' | ')
  return `${prelude.replaceAll(/^export (?=const|function)/gm, '')}
${components.map(([name, schema]) => checkFunction(name, schema, schemas)).join('\n')}
/** The check of each component, by its name. */
export const schemas: { readonly [Name in ${components.map(([name]) => quote(name)).join(' | ')}]: Check } = {
${components.map(([name]) => `${name},`).join('\n')}
}

/**
 * The check of each method's parameters: their number, their order and each one's schema.
 *
 * @example params.eth_getTransactionReceipt(['0x12'])?.path // '/0'
 */
export const params: { readonly [Name in ${names}]: (params: unknown) => Issue | undefined } = {
${document.methods.map((method) => `${method.name}: ${paramsCheck(method, document)},`).join('\n')}
}

/**
 * The check of each method's result.
 *
 * @example results.eth_getTransactionReceipt(result, 'tolerant') // undefined if another node's result is valid
 */
export const results: { readonly [Name in ${names}]: Check } = {
${document.methods.map(({ name, result }) => `${name}: (value, mode) => ${checkOf(result.schema, 'value', schemas)},`).join('\n')}
}
`
}

function paramsCheck({ params }: Method, { components }: OpenRpc): string {
  const names = params.map(({ name }) => quote(name)).join(', ')
  const checks = params.map(({ schema }) => {
    const check = checkOf(schema, 'value', components.schemas)
    return `(value${check.includes('mode') ? ', mode' : ''}) => ${check}`
  })
  const required = params.filter((param) => param.required === true).length
  return `tuple([${names}], [${checks.join(', ')}], ${required})`
}
