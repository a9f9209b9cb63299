import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { makeChain } from '../../../test/synthetic.ts'
import { checkStart } from './file-checks.ts'
import { openEmbeddedStore } from './store.ts'
import { DATA_FILE } from './tables.ts'

let folder: string
let whole: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-'))
  whole = join(folder, DATA_FILE)
  await using store = await openEmbeddedStore(folder)
  for (const block of makeChain(5, 2)) await store.commit({ blocks: [block] })
  return () => rm(folder, { recursive: true })
})

const PAGE = 8_192
const [MAGIC, SIZE, ROOT, COMMIT] = [24, 48, 136, 152]

/** Checks the file while eight of its first bytes are changed. */
async function checkChanged(at: number, change: (bytes: Buffer) => void): Promise<void> {
  await using file = await open(whole, 'r+')
  const { buffer: old } = await file.read(Buffer.alloc(8), 0, 8, at)
  const bytes = Buffer.from(old)
  change(bytes)
  await file.write(bytes, 0, 8, at)
  try {
    checkStart(whole)
  } finally {
    await file.write(old, 0, 8, at)
  }
}

test('each flipped bit of the numbers of the last two commits, of the page size and of what makes it an LMDB file is refused', async () => {
  checkStart(whole)
  for (const page of [0, PAGE])
    for (const [field, length] of [
      [MAGIC, 4],
      [SIZE, 4],
      [COMMIT, 8],
    ] as const)
      for (let bit = 0; bit < 8 * length; bit++)
        await expect(
          checkChanged(page + field, (bytes) => (bytes[bit >> 3]! ^= 1 << (bit & 7))),
          `bit ${bit} of ${field} on page ${page}`,
        ).rejects.toMatchObject({ code: expect.stringMatching(/^(damaged|foreign)$/) })
})

test('a commit that leads to the root of the one before it, or to nowhere, is refused', async () => {
  await using file = await open(whole)
  for (const page of [0, PAGE]) {
    const { buffer: other } = await file.read(Buffer.alloc(8), 0, 8, PAGE - page + ROOT)
    for (const root of [other, Buffer.alloc(8, 0x7f)])
      await expect(checkChanged(page + ROOT, (bytes) => bytes.set(root))).rejects.toThrow(
        'its first pages do not lead to its last commit',
      )
  }
})

test('what is no LMDB file, and a file that is not there, differ from damage', async () => {
  const path = join(folder, 'text')
  await writeFile(path, 'lorem ipsum '.repeat(2_000))
  expect(() => checkStart(path)).toThrow(`${path} is not a store of Lectern: it is not an LMDB file.`)
  expect(() => checkStart(join(folder, 'none'))).toThrow(expect.objectContaining({ code: 'unwritable' }))
  await writeFile(path, '')
  checkStart(path) // a kill leaves an empty file before the first commit
})
