import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toHex } from '@lectern/chain'
import { ethereum } from '@lectern/chain/internal'
import { expect, onTestFinished, test } from 'vitest'
import { makeChain, syntheticConfig } from '../../../test/synthetic.ts'
import { HistoryError } from '../../error.ts'
import { openEmbeddedStore } from '../embedded/store.ts'
import { openTables } from '../embedded/tables.ts'
import { createView } from '../embedded/view.ts'
import { createProofs } from './proofs.ts'
import type { Reader } from './reader.ts'
import { createRenderedResults } from './rendered-results.ts'
import { createMethods } from './results.ts'

const blocks = makeChain(3, 5)
const [hash, parent] = [toHex(blocks[1]!.transactions[3]!.hash), toHex(blocks[1]!.hash)]

type Parts = ReturnType<typeof createProofs> & ReturnType<typeof createMethods>

const asks: Record<string, (parts: Parts) => unknown> = {
  eth_getBlockByNumber: (parts) => parts.eth_getBlockByNumber('0x1', true),
  eth_getBlockByHash: (parts) => parts.eth_getBlockByHash(parent, false),
  eth_getTransactionByHash: (parts) => parts.eth_getTransactionByHash(hash),
  eth_getTransactionReceipt: (parts) => parts.eth_getTransactionReceipt(hash),
  'the proof of a block': (parts) => parts.block(1n),
  'the proof of a transaction': async (parts) => await finish(parts.transaction(hash)),
  'the proof of a receipt': async (parts) => await finish(parts.receipt(hash)),
}

const show = (value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString() : JSON.stringify(value)

async function finish(steps: ReturnType<Parts['receipt']>): Promise<string> {
  for (;;) {
    const { done, value } = steps.next()
    if (!done) await value
    else return Buffer.concat(await Array.fromAsync(value!)).toString()
  }
}

test.each(Object.keys(asks))('one read that fails costs one %s: the next is right', async (name) => {
  const datadir = await mkdtemp(join(tmpdir(), 'lectern-'))
  onTestFinished(() => rm(datadir, { recursive: true }))
  await using store = await openEmbeddedStore(datadir, {
    chain: { genesisHash: blocks[0]!.hash, config: syntheticConfig },
  })
  store.commit({ blocks })
  const tables = openTables(datadir, { readOnly: true })
  onTestFinished(() => tables.root.close())
  const view = createView(tables)
  /** A reader over a network; its read of that number fails. */
  const open = (failing: number): Parts & { reads: () => number } => {
    let reads = 0
    const read = async <T>(value: () => T): Promise<T> => {
      if (reads++ === failing) throw new HistoryError('unavailable', 'Not now.')
      return value()
    }
    const reader: Reader = {
      head: view.head,
      chainId: async () => view.chainId(),
      family: () => ethereum,
      blockNumber: (hash) => read(() => view.blockNumber(hash)),
      block: (number) => read(() => view.block(number)),
      blockRecord: (number) => read(() => view.blockRecord(number)),
      blockHashes: (block) => read(() => view.blockHashes(block as never)),
      transaction: (hash) => read(() => view.transaction(hash)),
      transactions: (block, ...range) =>
        read(() =>
          Array.from(view.transactions(block as never, ...range), (record) => ({
            ...record,
            hash: record.hash.slice(),
            from: record.from.slice(),
            bytes: record.bytes.slice(),
            receipt: record.receipt.slice(),
          })),
        ),
    }
    const parts = {
      ...createMethods(reader, createRenderedResults(2 ** 20)),
      ...createProofs(reader, 2 ** 20),
    }
    return { ...parts, reads: () => reads }
  }
  const ask = async (parts: Parts) => show(await asks[name]!(parts))
  const askTwice = (parts: Parts) => Promise.allSettled([ask(parts), ask(parts)])
  const sound = open(-1)
  await askTwice(sound)
  const right = await ask(sound)
  expect(right.length).toBeGreaterThan(100)
  for (let failing = 0; failing < sound.reads(); failing++) {
    const parts = open(failing)
    const both = await askTwice(parts)
    if (parts.reads() <= failing) continue
    expect(both.some(({ status }) => status === 'rejected')).toBe(true)
    expect(await ask(parts)).toBe(right)
  }
})
