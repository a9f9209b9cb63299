import type { Method, OpenRpc } from '../src/open-rpc.ts'
import { checkFunction, checkOf, functionOf } from './checks.ts'
import { splitMethods } from './methods.ts'
import { sortedSchemas } from '../src/schema.ts'
import { literal as quote, prelude } from './types.ts'

/** The validators as a module without imports: each component's check, and the tables schemas, params and results. */
export function validators(document: OpenRpc): string {
  const { schemas } = document.components
  const components = sortedSchemas(document)
  const { own, companions } = splitMethods(document)
  const paramsOf = (method: Method) => `${method.name}: ${paramsCheck(method, document)},`
  const paramsType = '(params: unknown) => Issue | undefined'
  const resultOf = ({ name, result }: Method) =>
    `${name}: ${functionOf(checkOf(result.schema, 'value', schemas))},`
  return `${prelude('prelude.ts')}
${prelude('params-prelude.ts')}
${prelude('sentence.ts')}
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
${table('params', own, paramsType, paramsOf)}
/** The check of each companion's parameters. */
${table('companionParams', companions, paramsType, paramsOf)}
/**
 * The check of each method's result.
 *
 * @example results.eth_getTransactionReceipt(result, 'tolerant') // undefined if another node's result is valid
 */
${table('results', own, 'Check', resultOf)}
/** The check of each companion's result. */
${table('companionResults', companions, 'Check', resultOf)}`
}

const table = (name: string, methods: readonly Method[], check: string, row: (method: Method) => string) =>
  `export const ${name}: { readonly [Name in ${namesOf(methods)}]: ${check} } = {\n${methods.map(row).join('\n')}\n}\n`

const namesOf = (methods: readonly Method[]) => methods.map(({ name }) => quote(name)).join(' | ') || 'never'

function paramsCheck({ params }: Method, { components }: OpenRpc): string {
  const names = params.map(({ name }) => quote(name)).join(', ')
  const checks = params.map(({ schema }) => functionOf(checkOf(schema, 'value', components.schemas)))
  const required = params.filter((param) => param.required === true).length
  return `/* @__PURE__ */ tuple([${names}], [${checks.join(', ')}], ${required})`
}
