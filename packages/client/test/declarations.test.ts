import { execFile } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
const home = join(import.meta.dirname, '..')
const tsc = join(home, '../../node_modules/.bin/tsc')

test('the declarations need no DOM library: that of Node is enough', async () => {
  const folder = join(home, 'node_modules/.declarations') // where their imports resolve
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(folder, { recursive: true })
  await run(tsc, ['-p', 'tsconfig.build.json', '--emitDeclarationOnly', '--outDir', folder], { cwd: home })
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.d.ts') && name !== 'viem.d.ts', // whose import has declarations with errors of their own
  )
  expect(names.length).toBeGreaterThan(20)
  const compilerOptions = {
    noEmit: true,
    strict: true,
    target: 'es2022',
    lib: ['es2024'],
    types: ['node'],
    skipLibCheck: false,
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: names }))
  const { stdout } = await run(tsc, ['-p', '.'], { cwd: folder }).catch((error: { stdout: string }) => error)
  expect(stdout.split('\n').filter((line) => !line.startsWith('../../../'))).toEqual([''])
})
