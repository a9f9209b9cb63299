import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import packageJson from '../package.json' with { type: 'json' }
import { readOverlays } from '../document/files.ts'
import { documentText } from '../document/text.ts'
import { generate } from './generate.ts'

// Arguments, as tests give them: the document, and the folder of the generated modules.
const [
  path = new URL('../../../openrpc.json', import.meta.url),
  source = new URL('../src', import.meta.url),
] = process.argv.slice(2).map((argument) => new URL(argument, `file://${process.cwd()}/`))

try {
  const { version } = packageJson // changesets raise it; the documents carry it
  const withVersion = <T extends { info: object }>(document: T): T => ({
    ...document,
    info: { ...document?.info, version },
  })
  const text = documentText(withVersion(JSON.parse(await readFile(path, 'utf8'))))
  const overlays = Object.fromEntries(
    Object.entries(readOverlays(fileURLToPath(path))).map(([name, overlay]) => [name, withVersion(overlay)]),
  )
  const files = await generate(text, version, overlays)
  await writeFile(path, text)
  for (const [name, overlay] of Object.entries(overlays))
    await writeFile(new URL(`openrpc.${name}.json`, path), documentText(overlay))
  for (const [name, code] of Object.entries(files)) await writeFile(new URL(name, `${source}/`), code)
} catch (error) {
  console.error(`openrpc.json is refused:\n${(error as Error).message}`)
  process.exitCode = 1
}
