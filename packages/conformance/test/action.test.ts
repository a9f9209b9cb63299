import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { listen, runCommand } from './commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-action-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
const beside = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))

/** Runs the judging step of the action as a runner does. */
async function runChecks(name: string, variables: Readonly<Record<string, string>>) {
  const [reports, output, summary] = ['reports', 'output', 'summary'].map((file) =>
    join(folder, `${name}-${file}`),
  )
  const outcome = await runCommand(beside('action.sh'), [], {
    REPORTS: reports!,
    GITHUB_OUTPUT: output!,
    GITHUB_STEP_SUMMARY: summary!,
    ...variables,
  })
  return { ...outcome, output: read(output!), summary: read(summary!), reports: readdirSync(reports!) }
}

test('the action writes each report, the summary of the job, and the exit code, and takes flags as words', async () => {
  const { url, close } = await listen({ result: () => 'wrong' })
  const { code, output, summary, reports, stdout } = await runChecks('faulty', {
    ENDPOINT: url,
    FLAGS: '--only schema/*/result\n--seed 3\n',
  })
  close()
  expect([code, output]).toEqual([0, 'code=1\n'])
  expect(stdout).toContain('seed 3')
  expect(summary).toContain(`## Conformance of <code>${url}</code>`)
  expect(reports.toSorted()).toEqual(['html', 'json', 'md', 'xml'].map((end) => `conformance.${end}`))
})

test('the action has the runner obey nothing that the endpoint says, by a token of each run', async () => {
  const { url, close } = await listen({ result: () => '::error::pwned' })
  const tokens: string[] = []
  for (const name of ['first', 'second']) {
    const { stdout } = await runChecks(name, { ENDPOINT: url, FLAGS: '--only schema/*/result' })
    const lines = stdout.split('\n').filter((line) => line !== '')
    const [, token] = /^::stop-commands::([0-9a-f]{32})$/.exec(lines[0]!) ?? []
    expect(lines.at(-1)).toBe(`::${token}::`)
    expect(stdout).toContain('::error::pwned')
    expect(stdout.split(token!)).toHaveLength(3)
    tokens.push(token!)
  }
  close()
  expect(tokens[0]).not.toBe(tokens[1])
})

test('the action ends with exit code 2 where nothing could be checked', async () => {
  const { code, output, summary, reports, stderr } = await runChecks('none', {
    ENDPOINT: '$(touch /tmp/owned); no address',
  })
  expect([code, output, summary, reports]).toEqual([0, 'code=2\n', undefined, []])
  expect(stderr).toContain('"$(touch /tmp/owned); no address" is not an http or https address.')
})

test('each variable that the step reads is one that action.yml sets', () => {
  const used = [...read(beside('action.sh'))!.matchAll(/\$\{?([A-Z]+)\b/g)].map(([, name]) => name!)
  for (const name of used.filter((name) => !name.startsWith('GITHUB')))
    expect(read(beside('action.yml'))).toContain(`        ${name}: \${{ `)
  expect(used).toEqual(expect.arrayContaining(['ENDPOINT', 'FLAGS', 'REPORTS']))
})

test('an array that may be empty is not expanded bare, which bash 3.2 refuses under set -u', () => {
  const script = readFileSync(beside('action.sh'), 'utf8')
  expect(script).toMatch(/^set -u/m)
  const bare = script.replaceAll(/\$\{(\w+)\[@\]\+"\$\{\1\[@\]\}"\}/g, '')
  expect(bare).not.toContain('[@]')
})
