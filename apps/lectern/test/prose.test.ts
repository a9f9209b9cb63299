import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const script = fileURLToPath(new URL('../../../scripts/prose.ts', import.meta.url))

/** Returns the problems of a file: the path, the line, and the first words of the advice. */
function problemsOf(name: string, text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'prose-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, name), text)
  const { stderr, status } = spawnSync(process.execPath, [script, '.'], { cwd: folder, encoding: 'utf8' })
  const problems = stderr.split('\n').filter((line) => line !== '' && !line.startsWith(' '))
  expect(status).toBe(problems.length > 0 ? 1 : 0)
  return problems
}

const words = (count: number) => `A${' word'.repeat(count - 1)}`

test('a sentence has 25 words and a cell 15: code is one word, a target none', () => {
  expect(
    problemsOf('a.md', `${words(25)}.\n${words(23)} \`two words\` [one](https://a.example/b).\n`),
  ).toEqual([])
  expect(problemsOf('a.md', `Short.\n\n- ${words(20)}\n  and six words more of it.\n`)).toEqual([
    'a.md:3: 26 words, at most 25 in a sentence.',
  ])
  expect(problemsOf('a.md', `| a | b |\n| - | - |\n| c | ${words(16)} |\n`)).toEqual([
    'a.md:3: 16 words, at most 15 in a cell.',
  ])
})

test('plain words are asked for, in comments and in markdown', () => {
  const problems = problemsOf(
    'a.ts',
    `/** What a call gives. */\nexport const a = 1\n// It no longer matters.\nconst b = 2 // Nobody asks.\n/**\n * Returns it.\n * @returns\n *   the list of ours\n */\n`,
  )
  expect(problems.map((line) => line.slice(0, line.indexOf('": ')))).toEqual([
    'a.ts:1: "What',
    'a.ts:1: "gives',
    'a.ts:3: "no longer',
    'a.ts:4: "Nobody',
    'a.ts:8: "of ours',
  ])
  expect(problemsOf('b.md', '# The judge\n\nWhat it is: a checker.\n')).toHaveLength(2)
})

test('code, examples, generated parts and front matter are left out', () => {
  const code = `Nobody gives ${words(30)}`
  expect(
    problemsOf(
      'a.md',
      `---\na: ${code}\n---\n\n\`\`\`sh\n${code}\n\`\`\`\n\n<!-- table -->\n\n${code}\n\n<!-- /table -->\n\nSay \`nobody\`. What is it?\n`,
    ),
  ).toEqual([])
  expect(
    problemsOf(
      'a.ts',
      `const url = 'http://nobody' + 'gives' // fine\n/**\n * Returns.\n * @example\n * ${code}\n */\n`,
    ),
  ).toEqual([])
})

test('more than two quantities of a sentence belong into a table; names and versions are none', () => {
  expect(problemsOf('a.md', 'It takes 3 ms, 4 MB and 5 calls.\n')).toHaveLength(1)
  expect(problemsOf('a.md', 'EIP-155, Node 24 and HTTP 404 of 2026 take 3 ms and 4 MB.\n')).toEqual([])
})
