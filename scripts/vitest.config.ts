import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ViteUserConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'

/** Writes which rows of requirements.json the tests of a package prove: those whose ids begin the name of a test that ran, asserted and passed. */
const proven: Reporter = {
  onTestRunEnd(modules) {
    const ids = new Set<string>()
    for (const module of modules)
      for (const test of module.children.allTests('passed')) {
        if (test.meta().assertions) for (const id of citedIds(test.name)) ids.add(id)
      }
    mkdirSync('.lectern', { recursive: true })
    writeFileSync(join('.lectern', 'requirements.json'), JSON.stringify([...ids].toSorted()))
  },
}

/** The ids at the start of a test's name: `S3 S6 an unknown hash …` cites S3 and S6. D01 is a row of the JSON-RPC rules. */
const citedIds = (name: string): string[] => /^(?:[SD][1-9]\d* )*/.exec(name)![0].split(' ').filter(Boolean)

/** What all packages test by: `vitest run --config ../../scripts/vitest.config.ts`. */
const config: ViteUserConfig = {
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: [fileURLToPath(new URL('assertions.ts', import.meta.url))],
    reporters: ['default', ...(process.env['GITHUB_ACTIONS'] ? ['github-actions'] : []), proven],
  },
}

export default config
