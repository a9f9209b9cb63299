import { copyFile, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { makeChain } from '../synthetic.ts'
import { checkStart } from './file-start.ts'
import { openStore } from './store.ts'
import { DATA_FILE } from './tables.ts'

let folder: string
let whole: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-'))
  whole = join(folder, DATA_FILE)
  await using store = await openStore(folder)
  for (const block of makeChain(5, 2)) await store.append([block])
  return () => rm(folder, { recursive: true })
})

const PAGE = 8_192
const [MAGIC, SIZE, ROOT, COMMIT] = [24, 48, 136, 152]

test('each flipped bit of what names the last two commits, and where they begin, is refused', async () => {
  const path = join(folder, 'flipped')
  await copyFile(whole, path)
  checkStart(path)
  await using file = await open(path, 'r+')
  const octet = Buffer.alloc(1)
  for (const page of [0, PAGE])
    for (const [field, length] of [
      [MAGIC, 4],
      [SIZE, 4],
      [ROOT, 8],
      [COMMIT, 8],
    ] as const)
      for (let bit = 0; bit < 8 * length; bit++) {
        const at = page + field + (bit >> 3)
        const flip = async () => {
          await file.read(octet, 0, 1, at)
          octet[0]! ^= 1 << (bit & 7)
          await file.write(octet, 0, 1, at)
        }
        await flip()
        expect(() => checkStart(path), `bit ${bit} of ${field} on page ${page}`).toThrow(
          expect.objectContaining({ code: expect.stringMatching(/^(damaged|foreign)$/) }),
        )
        await flip()
      }
  checkStart(path)
})

test('what is no LMDB file, and a file that is not there, are told apart from damage', async () => {
  const path = join(folder, 'text')
  await writeFile(path, 'lorem ipsum '.repeat(2_000))
  expect(() => checkStart(path)).toThrow(`${path} is not a store of Lectern: it is not an LMDB file.`)
  expect(() => checkStart(join(folder, 'none'))).toThrow(expect.objectContaining({ code: 'unwritable' }))
  await writeFile(path, '')
  checkStart(path) // a kill leaves an empty file before the first commit
})
