import { createHash } from 'node:crypto'
import { format } from 'oxfmt'
import type { OpenRpc } from '../src/open-rpc.ts'
import { DocumentError, lint } from '../lint/lint.ts'
import { methodTables, methodTypes } from './methods.ts'
import { sortedSchemas } from '../src/schema.ts'
import { typeboxSchemas } from './typebox.ts'
import { typeDeclaration } from './types.ts'
import { valueDecoders } from './values.ts'
import { parameterRules } from './parameters.ts'
import { validators } from './validators.ts'

/** Returns the generated files of a document's text, by name. Throws a DocumentError for a document that breaks a rule. */
export async function generate(text: string, version: string): Promise<Record<string, string>> {
  const document = JSON.parse(text) as OpenRpc
  const findings = lint(document, version)
  if (findings.length > 0) throw new DocumentError(findings)
  const schemas = sortedSchemas(document)
  const sha256 = createHash('sha256').update(text).digest('hex')
  const types = schemas.map(([name, schema]) => typeDeclaration(name, schema, document.components.schemas))
  const names = schemas.map(([name]) => name)
  const files = {
    'types.gen.ts': types.join('\n'),
    'schemas.gen.ts': typeboxSchemas(document),
    'methods.gen.ts': [methodTypes(document, names), methodTables(document)].join('\n'),
    'validators.gen.ts': validators(document),
    'parameters.gen.ts': parameterRules(document),
    'values.gen.ts': valueDecoders(document),
    'document.gen.ts': `import type { OpenRpc } from './open-rpc.ts'

/** The document, as rpc.discover returns it. */
export const document: OpenRpc = ${JSON.stringify(document, null, 2)}
`,
  }
  const header = `// Generated from openrpc.json (sha256 ${sha256}) by packages/spec/generate. Run \`npm run generate\` instead of editing.\n`
  const pretty = await Promise.all(
    Object.entries(files).map(async ([name, code]) => [name, await formatted(name, header + code)]),
  )
  return Object.fromEntries(pretty) as Record<string, string>
}

async function formatted(name: string, code: string): Promise<string> {
  const result = await format(name, code, { semi: false, singleQuote: true, printWidth: 110 })
  const [error] = result.errors
  if (error) throw new SyntaxError(`${name}: ${error.message}`)
  return result.code
}
