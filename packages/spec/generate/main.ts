import { readFile, writeFile } from 'node:fs/promises'
import { generate } from './generate.ts'

const root = new URL('../../../', import.meta.url)
const source = new URL('../src/', import.meta.url)

const files = await generate(await readFile(new URL('openrpc.json', root), 'utf8'))
for (const [name, text] of Object.entries(files)) await writeFile(new URL(name, source), text)
