import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8')

test('each fault that docs/follow.md numbers is the number of a test, and each such number is there', () => {
  const items = read('docs/follow.md')
    .split('## Faults of nodes')[1]!
    .matchAll(/^- `([\d, -]+)`: /gm)
  const listed = Array.from(items, ([, numbers]) =>
    numbers!.split(', ').map((range) => range.split(' - ').map(Number) as [number, number?]),
  )
    .flat()
    .flatMap(([first, last = first]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
  const files = globSync('{packages/follow/src,apps/lectern}/**/*.test.ts', {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules'),
  })
  const titles = files.flatMap((name) =>
    Array.from(
      read(name).matchAll(/^\s*(?:\[|\]\)\(|test(?:\.each\(.*\))?\()?['`](\d[\d, and]*): /gm),
      ([, numbers]) => numbers!,
    ),
  )
  const tested = titles.flatMap((numbers) => numbers.match(/\d+/g)!.map(Number))
  expect(sorted(tested)).toEqual(sorted(listed))
})

const sorted = (numbers: number[]) => [...new Set(numbers)].toSorted((a, b) => a - b)
