import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { watchFile } from './watch-file.ts'

const newFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'file')
  writeFileSync(path, 'one')
  return path
}

test('a file that is written to is the same, one that is moved away, deleted or replaced is not', () => {
  const path = newFile()
  const isOther = watchFile(path, { pause: 0 })
  writeFileSync(path, 'more')
  expect(isOther()).toBe(false)
  renameSync(path, `${path}.old`)
  expect(isOther()).toBe(true)
  writeFileSync(path, 'one')
  expect(isOther()).toBe(true)
  renameSync(`${path}.old`, path)
  expect(isOther()).toBe(false)
  rmSync(path)
  expect(isOther()).toBe(true)
})

test('it is not looked at again before the pause is over', () => {
  const path = newFile()
  const isOther = watchFile(path, { pause: 1e9 })
  expect(isOther()).toBe(false)
  rmSync(path)
  expect(isOther()).toBe(false)
})
