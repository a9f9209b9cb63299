import { createHash } from 'node:crypto'
import { format } from 'oxfmt'
import type { OpenRpc } from '../src/open-rpc.ts'
import { lintAll } from '../lint/overlay.ts'
import type { Overlays } from '../document/files.ts'
import { familyFiles } from './families.ts'
import { methodTables, methodTypes } from './methods.ts'
import { sortedSchemas } from '../src/schema.ts'
import { typeboxSchemas } from './typebox.ts'
import { typeDeclaration } from './types.ts'
import { valueDecoders } from './values.ts'
import { parameterRules } from './parameters.ts'
import { validators } from './validators.ts'

/** Returns the generated files of a document's text and of overlays, by name. Throws a DocumentError if one breaks a rule. */
export async function generate(
  text: string,
  version: string,
  overlays: Overlays = {},
): Promise<Record<string, string>> {
  const document = JSON.parse(text) as OpenRpc
  lintAll(document, overlays, version)
  const schemas = sortedSchemas(document)
  const sha256 = createHash('sha256').update(text).digest('hex')
  const types = schemas.map(([name, schema]) => typeDeclaration(name, schema, document.components.schemas))
  const files = {
    'types.gen.ts': types.join('\n'),
    'schemas.gen.ts': typeboxSchemas(document),
    'methods.gen.ts': [methodTypes(document), methodTables(document)].join('\n'),
    'validators.gen.ts': validators(document),
    'parameters.gen.ts': parameterRules(document),
    'values.gen.ts': valueDecoders(document),
    'document.gen.ts': `import type { OpenRpc } from './open-rpc.ts'

/** The document, as rpc.discover returns it. */
export const document: OpenRpc = ${JSON.stringify(document, null, 2)}
`,
    ...familyFiles(document, overlays),
  }
  const pretty = await Promise.all(
    Object.entries(files).map(async ([name, code]) => {
      const from = name.includes('/') ? 'openrpc.json and its overlays' : `openrpc.json (sha256 ${sha256})`
      const header = `// Generated from ${from} by packages/spec/generate. Run \`npm run generate\` instead of editing.\n`
      return [name, await formatted(name, header + code)]
    }),
  )
  return Object.fromEntries(pretty) as Record<string, string>
}

async function formatted(name: string, code: string): Promise<string> {
  const result = await format(name, code, { semi: false, singleQuote: true, printWidth: 110 })
  const [error] = result.errors
  if (error) throw new SyntaxError(`${name}: ${error.message}`)
  return result.code
}
