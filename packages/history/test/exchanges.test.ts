import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromHex } from '@lectern/chain'
import { describeCorpus, officialExchanges, sample } from '@lectern/fixtures'
import { everyAnswer, everyCompanionAnswer } from '@lectern/fixtures/answers'
import type { Methods } from '@lectern/spec'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readGenesis } from '../src/execution/genesis.ts'
import { importChain } from '../src/import/import-chain.ts'
import type { ChainIdentity, Store, StoredCompanions } from '../src/store/interface.ts'
import { openEmbeddedStore } from '../src/store/embedded/store.ts'
import { MemoryStore } from './memory-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-'))
afterAll(() => rmSync(folder, { recursive: true }))

type OpenStore = (chain: ChainIdentity) => Promise<Store>

/** The kinds of stores: the embedded one answers at once, the other one later. */
const kinds: readonly (readonly [string, OpenStore])[] = [
  ['embedded', (chain) => openEmbeddedStore(join(folder, String(chain.config.chainId)), { chain })],
  ['asynchronous', async (chain) => new MemoryStore(chain)],
]

interface Call {
  readonly method: keyof (Methods & StoredCompanions)
  readonly params?: readonly unknown[]
}

/** The store's answer as the text that a server sends. */
const answer = async (store: Store, { method, params = [] }: Call) => {
  await using snapshot = await store.snapshot()
  const result = await (snapshot[method] as (...params: readonly unknown[]) => unknown)(...params)
  return result instanceof Uint8Array ? Buffer.from(result).toString() : JSON.stringify(result)
}

/** Imports a chain, then returns each exchange of a folder that has a result; what is refused never reaches a store. */
const testExchanges = (
  openStore: OpenStore,
  chain: string,
  genesisPath: string,
  head: string,
  exchanges: readonly string[],
  count: number,
) => {
  let store: Store
  beforeAll(async () => {
    const genesis = await readGenesis(genesisPath)
    store = await openStore(genesis.chain)
    await importChain({ store, source: chain, genesis, head: fromHex(head) })
  })
  afterAll(() => store[Symbol.asyncDispose]())

  const folders = exchanges.filter((folder) => existsSync(folder)) // skipped tests are collected all the same
  const lines = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.io'))
      .map((file) => ({ file, text: readFileSync(`${folder}/${file}`, 'utf8') })),
  )
  // A server names itself: its own exchange is no store's.
  const answered = lines.filter(({ text }) => !/^<< .*"error":|^\/\/ speconly:/m.test(text))

  test(`the folder has ${count} exchanges with a result`, () => {
    expect(answered).toHaveLength(count)
  })
  test.each(answered)('$file is answered byte for byte', async ({ text }) => {
    const call = JSON.parse(/^>> (.*)$/m.exec(text)![1]!) as Call
    const wanted = /^<< (.*)$/m.exec(text)![1]!
    expect(`{"jsonrpc":"2.0","id":1,"result":${await answer(store, call)}}`).toBe(wanted)
  })
  return () => store
}

describe.each(kinds)('the sample chain in the %s store', (_, openStore) => {
  const store = testExchanges(openStore, sample.chain, sample.genesis, sample.head, [sample.exchanges], 236)

  test('every block, transaction and receipt is answered as ethereumjs has it, byte for byte', async () => {
    const answers = [...(await everyAnswer()), ...(await everyCompanionAnswer())]
    expect(answers).toHaveLength(10 * (sample.headNumber + 1) + sample.uncles + 4 * sample.transactions)
    for (const { method, params, result } of answers)
      expect(await answer(store(), { method, params } as Call), `${method} ${String(params)}`).toBe(
        JSON.stringify(result),
      )
  })
})

describeCorpus('execution-apis/tests', 'the official chain', (path) => {
  const head = '0xd226371d0b1551adb03fb52b71f08e3e11247fe9b1af994768af8cdaa8e7dcd7'
  describe.each(kinds)('in the %s store', (_, openStore) => {
    testExchanges(openStore, `${path}/chain.rlp`, `${path}/genesis.json`, head, [path, officialExchanges], 52)
  })
})
