import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toHex } from '@lectern/chain'
import { beforeAll, expect, test } from 'vitest'
import { compactAll } from '../../../test/compacting-store.ts'
import { makeChain, syntheticConfig } from '../../../test/synthetic.ts'
import { HistoryError } from '../../error.ts'
import { verifyHistory } from '../../verify/verify-history.ts'
import { type EmbeddedStore, openEmbeddedStore } from './store.ts'
import { DATA_FILE, openTables, type Tables } from './tables.ts'
import { readState, writeState } from './view.ts'

const blocks = makeChain(5, 4, 3)
const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-'))
  await using store = await openEmbeddedStore(folder, { chain, recentHashes: 8 })
  await store.commit({ blocks })
  await compactAll(store, 2)
  await store[Symbol.asyncDispose]()
  await copyFile(join(folder, DATA_FILE), join(folder, 'whole'))
  return () => rm(folder, { recursive: true })
})

/** Everything that can be asked of a store about its blocks; the commits come last, since the one that succeeds changes the store. */
const asked: readonly ((store: EmbeddedStore) => unknown)[] = [
  ...blocks.flatMap(({ hash, number, transactions }) => {
    const [name, at] = [toHex(hash), `0x${number.toString(16)}` as const]
    return [
      (store: EmbeddedStore) => store.blockHash(number),
      (store: EmbeddedStore) => store.blockNumber(hash),
      (store: EmbeddedStore) => store.eth_getBlockByNumber(at, false),
      (store: EmbeddedStore) => store.eth_getBlockByNumber(at, true),
      (store: EmbeddedStore) => store.eth_getBlockByHash(name, true),
      (store: EmbeddedStore) => store.eth_getUncleByBlockHashAndIndex(name, '0x0'),
      (store: EmbeddedStore) => [...store.headers(number, number)],
      (store: EmbeddedStore) => [...store.blocks(number, number)],
      (store: EmbeddedStore) => store.proofs.block(number),
      ...transactions.flatMap(({ hash }) => [
        (store: EmbeddedStore) => store.eth_getTransactionByHash(toHex(hash)),
        (store: EmbeddedStore) => store.eth_getTransactionReceipt(toHex(hash)),
        (store: EmbeddedStore) => [...store.proofs.receipt(toHex(hash))],
      ]),
    ]
  }),
  (store) => store.head!.timestamp,
  (store) => store.commit({ anchor: blocks[1]! }),
  (store) => store.commit({ keepUpTo: 1n, blocks: blocks.slice(2) }),
  (store) => store.commit({ keepUpTo: 2n }),
]

/** Returns the result of each, or its error. */
function askAll(store: EmbeddedStore): readonly unknown[] {
  return asked.map((ask) => {
    try {
      return ask(store)
    } catch (error) {
      return error
    }
  })
}

/** Opens the store after a change of its tables. */
async function openChanged(change: (tables: Tables) => void): Promise<EmbeddedStore> {
  await copyFile(join(folder, 'whole'), join(folder, DATA_FILE))
  const tables = openTables(folder, { readOnly: false })
  tables.root.transactionSync(() => {
    change(tables)
    writeState(tables, readState(tables))
  })
  await tables.root.close()
  return openEmbeddedStore(folder, { recentHashes: 8, renderedBytes: 0, provenBytes: 0 })
}

/** The keys of the rows of a table; of the hash index those that lead somewhere. */
async function keysOf(name: keyof Tables): Promise<number[]> {
  const keys: number[] = []
  await using _ = await openChanged((tables) => {
    for (const { key, value } of (tables[name] as Tables['levels']).getRange())
      if (value.length > 4) keys.push(key)
  })
  return keys
}

test.each(['blocks', 'headers', 'hashes', 'records', 'levels', 'cold', 'frames'] as const)(
  'a row that %s lacks is damage, or is not asked for: never absence, another result or another error',
  async (name) => {
    let right: readonly unknown[]
    {
      await using store = await openChanged(() => {})
      right = askAll(store)
      expect(right.filter((result) => result instanceof Error)).toEqual([])
    }
    for (const key of await keysOf(name)) {
      await using store = await openChanged((tables) => void tables[name].removeSync(key))
      await expect(verifyHistory(store, { workers: 0 }), `${name} ${key}`).rejects.toThrow(HistoryError)
      const results = askAll(store)
      for (const [index, result] of results.entries())
        if (result instanceof Error)
          expect(result, `${name} ${key}: ${asked[index]}`).toMatchObject({ code: 'damaged' })
        else expect(result, `${name} ${key}: ${asked[index]}`).toEqual(right[index])
      expect(results.some((result) => result instanceof Error)).toBe(true)
    }
  },
)
