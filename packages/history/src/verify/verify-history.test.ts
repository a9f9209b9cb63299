import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toHex, type VerifiedBlock, type VerifiedTransaction } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { expect, onTestFinished, test } from 'vitest'
import { HistoryError } from '../error.ts'
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

/** Verifies a store that took blocks as they are given, and whose tables were then changed. */
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
