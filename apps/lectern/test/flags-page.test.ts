import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writeFlags } from '../generate/flags.ts'

test('docs/operate.md lists the flags that the commands have', async () => {
  const page = readFileSync(new URL('../../../docs/operate.md', import.meta.url), 'utf8')
  expect(await writeFlags(page)).toBe(page)
})
