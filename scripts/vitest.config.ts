import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ViteUserConfig } from 'vitest/config'
import type { Reporter, TestCase } from 'vitest/node'
import type { Need } from '@lectern/fixtures/needs'
import type { Outcome } from './after-tests.ts'

/** Writes what scripts/after-tests.ts reads when all packages have been tested. */
const outcome: Reporter = {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const passed = tests.filter((test) => test.result().state === 'passed' && test.meta().assertions)
    const skipped = tests.filter((test) => test.result().state === 'skipped')
    const written: Outcome = {
      proven: [...new Set(passed.flatMap(({ name }) => citedIds(name)))].toSorted(),
      skipped: skipped.map((test) => ({ name: test.fullName, why: reasonOf(test) })),
    }
    mkdirSync('.lectern', { recursive: true })
    writeFileSync(join('.lectern', 'tests.json'), JSON.stringify(written))
  },
}

/** The ids at the start of a test's name: `S3 S6 an unknown hash …` cites S3 and S6. D01 is a row of the JSON-RPC rules. */
const citedIds = (name: string): string[] => /^(?:[SD][1-9]\d* )*/.exec(name)![0].split(' ').filter(Boolean)

/** Why a test was skipped, by `needs` of @lectern/fixtures or by the note of its `skip`. */
function reasonOf(test: TestCase): string | undefined {
  const result = test.result()
  const { needs }: Need['meta'] = test.meta()
  return needs ? `it needs ${needs}` : result.state === 'skipped' ? result.note : undefined
}

/** The configuration of all packages: `vitest run --config ../../scripts/vitest.config.ts`. */
const config: ViteUserConfig = {
  test: {
    testTimeout: 600_000, // for hangs: ten times what the longest of the usual tests takes,
    hookTimeout: 600_000,
    setupFiles: [fileURLToPath(new URL('assertions.ts', import.meta.url))],
    reporters: ['default', ...(process.env['GITHUB_ACTIONS'] ? ['github-actions'] : []), outcome],
  },
}

export default config
