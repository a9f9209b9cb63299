import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { MemoryStore } from '../../test/memory-store.ts'
import { createSynthesizer, syntheticConfig } from '../../test/synthetic.ts'
import type { ClusterLocation } from './location.ts'
import { adapters, createStore, openStore, readStatus, showLocation } from './open.ts'

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a folder is a store by its path or by an object that names it', async () => {
  const datadir = newFolder()
  const location = { datadir }
  await expect(readStatus(location)).rejects.toMatchObject({ code: 'missing' })
  await createStore(location)
  const block = createSynthesizer(2)(null, 3)
  const chain = { genesisHash: block.hash, config: syntheticConfig }
  {
    await using store = await openStore(location, { chain })
    await store.commit({ blocks: [block] })
    const { writer, report, head } = await readStatus(location)
    expect({ writer, transactions: report.transactions }).toEqual({
      writer: 'a process of this machine',
      transactions: 3,
    })
    expect(head).toMatchObject({ number: 0n, hash: block.hash })
  }
  expect(await readStatus(location)).toMatchObject({ writer: null, chain })
  await createStore(location) // what is there stays
  await using again = await openStore(datadir, { readOnly: true })
  expect(again.head).toMatchObject({ number: 0n })
  expect(showLocation(location)).toBe(datadir)
})

test('a URL is opened by the adapter of its protocol, with what gets into it', async () => {
  const asked: ClusterLocation[] = []
  adapters.set('paper:', async () => ({
    openStore: async (location) => (asked.push(location), new MemoryStore()),
    createStore: async () => {},
    readStatus: async () => ({
      chain: null,
      head: null,
      writer: null,
      report: { blocks: 0, transactions: 0, bytes: 0 },
    }),
  }))
  onTestFinished(() => void adapters.delete('paper:'))
  const location = { url: 'paper://a,b:9043/keyspace?dc=one', user: 'reader', password: 'secret' }
  await using _ = await openStore(location, { readOnly: true })
  expect(asked).toEqual([location])
  expect(await readStatus(location)).toMatchObject({ head: null })
  expect(showLocation(location)).toBe('paper://a,b:9043/keyspace')
})

test.each(['', 'history', 'postgres://host/db', 'http://host'])('%j is no URL of a store', async (url) => {
  const opening = openStore({ url })
  await expect(opening).rejects.toMatchObject({ code: 'location' })
  await expect(opening).rejects.toThrow(/is no URL of a store/)
})

test('a URL with a password is refused without showing it', async () => {
  for (const protocol of ['postgres', 'cassandra']) {
    const opening = openStore({ url: `${protocol}://me:s3cret@host/keyspace` })
    await expect(opening).rejects.toMatchObject({ code: 'location' })
    await expect(opening).rejects.not.toThrow(/s3cret/)
  }
})
