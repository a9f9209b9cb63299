import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const readme = new URL('../README.md', import.meta.url)

/**
 * Prints a text in Markdown and puts it into bench/README.md, between `<!-- name -->` and `<!-- /name -->`, formatted.
 * Throws an Error when the page, or the one given instead, has no such marks.
 */
export function writeSection(name: string, text: string, page: URL = readme): void {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const old = readFileSync(page, 'utf8')
  const [before, rest] = old.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined)
    throw new Error(`${fileURLToPath(page)} has no ${begin} … ${end}.`)
  process.stdout.write(`${text}\n`)
  writeFileSync(page, `${before}${begin}\n\n${text}\n\n${end}${after}`)
  spawnSync('oxfmt', [fileURLToPath(page)], { shell: process.platform === 'win32' }) // a script there
}
