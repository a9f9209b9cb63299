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
} from '@lectern/chain'
import { decodeWithdrawal } from '@lectern/chain/internal'
import * as fc from 'fast-check'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { contentOf } from '../../../test/content.ts'
import { createSynthesizer, syntheticConfig, toStored } from '../../../test/synthetic.ts'
import { type EmbeddedStore, openEmbeddedStore } from './store.ts'
import type { StoredBlock } from '../interface.ts'

// Three chains that part at block 6 and at block 12, so that what is unwound is replaced by something else, or by itself.
const make = createSynthesizer(5)
function grow(from: readonly VerifiedBlock[], length: number): VerifiedBlock[] {
  const blocks = [...from]
  while (blocks.length < length)
    blocks.push(
      make(
        blocks.at(-1) ?? null,
        blocks.length % 4 === 3 ? 0 : 1 + (blocks.length % 6),
        4n + BigInt(blocks.length),
      ),
    )
  return blocks
}
const first = grow([], 24)
const chains = [first, grow(first.slice(0, 6), 20), grow(first.slice(0, 12), 20)]
const everything = [...new Set(chains.flat())]
const LOWEST = 4

interface Model {
  blocks: VerifiedBlock[]
  anchor: VerifiedBlock | null
  safe: bigint | null
  finalized: bigint | null
}

type Step =
  | { do: 'append'; chain: number; count: number }
  | { do: 'unwind'; to: number }
  | { do: 'trust'; at: number }
  | { do: 'settle'; safe: bigint | null; finalized: bigint | null }
  | { do: 'open' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      chain: fc.nat(2),
      count: fc.integer({ min: 1, max: 8 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('unwind' as const), to: fc.integer({ min: 2, max: 28 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('trust' as const), at: fc.integer({ min: 3, max: 28 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      safe: fc.option(fc.bigInt({ min: 3n, max: 24n }), { freq: 4 }),
      finalized: fc.option(fc.bigInt({ min: 3n, max: 16n }), { freq: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'open' as const }) },
)

test(
  'a store holds what a list would, through appends, reorgs, anchors, finality, freezes and reopening',
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 25 }),
        fc.integer({ min: 1, max: 30 }),
        async (steps, recentHashes) => {
          const datadir = await mkdtemp(join(tmpdir(), 'lectern-'))
          const model: Model = { blocks: [], anchor: null, safe: null, finalized: null }
          let store = await openEmbeddedStore(datadir, { recentHashes })
          try {
            for (const step of steps) {
              if (step.do === 'open') {
                await store[Symbol.asyncDispose]()
                store = await openEmbeddedStore(datadir, { recentHashes })
              } else expect(await run(store, step), fc.stringify(step)).toBe(apply(model, step))
              compare(store, model)
            }
            await compareAnswers(store, model)
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

/** What a step did: nothing, or the code of the error. */
async function run(store: EmbeddedStore, step: Exclude<Step, { do: 'open' }>): Promise<unknown> {
  try {
    if (step.do === 'unwind') await store.commit({ keepUpTo: BigInt(step.to) })
    else if (step.do === 'trust')
      await store.commit({
        anchor: chains[0]![step.at - LOWEST] ?? { number: BigInt(step.at), hash: new Uint8Array(32) },
      })
    else if (step.do === 'settle') await store.commit({ safe: step.safe, finalized: step.finalized })
    else await store.commit({ blocks: next(store.head === null ? -1 : Number(store.head.number), step) })
    return undefined
  } catch (error) {
    return (error as { code: unknown }).code
  }
}

/** The blocks of a chain that follow a head; of another chain's, where it does not lead there. */
function next(head: number, { chain, count }: Extract<Step, { do: 'append' }>): VerifiedBlock[] {
  const start = head === -1 ? 0 : head + 1 - LOWEST
  return chains[chain]!.slice(start, start + count)
}

function apply(model: Model, step: Exclude<Step, { do: 'open' }>): unknown {
  const head = model.blocks.at(-1)
  if (step.do === 'append') {
    const blocks = next(head ? Number(head.number) : -1, step)
    if (head && blocks[0] && Buffer.compare(blocks[0].header.parentHash, head.hash) !== 0) return 'contiguity'
    model.blocks.push(...blocks)
  } else if (step.do === 'unwind') {
    if (BigInt(step.to) === head?.number) return undefined
    if (head === undefined || BigInt(step.to) > head.number) return 'contiguity'
    const stays = [model.anchor?.number ?? null, model.finalized]
    if (stays.some((number) => number !== null && BigInt(step.to) < number)) return 'anchor'
    model.blocks = model.blocks.filter(({ number }) => number <= BigInt(step.to))
    const top = model.blocks.at(-1)?.number ?? null
    if (top === null || (model.safe !== null && model.safe > top)) model.safe = top
  } else if (step.do === 'settle') {
    const { safe, finalized } = step
    const isStored = (number: bigint | null) =>
      number === null || model.blocks.some((block) => block.number === number)
    if (!isStored(safe) || !isStored(finalized)) return 'anchor'
    if (safe !== null && finalized !== null && finalized > safe) return 'anchor'
    Object.assign(model, { safe, finalized })
  } else {
    const block = chains[0]![step.at - LOWEST]
    if (block === undefined || !model.blocks.includes(block)) return 'anchor'
    if (!model.anchor || model.anchor.number < block.number) model.anchor = block
  }
  return undefined
}

function compare(store: EmbeddedStore, { blocks, anchor, safe, finalized }: Model): void {
  const head = blocks.at(-1)
  expect(store.head).toEqual(
    head
      ? {
          number: head.number,
          hash: head.hash,
          timestamp: head.header.timestamp,
          lowest: BigInt(LOWEST),
          anchor: anchor && { number: anchor.number, hash: anchor.hash, grounds: null },
          safe,
          finalized,
        }
      : null,
  )
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
