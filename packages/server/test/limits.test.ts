import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultHttpLimits, defaultLimits } from '../src/index.ts'

test('docs/server-plugin.md lists each limit with its default', () => {
  const page = readFileSync(new URL('../../../docs/server-plugin.md', import.meta.url), 'utf8')
  const [, section] = /\n## Limits\n(.*?)\n## /s.exec(page)!
  const rows = [...section!.matchAll(/^- `(\w+)` \(([\d,]+)\): /gm)]
  const listed = Object.fromEntries(rows.map(([, name, value]) => [name, Number(value!.replaceAll(',', ''))]))
  expect(listed).toEqual({ ...defaultLimits, ...defaultHttpLimits })
})
