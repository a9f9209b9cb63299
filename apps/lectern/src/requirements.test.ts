import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const requirements = JSON.parse(readFileSync(`${root}requirements.json`, 'utf8')) as Record<string, string>

/** The ids at the start of a test's name: `test('S3 S6 an unknown hash …')` cites S3 and S6. A skipped test cites none; D01 is a row of the JSON-RPC rules. */
function citedIds(source: string): string[] {
  const titles = source.matchAll(/\btest(?:\.each\([^)]*\))?\(\s*['"`]((?:[SD][1-9]\d* )+)/g)
  return [...titles].flatMap(([, ids]) => ids!.trim().split(' '))
}

const files = globSync('{packages,apps,fixtures}/**/src/**/*.test.ts', {
  cwd: root,
  exclude: ['**/node_modules/**'],
})
const cited = files.flatMap((file) => citedIds(readFileSync(root + file, 'utf8')))

test.each(Object.keys(requirements))('requirement %s is cited by a test', (id) => {
  expect(cited).toContain(id)
})

test('each cited id is a requirement', () => {
  expect(cited.filter((id) => !(id in requirements))).toEqual([])
})

test('a skipped test cites nothing', () => {
  expect(citedIds(`test('S3 S6 a', f); test.skip('S4 b', f); test(\n  'D1 c', f)`)).toEqual([
    'S3',
    'S6',
    'D1',
  ])
})
