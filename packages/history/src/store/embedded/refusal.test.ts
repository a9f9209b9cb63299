import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toHex } from '@lectern/chain'
import { open } from 'lmdb'
import { needs } from '@lectern/fixtures/needs'
import { beforeAll, expect, test } from 'vitest'
import { makeChain, syntheticConfig } from '../../../test/synthetic.ts'
import type { ChainIdentity } from '../interface.ts'
import { FORMAT } from '../records/identity.ts'
import { seal, sealOf } from '../records/seal.ts'
import { openEmbeddedStore } from './store.ts'
import { DATA_FILE, openTables } from './tables.ts'

const blocks = makeChain(6, 4, 3)
const other = makeChain(2, 1, 4)
const chain: ChainIdentity = { genesisHash: blocks[0]!.hash, config: syntheticConfig }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-'))
  await using store = await openEmbeddedStore(join(folder, 'whole'), { chain, recentHashes: 8 })
  await store.commit({ blocks: blocks.slice(0, 5) })
  return () => rm(folder, { recursive: true })
})

/** A folder with a copy of the store. */
async function copyStore(name: string): Promise<string> {
  const datadir = join(folder, name)
  await mkdir(datadir)
  await copyFile(join(folder, 'whole', DATA_FILE), join(datadir, DATA_FILE))
  return datadir
}

test('a folder that does not exist, or holds no store, is refused for reading', async () => {
  const missing = join(folder, 'nowhere')
  await expect(openEmbeddedStore(missing, { readOnly: true })).rejects.toMatchObject({
    code: 'missing',
    message: `${missing} does not exist: import a chain into it first.`,
  })
  await expect(openEmbeddedStore(folder, { readOnly: true })).rejects.toMatchObject({
    code: 'missing',
    message: `${folder} holds no store: import a chain into it first.`,
  })
  const file = join(folder, 'README.md')
  await writeFile(file, '# Lectern')
  await expect(openEmbeddedStore(file, { readOnly: true })).rejects.toMatchObject({
    code: 'location',
    message: `${file} is a file, not a folder.`,
  })
})

test('a folder that holds other things is refused for writing, and left as it was', async () => {
  const datadir = join(folder, 'photos')
  await mkdir(datadir)
  await writeFile(join(datadir, 'cat.jpg'), 'meow')
  await expect(openEmbeddedStore(datadir)).rejects.toMatchObject({
    code: 'foreign',
    message: `${datadir} is not empty and holds no store: it holds cat.jpg.`,
  })
  expect(await readdir(datadir)).toEqual(['cat.jpg'])
})

test('a folder whose data file was deleted begins a new store', async () => {
  const datadir = await copyStore('deleted')
  await (await openEmbeddedStore(datadir))[Symbol.asyncDispose]()
  await rm(join(datadir, DATA_FILE))
  expect(await readdir(datadir)).toContain(`${DATA_FILE}-lock`)
  await using store = await openEmbeddedStore(datadir)
  expect(store.head).toBeNull()
})

test('a folder that cannot be made or written is refused', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  await expect(openEmbeddedStore(join(file, 'datadir'))).rejects.toMatchObject({ code: 'unwritable' })
  await expect(openEmbeddedStore(file)).rejects.toMatchObject({ code: 'unwritable' })
})

// For root every file can be written.
test(
  'a reader that cannot write the lock is refused: a writer would not know of it',
  needs('another user than root, who can write every file', process.getuid?.() !== 0),
  async () => {
    const datadir = await copyStore('locked-out')
    await (await openEmbeddedStore(datadir))[Symbol.asyncDispose]()
    await chmod(join(datadir, `${DATA_FILE}-lock`), 0o444)
    await expect(openEmbeddedStore(datadir, { readOnly: true })).rejects.toMatchObject({ code: 'unwritable' })
  },
)

test('a file that is not LMDB, or is of something else, is refused', async () => {
  const datadir = await copyStore('garbage')
  await writeFile(join(datadir, DATA_FILE), Buffer.alloc(8192, 'lorem ipsum '))
  for (const readOnly of [true, false])
    await expect(openEmbeddedStore(datadir, { readOnly })).rejects.toMatchObject({
      code: 'foreign',
      message: `${join(datadir, DATA_FILE)} is not a store of Lectern: it is not an LMDB file.`,
    })
  const empty = join(folder, 'another-lmdb')
  await mkdir(empty)
  await open(join(empty, DATA_FILE), { noSubdir: true, overlappingSync: false }).close()
  await expect(openEmbeddedStore(empty, { readOnly: true })).rejects.toMatchObject({ code: 'foreign' })
})

test('a file that was cut off is refused, where reading it would kill the process', async () => {
  await using whole = await openEmbeddedStore(join(folder, 'whole'), { readOnly: true })
  const datadir = await copyStore('cut')
  const path = join(datadir, DATA_FILE)
  const { bytes } = whole.report()
  for (const [size, expected] of [
    [bytes - 4096, bytes],
    [8192, 16384],
    [100, 16384],
  ] as const) {
    await truncate(path, size)
    for (const readOnly of [true, false])
      await expect(openEmbeddedStore(datadir, { readOnly })).rejects.toMatchObject({
        code: 'damaged',
        message: `${path} is cut off: it has ${size} of ${expected} bytes.`,
      })
  }
})

test('an empty file, as a kill may leave it, is no store for a reader, and begun again by a writer', async () => {
  const datadir = await copyStore('nothing')
  await truncate(join(datadir, DATA_FILE), 0)
  await expect(openEmbeddedStore(datadir, { readOnly: true })).rejects.toMatchObject({ code: 'missing' })
  await using store = await openEmbeddedStore(datadir)
  expect(store.head).toBeNull()
})

test.each([
  ['newer', FORMAT + 1, 'Update it.'],
  ['older', FORMAT - 1, 'Import the chain again, into a new folder.'],
])('a store of a %s format is refused', async (code, format, advice) => {
  const datadir = await copyStore(code)
  const tables = openTables(datadir, { readOnly: false })
  tables.blocks.dropSync() // the tables may be others
  const text = `{"format":${format},"chain":null}`
  tables.meta.putSync('identity', seal(Buffer.from(`${text}\0\0\0\0`), text.length, sealOf('meta', 0)))
  await tables.root.close()
  for (const readOnly of [true, false])
    await expect(openEmbeddedStore(datadir, { readOnly })).rejects.toMatchObject({
      code,
      message: `The store has format ${format}; this version of Lectern reads format ${FORMAT} only. ${advice}`,
    })
})

test('a store whose making was cut short is made again, and until then is none', async () => {
  const datadir = join(folder, 'begun')
  await mkdir(datadir)
  await openTables(datadir, { readOnly: false }).root.close()
  await expect(openEmbeddedStore(datadir, { readOnly: true })).rejects.toMatchObject({ code: 'missing' })
  await using store = await openEmbeddedStore(datadir, { chain })
  await store.commit({ blocks })
  expect(store.head?.number).toBe(5n)
})

test('another chain is refused, on opening and on appending; later forks of the same are taken', async () => {
  const datadir = await copyStore('chain')
  const refuse = (given: ChainIdentity) =>
    expect(openEmbeddedStore(datadir, { chain: given })).rejects.toMatchObject({
      code: 'chain',
      message: expect.stringMatching(
        /^The store holds another chain: its .* is .*, not .*\. Name another one, or delete this one if/,
      ),
    })
  await refuse({ ...chain, genesisHash: other[0]!.hash })
  await refuse({ ...chain, config: { ...syntheticConfig, chainId: 5n } })
  await refuse({ ...chain, config: { ...syntheticConfig, blobSchedule: [] } })
  const [price] = syntheticConfig.blobSchedule as [(typeof syntheticConfig.blobSchedule)[number]]
  const twice = { ...price, timestamp: price.timestamp + 1n } // as Osaka, which prices blobs as Prague does
  const superseded = { ...price, updateFraction: 3n }
  for (const blobSchedule of [
    [price, twice],
    [superseded, price],
  ])
    await (
      await openEmbeddedStore(datadir, { chain: { ...chain, config: { ...syntheticConfig, blobSchedule } } })
    )[Symbol.asyncDispose]()
  await refuse({ ...chain, config: { ...syntheticConfig, blobSchedule: [price, superseded] } })
  const fork = { timestamp: 9_000_000_000n, updateFraction: 7n }
  const grown = {
    ...chain,
    config: { ...syntheticConfig, blobSchedule: [...syntheticConfig.blobSchedule, fork] },
  }
  {
    await using store = await openEmbeddedStore(datadir, { chain: grown })
    expect(store.chain).toEqual(grown)
  }
  await using store = await openEmbeddedStore(datadir, { readOnly: true })
  expect(store.chain).toEqual(grown)
  const empty = await openEmbeddedStore(join(folder, 'empty'), { chain })
  expect(() => empty.commit({ blocks: other })).toThrow(expect.objectContaining({ code: 'chain' }))
  expect(empty.head).toBeNull()
  await empty[Symbol.asyncDispose]()
})

test('a store that holds no block takes the chain that it is opened with, for good', async () => {
  const datadir = join(folder, 'taken')
  const wrong = { ...chain, genesisHash: other[0]!.hash, config: { ...syntheticConfig, chainId: 5n } }
  await (await openEmbeddedStore(datadir, { chain: wrong }))[Symbol.asyncDispose]()
  {
    await using store = await openEmbeddedStore(datadir, { chain })
    expect(store.chain).toEqual(chain)
    expect(() => store.commit({ blocks: other })).toThrow(expect.objectContaining({ code: 'chain' }))
  }
  {
    await using store = await openEmbeddedStore(datadir)
    expect(store.chain).toEqual(chain)
    await store.commit({ blocks })
  }
  await expect(openEmbeddedStore(datadir, { chain: wrong })).rejects.toMatchObject({ code: 'chain' })
})

test('a store of an untrusted block 0 alone is replaced by another chain', async () => {
  const wrong = { genesisHash: other[0]!.hash, config: { ...syntheticConfig, chainId: 5n } }
  for (const trusted of [false, true]) {
    const datadir = join(folder, `genesis-${trusted}`)
    {
      await using store = await openEmbeddedStore(datadir, { chain: wrong })
      await store.commit({ blocks: other.slice(0, 1) })
      if (trusted) await store.commit({ anchor: other[0]! })
    }
    const opening = openEmbeddedStore(datadir, { chain })
    if (trusted) await expect(opening).rejects.toMatchObject({ code: 'chain' })
    else {
      await using store = await opening
      expect(store.head).toBeNull()
      expect(store.chain).toEqual(chain)
      await store.commit({ blocks })
      expect(store.report()).toMatchObject({ blocks: 6, transactions: 24 })
      expect(store.eth_getTransactionByHash(toHex(other[0]!.transactions[0]!.hash))).toBeNull()
    }
  }
})

test('blocks that do not follow the head are refused, and change nothing', async () => {
  const datadir = await copyStore('order')
  await using store = await openEmbeddedStore(datadir)
  const { head } = store
  for (const wrong of [[blocks[4]!], [blocks[0]!], [{ ...blocks[5]!, number: 6n }], [blocks[5]!, blocks[5]!]])
    expect(() => store.commit({ blocks: wrong })).toThrow(expect.objectContaining({ code: 'contiguity' }))
  const forged = { ...blocks[5]!, header: { ...blocks[5]!.header, parentHash: blocks[3]!.hash } }
  expect(() => store.commit({ blocks: [forged] })).toThrow(
    `Block 5 cannot be appended: its parent is ${toHex(blocks[3]!.hash)}, not ${toHex(blocks[4]!.hash)}.`,
  )
  expect(store.head).toEqual(head)
  expect(store.eth_getTransactionByHash(toHex(blocks[5]!.transactions[0]!.hash))).toBeNull()
  await store.commit({ blocks: [] })
  await store.commit({ blocks: [blocks[5]!] })
  expect(store.head?.number).toBe(5n)
})

test('a store opened for reading refuses to write, and a closed one to read', async () => {
  const store = await openEmbeddedStore(join(folder, 'whole'), { readOnly: true })
  expect(() => store.commit({ blocks: blocks.slice(5) })).toThrow(
    expect.objectContaining({ code: 'read-only' }),
  )
  const snapshot = store.snapshot()
  expect(snapshot.head?.number).toBe(4n)
  await store[Symbol.asyncDispose]()
  expect(() => snapshot.head).toThrow('The snapshot has been disposed of.')
  expect(() => store.head).toThrow('closed')
})
