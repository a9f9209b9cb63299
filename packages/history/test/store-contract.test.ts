import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { importChain, openStore, readGenesis, verifyHistory } from '../src/index.ts'
import { sample } from '@lectern/fixtures'
import { compacting } from './compacting-store.ts'
import { MemoryStore } from './memory-store.ts'
import { testStore } from './store-contract.ts'

describe.each([
  ['hot', Infinity],
  ['cold', 0],
  ['hot and cold', 2],
])('the embedded store of %s blocks', (_, hot) =>
  testStore(async (chain) => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    return async (options = {}) => compacting(await openStore(folder, { ...options, chain }), hot)
  }),
)

describe('a store that answers later', () => {
  testStore(async (chain) => {
    const store = new MemoryStore(chain)
    return async () => store
  })

  test('is imported into and verified as the embedded one is', async () => {
    const { chain: source, genesis, head, headNumber } = sample
    const store = new MemoryStore((await readGenesis(genesis)).chain)
    await importChain({ store, source, genesis, head: Buffer.from(head.slice(2), 'hex') })
    expect(await verifyHistory(store, { workers: 0 })).toMatchObject({ number: BigInt(headNumber) })
  })
})
