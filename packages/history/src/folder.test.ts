import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { needs } from '@lectern/fixtures/needs'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './folder.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(`${tmpdir()}/lectern-`)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('folders are made one below the other, also by several at once, and those that are there stay', async () => {
  const path = `${temporaryFolder()}/one/two/three`
  await Promise.all([makeFolder(path), makeFolder(path), makeFolder(path)])
  await makeFolder(path)
  expect(statSync(path).isDirectory()).toBe(true)
})

test('a file instead of a folder, or above it, is an error with its path', async () => {
  const file = `${temporaryFolder()}/file`
  writeFileSync(file, '')
  await expect(makeFolder(file)).rejects.toThrow(`${file} is a file, not a folder.`)
  await expect(makeFolder(`${file}/below`)).rejects.toThrow(
    `${file}/below cannot be made: ${file} takes no folder (not a directory).`,
  )
})

test('a link that leads nowhere is an error with its path', async () => {
  const link = `${temporaryFolder()}/link`
  symlinkSync('/nowhere/at/all', link)
  await expect(makeFolder(link)).rejects.toMatchObject({
    code: 'unwritable',
    message: expect.stringMatching(/^.*link cannot be made: .* takes no folder \(file already exists\)\.$/),
  })
})

test(
  'a folder that takes none is an error, and not tried for ever',
  needs('/proc', existsSync('/proc/self')),
  async () => {
    await expect(makeFolder('/proc/lectern/below')).rejects.toThrow(
      '/proc/lectern/below cannot be made: /proc takes no folder',
    )
  },
)
