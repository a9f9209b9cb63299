import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * All that writes files in the product, by what it writes with, and why that is right. Durable parts are synced and named by `folder.ts`; `packages/history/test/power-loss.test.ts` loses the power at each step.
 */
const writers: Record<string, [writes: string, why: string]> = {
  'packages/history/src/folder.ts': ['mkdir open rename writeFile', 'makes, renames, and syncs names'],
  'packages/history/src/archive/file-writer.ts': ['open', 'a part, which its export names by folder.ts'],
  'packages/history/src/remote/download.ts': ['open', 'a part, named by folder.ts once it is whole'],
  'packages/history/src/store/embedded/tables.ts': ['lmdb truncateSync', 'LMDB syncs each commit'],
  'packages/history/src/store/embedded/lock.ts': ['node:sqlite', 'a lock, with nothing in it'],
  'packages/history/src/archive/archive-file.ts': ['open', 'reads'],
  'packages/history/src/store/embedded/file-checks.ts': ['openSync', 'reads'],
  'packages/conformance/src/command/outputs.ts': ['writeFile', 'a report of one run'],
  'apps/lectern/src/observe/log.ts': ['writeSync', 'standard output and error'],
}

/** The names of Node's file system functions that read, look or delete. */
const READS =
  /^(type \w+|access|accessSync|constants|exists|existsSync|lstat|lstatSync|opendir|readdir|readdirSync|readFile|readFileSync|readlink|readSync|realpath|rm|rmSync|stat|statSync|statfs|statfsSync|closeSync|createReadStream|glob|globSync|rmdir|unlink|watch|fstatSync)$/

function writesOf(text: string): string[] {
  const found = new Set<string>()
  for (const [, names] of text.matchAll(/^import (?!type )([^'"]*?) from 'node:fs(?:\/promises)?'/gm)) {
    const listed = /^\{([^}]*)\}$/.exec(names!)?.[1] ?? names!
    for (const one of listed.split(',')) {
      const name = one.trim().replace(/ as \w+$/, '')
      if (name !== '' && !READS.test(name)) found.add(name)
    }
  }
  if (/import\('node:fs|require\('node:fs/.test(text)) found.add('node:fs')
  if (/(from |import\()'node:sqlite'/.test(text)) found.add('node:sqlite')
  if (/^import (?!type )[^'"]*\bopen\b[^'"]* from 'lmdb'/m.test(text)) found.add('lmdb')
  return [...found].toSorted()
}

test('every write of the product is listed, and none but folder.ts gives a file its name', () => {
  const sources = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.(test|bench|gen)\.tsx?$/.test(file),
  )
  expect(sources.length).toBeGreaterThan(400)
  const found = sources.flatMap((file) => {
    const writes = writesOf(readFileSync(join(root, file), 'utf8'))
    return writes.length > 0 ? [[file, writes.join(' ')] as const] : []
  })
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(writers).map(([file, [writes]]) => [file, writes])),
  )
})
