import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writeFlags } from '../generate/flags.ts'
import { loadCommands } from '../src/commands/commands.ts'

test('docs/operate.md lists the flags that the commands have', async () => {
  const page = readFileSync(new URL('../../../docs/operate.md', import.meta.url), 'utf8')
  expect(await writeFlags(page)).toBe(page)
  expect(page).not.toMatch(/(false|undefined|: )$/m)
})

test('the text of a flag names flags that its command has', async () => {
  for (const command of await loadCommands()) {
    const own = new Set(command.options.map(({ long }) => long))
    const named = command.options.flatMap(({ description }) =>
      Array.from(description.matchAll(/(?<!=)--[a-z][a-z.-]*[a-z]/g), ([flag]) => flag),
    )
    expect([command.name(), named.filter((flag) => !own.has(flag))]).toEqual([command.name(), []])
  }
})
