import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { listen, runCommand } from './commands.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(root, '.vitest-entry-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns vitest's report on a file with one line: the tests that failed with their messages, how many passed, and the output. */
async function runEntry(url: string, options: object) {
  const [file, shown] = [join(folder, 'one.test.ts'), join(folder, 'shown.json')]
  const line = `conformanceTests(${JSON.stringify(url)}, ${JSON.stringify(options)})`
  writeFileSync(file, `import { conformanceTests } from '../src/vitest.ts'\n${line}\n`)
  const { stdout, stderr } = await runCommand(process.execPath, [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--root',
    root,
    '--dir',
    folder,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${shown}`,
    '--testTimeout=1',
    '--hookTimeout=1',
    file,
  ])
  const [{ assertionResults }] = JSON.parse(readFileSync(shown, 'utf8')).testResults
  const failed = assertionResults.filter(({ status }: { status: string }) => status === 'failed')
  return {
    text: stdout + stderr,
    failed: failed.map((one: { title: string; failureMessages: string[] }) =>
      [one.title, ...one.failureMessages].join('\n'),
    ) as string[],
    passed: assertionResults.filter(({ status }: { status: string }) => status === 'passed').length as number,
  }
}

const whole =
  'the run as a whole: something was checked, and each line of the list of known failures is needed'

test('a line of the list of known failures under which all passes fails the run, whatever limits of time vitest has', async () => {
  const server = await listen()
  const { failed, passed } = await runEntry(server.url, {
    only: 'link/*',
    knownFailing: ['link/eth_getBlockByNumber/*', 'link/eth_getTransactionByHash/receipt'],
  })
  server.close()
  expect(failed).toHaveLength(1)
  expect(failed[0]).toContain(whole)
  expect(failed[0]).toContain(
    'It passes, though the list of known failures names it as link/eth_getBlockByNumber/*: take that line out.',
  )
  expect(failed[0]).toContain('names it as link/eth_getTransactionByHash/receipt: take that line out.')
  expect(passed).toBeGreaterThan(5)
})

test('a run in which nothing was checked fails', async () => {
  const server = await listen()
  const { failed } = await runEntry(server.url, { only: 'envelope/*', requests: 1 })
  server.close()
  expect(failed).toHaveLength(1)
  expect(failed[0]).toContain(
    'Nothing was checked: 17 of 17 checks that ask the endpoint were skipped, the last since the limit of 1 requests is reached.',
  )
})

test('an address that does not speak JSON-RPC fails before the first test', async () => {
  const server = await listen({ body: () => '<html>' })
  const { text } = await runEntry(server.url, { only: 'envelope/*' })
  server.close()
  expect(text).toContain('does not speak JSON-RPC: it answers HTTP 200 with application/json')
})
