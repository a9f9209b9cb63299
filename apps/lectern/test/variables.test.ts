import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const list = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (path) => /node_modules|\.lectern/.test(path) })

/** The variables that a text reads: `process.env['NAME']`, or taken out of process.env by its name. */
const readIn = (text: string): string[] => [
  ...Array.from(text.matchAll(/process\.env(?:\.|\[')(\w+)/g), ([, name]) => name!),
  ...Array.from(text.matchAll(/const \{([^}]*)\} = process\.env/g), ([, names]) => names!).flatMap((names) =>
    Array.from(names.matchAll(/(?:^|,)\s*(\w+)/g), ([, name]) => name!),
  ),
]

const ofTests = /^(LECTERN_|CHROME_)/
const declaredIn = (path: string): string[] => JSON.parse(read(path)).tasks.test?.env ?? []

// turbo runs tests without the variables that it is not told of, and would take a result for the same under another value.
test('each variable that tests read is declared in turbo.json, and each that is declared is read', () => {
  const files = list('{fixtures,examples,bench,packages,apps}/**/*.ts').filter((path) =>
    /\.test\.ts$|(^|\/)test\/|^fixtures\/src\//.test(path),
  )
  expect(files.length).toBeGreaterThan(200)
  const reads = new Set(files.flatMap((path) => readIn(read(path))).filter((name) => ofTests.test(name)))
  for (const name of fromChildren) reads.delete(name)
  const declared = new Set(
    ['turbo.json', ...list('*/turbo.json'), ...list('*/*/turbo.json')]
      .flatMap(declaredIn)
      .filter((name) => ofTests.test(name)),
  )
  expect([...declared].toSorted()).toEqual([...reads].toSorted())
})

/** Variables that a test sets for its child process. */
const fromChildren = ['LECTERN_CHILD', 'LECTERN_WORKER']
