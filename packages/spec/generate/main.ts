import { readFile, writeFile } from 'node:fs/promises'
import packageJson from '../package.json' with { type: 'json' }
import type { OpenRpc } from '../src/open-rpc.ts'
import { documentText } from '../document/text.ts'
import { generate } from './generate.ts'

// Arguments, as tests give them: the document, and the folder of the generated modules.
const [
  path = new URL('../../../openrpc.json', import.meta.url),
  source = new URL('../src', import.meta.url),
] = process.argv.slice(2).map((argument) => new URL(argument, `file://${process.cwd()}/`))

try {
  const { version } = packageJson // changesets raise it; the document carries it
  const document = JSON.parse(await readFile(path, 'utf8')) as OpenRpc
  const text = documentText({ ...document, info: { ...document?.info, version } })
  const files = await generate(text, version)
  await writeFile(path, text)
  for (const [name, code] of Object.entries(files)) await writeFile(new URL(name, `${source}/`), code)
} catch (error) {
  console.error(`openrpc.json is refused:\n${(error as Error).message}`)
  process.exitCode = 1
}
