import type { OpenRpc } from '../src/open-rpc.ts'
import { isDecoded, quantities } from '../document/quantities.ts'
import { splitMethods } from './methods.ts'
import { decodeOf, decoderFunction, neededBy } from './decoders.ts'
import { nonNull, sortedSchemas } from '../src/schema.ts'
import { prelude, typeDeclaration, typeOf, typesImport } from './types.ts'

/** Returns the module that decodes the methods' results to bigints, and the types of decoded results. */
export function valueDecoders(document: OpenRpc): string {
  const { schemas } = document.components
  const components = sortedSchemas(document)
  const decoded = components.filter(([name, schema]) => !quantities.has(name) && isDecoded(schema, schemas))
  const names = new Set(decoded.map(([name]) => name))
  const rename = (name: string): string =>
    quantities.has(name) ? 'bigint' : names.has(name) ? `${name}Values` : name
  const types = decoded
    .map(([name, schema]) => typeDeclaration(name, schema, schemas, undefined, rename))
    .join('\n')
  const results = splitMethods(document).own.map(({ name, result }) => {
    const schema = nonNull(result.schema) ?? result.schema
    const [wire, value] = [typeOf(schema), typeOf(schema, rename)]
    const decode = decodeOf(schema, 'result', schemas, `''`)
    const body = decode === undefined ? '(result) => result' : `(result, refuse) => ${decode} as ${value}`
    return { name, schema, wire, value, body }
  })
  const decoders = new Set(results.flatMap(({ schema }) => neededBy(schema, schemas)))
  const signatures = results.map(({ wire, value }) => `${wire} ${value}`)
  return `${typesImport(document, [types, ...signatures].join(' '))}

${types}
${prelude('values-prelude.ts')}
${[...decoders].map((name) => decoderFunction(name, schemas)).join('\n')}
/**
 * Decodes each method's result: a bigint for each quantity. Unknown members and types stay as they are.
 * \`refuse\` is called with a value that is no quantity, and throws.
 */
export const values: {
${results.map(({ name, wire, value }) => `readonly ${name}: (result: ${wire}, refuse: Refuse) => ${value}`).join('\n')}
} = {
${results.map(({ name, body }) => `${name}: ${body},`).join('\n')}
}
`
}
