import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  blockToJson,
  decodeHeader,
  decodeTransaction,
  toHex,
  transactionToJson,
  type VerifiedBlock,
  verify,
  decodeWithdrawal,
} from '@lectern/chain'
import * as fc from 'fast-check'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { contentOf } from '../../../test/content.ts'
import { withFrames } from '../../../test/compacting-store.ts'
import {
  applyChange,
  chains,
  commit,
  emptyModel,
  everything,
  headOf,
  type Model,
  toChange,
} from '../../../test/store-model.ts'
import { syntheticConfig, toStored } from '../../../test/synthetic.ts'
import type { StoreChange, StoredBlock } from '../interface.ts'
import { type EmbeddedStore, openEmbeddedStore } from './store.ts'

const [first] = chains as [readonly VerifiedBlock[]]

test(
  'a store is what a list would be after any commit, and after reopening',
  { timeout: 600_000 },
  async () => {
    const step = fc.oneof(
      { weight: 8, arbitrary: commit },
      { weight: 1, arbitrary: fc.constant('open' as const) },
      { weight: 3, arbitrary: fc.nat(12) }, // the number of blocks that stay hot
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 25 }),
        fc.integer({ min: 1, max: 30 }),
        async (steps, recentHashes) => {
          const datadir = await mkdtemp(join(tmpdir(), 'lectern-'))
          let model = emptyModel
          let store = await openEmbeddedStore(datadir, { recentHashes })
          try {
            for (const [index, step] of steps.entries()) {
              if (step === 'open') {
                await store[Symbol.asyncDispose]()
                store = await openEmbeddedStore(datadir, { recentHashes })
              } else if (typeof step === 'number') await store.compact({ hot: step, blocks: 1 + (step % 4) })
              else {
                const next = applyChange(model, toChange(model, step))
                const change = toChange(model, step)
                expect(await run(store, index % 2 === 0 ? withFrames(change, index % 3) : change)).toBe(
                  typeof next === 'string' ? next : undefined,
                )
                if (typeof next !== 'string') model = next
              }
              compare(store, model)
            }
            await compareAnswers(store, model)
            await store[Symbol.asyncDispose]()
            store = await openEmbeddedStore(datadir, { recentHashes, readOnly: true })
            compare(store, model)
          } finally {
            await store[Symbol.asyncDispose]()
            await rm(datadir, { recursive: true })
          }
        },
      ),
      { numRuns: Number(process.env['LECTERN_RUNS'] ?? 20) },
    )
  },
)

test('a store takes nothing but verified blocks', () => {
  type Taken = NonNullable<Parameters<EmbeddedStore['commit']>[0]['blocks']>[number]
  expectTypeOf<VerifiedBlock>().toExtend<Taken>()
  expectTypeOf<Pick<VerifiedBlock, keyof StoredBlock | 'header'>>().not.toExtend<Taken>()
})

test('blocks are given back as they were verified, and can be verified again', async () => {
  const datadir = await mkdtemp(join(tmpdir(), 'lectern-'))
  onTestFinished(() => rm(datadir, { recursive: true }))
  await using store = await openEmbeddedStore(datadir, { recentHashes: 10 })
  await store.commit({ blocks: first })
  const stored = contentOf(store)
  expect(stored).toEqual(first.map(toStored))
  expect(contentOf(store, 7n, 9n).map(({ number }) => number)).toEqual([7n, 8n, 9n])
  expect(contentOf(store, 0n, 5n).map(({ number }) => number)).toEqual([4n, 5n])
  using snapshot = store.snapshot()
  expect([...snapshot.headers(7n, 9n)]).toEqual(
    first.slice(3, 6).map(({ number, hash, raw: { header } }) => ({ number, hash, header })),
  )
  let parent: VerifiedBlock | null = null
  for (const { raw } of stored.slice(0, 3)) parent = verify(raw, { config: syntheticConfig, parent })
  expect(parent).toEqual(first[2])
})

/** The result of a commit: nothing, or the code of the error. */
async function run(store: EmbeddedStore, change: StoreChange): Promise<unknown> {
  try {
    await store.commit(change)
    return undefined
  } catch (error) {
    return (error as { code: unknown }).code
  }
}

function compare(store: EmbeddedStore, model: Model): void {
  const { blocks } = model
  expect(store.head).toEqual(headOf(model))
  expect(store.report()).toMatchObject({
    blocks: blocks.length,
    transactions: blocks.reduce((sum, { transactions }) => sum + transactions.length, 0),
  })
  // Each transaction of each chain is found if its block is stored, and only then.
  const stored = new Set(blocks)
  for (const block of everything)
    for (const { hash } of block.transactions) {
      expect(isAnswered(store.eth_getTransactionByHash(toHex(hash)))).toBe(stored.has(block))
      const other = Uint8Array.from(hash)
      other[31]! ^= 1
      expect(store.eth_getTransactionByHash(toHex(other))).toBeNull()
    }
}

const isAnswered = (answer: unknown) => answer !== null

async function compareAnswers(store: EmbeddedStore, { blocks, safe, finalized }: Model): Promise<void> {
  for (const block of blocks) {
    const { header, hash, size, number, raw, blobGasPrice, transactions } = block
    const context = {
      hash,
      number,
      timestamp: header.timestamp,
      baseFeePerGas: header.baseFeePerGas,
      blobGasPrice,
    }
    const withdrawals = raw.withdrawals?.map(decodeWithdrawal)
    const facts = { header: decodeHeader(raw.header), hash, size, uncles: [], withdrawals }
    const objects = transactions.map(({ bytes, hash, from }, index) =>
      transactionToJson(decodeTransaction(bytes), { hash, from, index, block: context }),
    )
    const name = `0x${number.toString(16)}` as const
    expect(await text(store.eth_getBlockByNumber(name, false))).toBe(
      JSON.stringify(
        blockToJson(
          facts,
          transactions.map(({ hash }) => toHex(hash)),
        ),
      ),
    )
    expect(await text(store.eth_getBlockByNumber(name, true))).toBe(
      JSON.stringify(blockToJson(facts, objects)),
    )
    for (const [index, { hash }] of transactions.entries())
      expect(await text(store.eth_getTransactionByHash(toHex(hash)))).toBe(JSON.stringify(objects[index]))
  }
  const head = blocks.at(-1)
  const numberAt = async (tag: 'latest' | 'earliest' | 'safe' | 'finalized' | 'pending') => {
    const answer = await text(store.eth_getBlockByNumber(tag, false))
    return answer === null ? null : BigInt((JSON.parse(answer) as { number: string }).number)
  }
  expect(await numberAt('latest')).toBe(head?.number ?? null)
  expect(await numberAt('earliest')).toBe(blocks[0]?.number ?? null)
  expect(await numberAt('safe')).toBe(safe)
  expect(await numberAt('finalized')).toBe(finalized)
  expect(await numberAt('pending')).toBeNull()
}

async function text(answer: unknown): Promise<string | null> {
  const bytes = (await answer) as Uint8Array | null
  return bytes && Buffer.from(bytes).toString()
}
