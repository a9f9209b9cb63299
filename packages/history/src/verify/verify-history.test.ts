import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  encodeHeader,
  hashHeader,
  type Header,
  toHex,
  type VerifiedBlock,
  type VerifiedTransaction,
} from '@lectern/chain'
import { equalBytes, type ForkField } from '@lectern/chain/internal'
import { describeCorpus } from '@lectern/fixtures'
import { describe, expect, onTestFinished, test } from 'vitest'
import { MemoryStore } from '../../test/memory-store.ts'
import { accumulatorRoot } from '../archive/proofs/accumulator.ts'
import { HistoryError } from '../error.ts'
import { importEras } from '../import/import-eras.ts'
import { knownAccumulators, networks } from '../archive/proofs/networks.ts'
import { readHead } from '../store/interface.ts'
import { type BlockRow, encodeBlockRow } from '../store/records/records.ts'
import { checkBuiltIn } from './check-grounds.ts'
import { verifyHistory } from './verify-history.ts'
import { seal, SEAL, sealOf } from '../store/records/seal.ts'
import type { State } from '../store/records/state.ts'
import { openEmbeddedStore } from '../store/embedded/store.ts'
import { openTables, type Tables } from '../store/embedded/tables.ts'
import { createView, writeState } from '../store/embedded/view.ts'
import { createSynthesizer, makeChain, syntheticConfig } from '../../test/synthetic.ts'

const blocks = makeChain(4, 3, 6)
const [genesis, , third] = blocks as [VerifiedBlock, VerifiedBlock, VerifiedBlock]
const chain = { genesisHash: genesis.hash, config: syntheticConfig }
const other = new Uint8Array(32).fill(7)

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Verifies a store of the given blocks, whose tables were then changed. */
async function verifyAgain(given: readonly VerifiedBlock[], change?: (tables: Tables) => void) {
  const datadir = await newFolder()
  {
    await using store = await openEmbeddedStore(datadir, { chain })
    await store.commit({ blocks: given })
    await store.commit({ anchor: given[2]!, safe: given[2]!.number, finalized: given[2]!.number })
  }
  const tables = openTables(datadir, { readOnly: false })
  change?.(tables)
  await tables.root.close()
  await using store = await openEmbeddedStore(datadir, { readOnly: true })
  return await verifyHistory(store)
}

const fault = async (...store: Parameters<typeof verifyAgain>): Promise<string> => {
  const error: unknown = await verifyAgain(...store).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(HistoryError)
  expect(error).toMatchObject({ code: 'block' })
  return (error as Error).message
}

const withChange = (change: (tables: Tables) => Partial<State> | void) => (tables: Tables) =>
  tables.root.transactionSync(() => {
    const state = createView(tables).state()
    writeState(tables, { ...state, ...change(tables) })
  })

test('a store that holds what was verified is verified, block by block', async () => {
  expect(await verifyAgain(blocks)).toEqual({
    number: 3n,
    hash: blocks[3]!.hash,
    blocks: 4,
    transactions: 12,
  })
  expect(await verifyAgain(blocks.slice(1))).toMatchObject({ blocks: 3 })
})

test.each([
  ['inside a read', { length: 24, count: 3, parting: 4, at: 14 }],
  ['between two reads', { length: 1_100, count: 0, parting: 1_010, at: 1_015 }],
])('a store is verified whose chain is replaced %s', async (_, { length, count, parting, at }) => {
  const grow = (seed: number, from: readonly VerifiedBlock[] = []) => {
    const make = createSynthesizer(seed)
    const made = [...from]
    while (made.length < length) made.push(make(made.at(-1) ?? null, count))
    return made
  }
  const before = grow(3)
  const after = grow(4, before.slice(0, parting))
  const chain = { genesisHash: before[0]!.hash, config: syntheticConfig }
  await using store = await openEmbeddedStore(await newFolder(), { chain })
  await store.commit({ blocks: before })
  const verified: string[] = []
  const done = await verifyHistory(store, {
    onProgress({ number, hash }) {
      verified[Number(number)] = toHex(hash)
      if (number !== BigInt(at) || equalBytes(store.head!.hash, after.at(-1)!.hash)) return
      void store.commit({ keepUpTo: BigInt(parting - 1) })
      void store.commit({ blocks: after.slice(parting) })
    },
  })
  expect([before, after].map((chain) => chain.map(({ hash }) => toHex(hash)))).toContainEqual(verified)
  expect(done).toMatchObject({ number: BigInt(length - 1), blocks: length, transactions: length * count })
})

test('a store is verified up to the head that it had, while it grows', async () => {
  const long = makeChain(30, 3, 8)
  const chain = { genesisHash: long[0]!.hash, config: syntheticConfig }
  await using store = await openEmbeddedStore(await newFolder(), { chain, recentHashes: 8 })
  store.commit({ blocks: long.slice(0, 20) })
  const done = await verifyHistory(store, {
    workers: 0,
    onProgress: ({ number }) =>
      number % 2n === 0n && store.commit({ blocks: [long[20 + Number(number) / 2]!] }),
  })
  expect(done).toMatchObject({ number: 19n, blocks: 20, transactions: 60 })
  expect(await verifyHistory(store, { workers: 0 })).toMatchObject({ number: 29n, transactions: 90 })
})

test('threads find what one finds, and report it in order', async () => {
  const long = makeChain(300, 2, 9)
  const chain = { genesisHash: long[0]!.hash, config: syntheticConfig }
  const altered = long.with(290, { ...long[290]!, size: 1 })
  const [one, two] = long[280]!.transactions
  const receipts = [{ ...one!, receipt: two!.receipt }, two!]
  const unsealed = altered.with(280, { ...long[280]!, transactions: receipts })
  for (const [given, damaged] of [
    [long, undefined],
    [unsealed, undefined],
    [altered, 295],
  ] as const) {
    const datadir = await newFolder()
    {
      await using store = await openEmbeddedStore(datadir, { chain })
      await store.commit({ blocks: given })
    }
    const tables = openTables(datadir, { readOnly: false })
    if (damaged) withChange(() => void tables.headers.putSync(damaged, Buffer.alloc(9)))(tables)
    await tables.root.close()
    await using store = await openEmbeddedStore(datadir, { readOnly: true })
    const run = async (workers: number) => {
      const seen: bigint[] = []
      const onProgress = ({ number }: { number: bigint }) => void seen.push(number)
      const end = await verifyHistory(store, { workers, onProgress }).catch((error: Error) => error.message)
      return { seen, end }
    }
    const { seen, end } = await run(0)
    expect(seen).toEqual(Array.from(seen, (_, index) => BigInt(index)))
    expect(typeof end).toBe(given === long && !damaged ? 'object' : 'string')
    expect(await run(2)).toEqual({ seen, end })
  }
})

test.each<[keyof VerifiedTransaction, Partial<VerifiedTransaction>]>([
  ['hash', { hash: other }],
  ['from', { from: other.subarray(12) }],
  ['gasUsed', { gasUsed: 1n }],
  ['firstLogIndex', { firstLogIndex: 999 }],
])('a stored %s that is not what the block gives is found', async (name, part) => {
  const transactions = third.transactions.with(1, { ...third.transactions[1]!, ...part })
  expect(await fault(blocks.with(2, { ...third, transactions }))).toMatch(
    new RegExp(`^block 2: the stored ${name} of transaction 1 is .*, not .*\\.$`),
  )
})

test.each<[string, Partial<VerifiedBlock>]>([
  ['size', { size: 1 }],
  ['blobGasPrice', { blobGasPrice: 0n }],
])('a stored %s that is not the block’s is found', async (name, part) => {
  expect(await fault(blocks.with(2, { ...third, ...part }))).toContain(`block 2: the stored ${name} is `)
})

test('a block that was replaced by another is found', async () => {
  const raw = makeChain(3, 3, 9)[2]!.raw
  expect(await fault(blocks.with(2, { ...third, raw }))).toMatch(/^block 2: /)
})

test('a header with a further field is of a fork that is not known, and damage where its hash is another', async () => {
  const known: Required<Pick<Header, ForkField>> = {
    baseFeePerGas: 1n,
    withdrawalsRoot: other,
    blobGasUsed: 0n,
    excessBlobGas: 0n,
    parentBeaconBlockRoot: other,
    requestsHash: other,
    blockAccessListHash: other,
    slotNumber: 1n,
  }
  const header = encodeHeader({ ...third.header, ...known, unknown: [Uint8Array.of(1)] })
  const further = { ...third, raw: { ...third.raw, header } }
  expect(await fault(blocks.with(2, further))).toMatch(/^block 2: its header hashes to 0x\w+, not 0x\w+\.$/)
  const newer = verifyAgain([...blocks.slice(0, 2), { ...further, hash: hashHeader(header) }])
  await expect(newer).rejects.toMatchObject({ code: 'fork-unknown' })
  await expect(newer).rejects.toThrow(/^The store has a fork .* block 2: header: its field \d+, 0x01, is not/)
})

test('a transaction that is not found by its hash is found missing', async () => {
  const bucket = third.transactions[2]!.hash[0]! // of the first level
  const empty = seal(new Uint8Array(SEAL), 0, sealOf('levels', bucket))
  const change = withChange(({ levels }) => void levels.putSync(bucket, empty))
  expect(await fault(blocks, change)).toMatch(/^block 2: transaction 0x\w+ is not found by its hash\.$/)
})

test('a head or anchor that is no block of the store is found', async () => {
  expect(
    await fault(
      blocks,
      withChange(() => ({ head: { number: 3, hash: other } })),
    ),
  ).toContain('block 3: the stored hash of the head is 0x0707')
  expect(
    await fault(
      blocks,
      withChange(() => ({ anchor: { number: 2, hash: other, grounds: null } })),
    ),
  ).toContain('block 2: the stored hash of the anchor is 0x0707')
})

test.each<[string, Partial<BlockRow>]>([
  ['timestamp', { timestamp: 1n }],
  ['baseFeePerGas', { baseFeePerGas: 1n }],
  ['first', { first: 5 }],
])('a %s of a block’s row that is not its header’s is found', async (name, part) => {
  const change = withChange((tables) => {
    const row = { ...createView(tables).blockRecord(2)!, ...part }
    void tables.blocks.putSync(2, encodeBlockRow(row, 2))
  })
  const error: unknown = await verifyAgain(blocks, change).catch((caught: unknown) => caught)
  // Another first position leads to other transactions, which cannot be read as this block's.
  if (name === 'first') expect(error).toMatchObject({ code: 'damaged' })
  else expect((error as Error).message).toMatch(new RegExp(`^block 2: the stored ${name} is 1, not \\d+\\.$`))
})

test.each<[string, Partial<State>, string]>([
  ['more transactions', { transactions: 13 }, 'block 3: 13 transactions are counted up to it, not 12.'],
  ['another lowest block', { lowest: 1 }, 'block 1: the stored first is 3, not 0.'],
  ['an executed block above the head', { executed: 9 }, 'block 9: it is executed, but it is not stored.'],
  ['a finalized block above the safe one', { safe: 1 }, 'block 2: it is finalized, but only 1 is safe.'],
  ['an earlier anchor above the anchor', { earlier: [{ number: 3, grounds: 'stated' }] }, 'not in order'],
  ['more hashes', { levels: [{ count: 17, emptied: 0 }] }, 'what the state says of the hash index'],
  [
    'grounds that nothing built in bears out',
    { anchor: { number: 2, hash: third.hash, grounds: 'built-in' } },
    'block 2: no root that is built in vouches for it.',
  ],
])('a state that says %s is found', async (_, state, message) => {
  await expect(
    verifyAgain(
      blocks,
      withChange(() => state),
    ),
  ).rejects.toThrow(message)
})

test.each(['blocks', 'headers', 'records', 'hashes'] as const)(
  'a row of %s that the state does not know is found',
  async (table) => {
    const change = withChange((tables) => void tables[table].putSync(99, Buffer.alloc(9)))
    await expect(verifyAgain(blocks, change)).rejects.toThrow(
      `row 99 of ${table}, of which the state does not know,`,
    )
  },
)

describe('what roots vouch for is computed again:', () => {
  test('an era of another root is found, and one that is not whole is left', async () => {
    await using store = await openEmbeddedStore(await newFolder(), { chain })
    store.commit({ blocks, anchor: { ...third, grounds: 'built-in' } })
    const root = accumulatorRoot([]) // of the blocks before the merge
    await checkBuiltIn(store, store.head!, [root])
    await expect(checkBuiltIn(store, store.head!, [other])).rejects.toThrow(
      `block 0: the accumulator of its era is ${toHex(root)}, not ${toHex(other)}, the one that is built in.`,
    )
    await checkBuiltIn(store, { ...store.head!, lowest: 1n }, [other])
  })

  describeCorpus('era1', 'an era of mainnet', (folder) => {
    test('has the root that is built in', async () => {
      const mainnet = networks['mainnet']!
      const store = new MemoryStore(mainnet)
      const sources = [join(folder, 'mainnet-00000-5ec1ffb8.era1')]
      await importEras({ store, chain: mainnet, sources, workers: 0 })
      const head = (await readHead(store))!
      const roots = await knownAccumulators(mainnet)
      await checkBuiltIn(store, head, roots)
      await expect(checkBuiltIn(store, head, [other, ...roots.slice(1)])).rejects.toThrow(
        'block 0: the accumulator of its era is 0x5ec1ffb8',
      )
    })
  })
})
