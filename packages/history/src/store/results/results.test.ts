import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeReceipt, toHex } from '@lectern/chain'
import { ethereum } from '@lectern/chain/internal'
import type { BlockNumberOrTag, Methods, Receipt } from '@lectern/spec'
import * as schemas from '@lectern/spec/schemas'
import { Compile } from 'typebox/schema'
import { beforeAll, expect, test } from 'vitest'
import { contentOf } from '../../../test/content.ts'
import { createSynthesizer, syntheticConfig, toStored } from '../../../test/synthetic.ts'
import { type EmbeddedStore, openEmbeddedStore } from '../embedded/store.ts'

const make = createSynthesizer(11)
const first = make(null, 30, 1000n)
const blocks = [first, make(first, 0)]
const [transaction] = first.transactions

let store: EmbeddedStore
beforeAll(async () => {
  const datadir = await mkdtemp(join(tmpdir(), 'lectern-'))
  store = await openEmbeddedStore(datadir)
  await store.commit({ blocks })
  return async () => {
    await store[Symbol.asyncDispose]()
    await rm(datadir, { recursive: true })
  }
})

async function parse(answer: unknown): Promise<unknown> {
  const bytes = (await answer) as Uint8Array | null
  return bytes && JSON.parse(Buffer.from(bytes).toString())
}

const getBlock = async (number: BlockNumberOrTag, full = false) =>
  (await parse(store.eth_getBlockByNumber(number, full))) as {
    number: string
    transactions: unknown[]
  } | null

const tags = ['latest', 'earliest', 'safe', 'finalized', 'pending'] as const
const numbers = () => Promise.all(tags.map(async (tag) => (await getBlock(tag))?.number ?? null))

test('S3 a transaction is found by its hash, written in capitals or not', async () => {
  const hash = toHex(transaction!.hash)
  const answer = await parse(store.eth_getTransactionByHash(hash))
  expect(answer).toMatchObject({ hash, blockNumber: '0x3e8', transactionIndex: '0x0' })
  expect(await parse(store.eth_getTransactionByHash(`0x${hash.slice(2).toUpperCase()}`))).toEqual(answer)
})

test('S3 S4 an unknown hash is answered with null', async () => {
  const unknown = Uint8Array.from(transaction!.hash)
  unknown[31]! ^= 1
  for (const hash of [toHex(unknown), toHex(new Uint8Array(32)), toHex(new Uint8Array(32).fill(255))]) {
    expect(await parse(store.eth_getTransactionByHash(hash))).toBeNull()
    expect(await parse(store.eth_getTransactionReceipt(hash))).toBeNull()
  }
})

test('S4 S8 a receipt has its own gas and the position of its logs in the block', async () => {
  let gas = 0n
  let logs = 0
  for (const [index, { hash, receipt }] of first.transactions.entries()) {
    const answer = (await parse(store.eth_getTransactionReceipt(toHex(hash)))) as Receipt
    const { cumulativeGasUsed, logsBloom, logs: written } = decodeReceipt(receipt)
    expect(answer).toMatchObject({
      transactionHash: toHex(hash),
      transactionIndex: `0x${index.toString(16)}`,
      gasUsed: `0x${(cumulativeGasUsed - gas).toString(16)}`,
      logsBloom: toHex(logsBloom),
    })
    expect(answer.logs.map(({ logIndex }) => Number(logIndex))).toEqual(written.map((_, at) => logs + at))
    gas = cumulativeGasUsed
    logs += written.length
  }
  expect(logs).toBeGreaterThan(5)
})

test('S5 each answer is what the document describes', async () => {
  for (const full of [false, true])
    expect(Compile(schemas.Block).Errors(await getBlock('0x3e8', full))[1]).toEqual([])
  for (const { hash } of first.transactions) {
    const answers = [
      store.eth_getTransactionByHash(toHex(hash)),
      store.eth_getTransactionReceipt(toHex(hash)),
    ]
    const [transaction, receipt] = await Promise.all(answers.map(parse))
    expect(Compile(schemas.Transaction).Errors(transaction)[1]).toEqual([])
    expect(Compile(schemas.Receipt).Errors(receipt)[1]).toEqual([])
  }
})

test('S5 a number above the head is answered with null, however big', async () => {
  for (const number of [
    '0x3ea',
    '0xffffffff',
    '0x1fffffffffffff',
    '0xffffffffffffffff',
    '0x10000000000000000',
  ] as const)
    expect(await getBlock(number)).toBeNull()
})

test('S5 a number below the lowest stored block is refused with 4444', () => {
  for (const number of ['0x0', '0x3e7'] as const)
    expect(() => store.eth_getBlockByNumber(number, false)).toThrow(
      expect.objectContaining({
        code: 4444,
        message: `Pruned history unavailable: block ${Number(number)} is below 1000, the lowest stored block.`,
      }),
    )
})

test('S5 tags stand for the head, the lowest stored block, and what was said to be safe and finalized', async () => {
  expect(await numbers()).toEqual(['0x3e9', '0x3e8', null, null, null])
  await store.commit({ anchor: blocks[1]! })
  expect(await numbers()).toEqual(['0x3e9', '0x3e8', null, null, null])
  await store.commit({ safe: 1001n, finalized: 1000n })
  expect(await numbers()).toEqual(['0x3e9', '0x3e8', '0x3e9', '0x3e8', null])
  await store.commit({ safe: null })
  expect(await numbers()).toEqual(['0x3e9', '0x3e8', null, '0x3e8', null])
})

test('a parameter that is neither a hash nor a block is refused with -32602', () => {
  const whole = toHex(transaction!.hash)
  for (const hash of ['0x', '0x12', `${whole}00`, whole.replace('x', 'X'), 'latest', 'toString'])
    expect(() => store.eth_getTransactionByHash(hash as `0x${string}`)).toThrow(
      expect.objectContaining({ code: -32602, message: `"${hash}" must be a hash of 32 bytes.` }),
    )
  for (const number of ['0x', '0x01', '0X1', '12', 'last', 'toString', 'constructor', ''])
    expect(() => store.eth_getBlockByNumber(number as `0x${string}`, false)).toThrow(
      expect.objectContaining({ code: -32602, message: `"${number}" must be a block number or a tag.` }),
    )
})

test('an empty store answers null to everything', async () => {
  const datadir = await mkdtemp(join(tmpdir(), 'lectern-'))
  {
    await using empty = await openEmbeddedStore(datadir, {
      chain: { genesisHash: first.hash, config: syntheticConfig },
    })
    for (const tag of [...tags, '0x0', '0xff'] as const)
      expect(empty.eth_getBlockByNumber(tag, true)).toBeNull()
    expect(empty.eth_getTransactionByHash(toHex(transaction!.hash))).toBeNull()
    expect(empty.head).toBeNull()
    expect(contentOf(empty)).toEqual([])
    expect(empty.blockHash(0n)).toBeUndefined()
  }
  await rm(datadir, { recursive: true })
})

test('a snapshot answers from the head it was taken at', async () => {
  const next = make(blocks[1]!, 2)
  const [added] = next.transactions
  {
    using snapshot = store.snapshot()
    await store.commit({ blocks: [next] })
    expect(snapshot.head?.number).toBe(1001n)
    expect(snapshot.eth_getTransactionByHash(toHex(added!.hash))).toBeNull()
    expect(store.eth_getTransactionByHash(toHex(added!.hash))).not.toBeNull()
    await store.commit({ keepUpTo: 1001n })
    using later = store.snapshot()
    expect(later.head).toEqual(snapshot.head)
  }
  expect(store.blockHash(1001n)).toEqual(blocks[1]!.hash)
  expect(store.blockHash(1002n)).toBeUndefined()
  expect(contentOf(store, 1001n)).toEqual([toStored(blocks[1]!)])
})

test('snapshots of one commit are disposed of one by one, and each once', () => {
  const [one, other] = [store.snapshot(), store.snapshot()]
  one[Symbol.dispose]()
  one[Symbol.dispose]()
  expect(other.head).toBe(store.head)
  other[Symbol.dispose]()
  expect(() => other.head).toThrow('The snapshot has been disposed of.')
  using later = store.snapshot()
  expect(later.head).toBe(store.head)
})

test('the head of a store is one object for each commit', async () => {
  const next = make(blocks[1]!, 1)
  const before = store.head
  expect(before).toMatchObject({ number: 1001n, hash: blocks[1]!.hash, lowest: 1000n })
  expect(before!.timestamp).toBe(blocks[1]!.header.timestamp)
  expect(store.head).toBe(before)
  using snapshot = store.snapshot()
  await store.commit({ blocks: [next] })
  expect(snapshot.head).toBe(before)
  expect(store.head).toMatchObject({ number: 1002n, hash: next.hash, lowest: 1000n })
  await store.commit({ keepUpTo: 1001n })
  expect(store.head).toEqual(before)
})

test('a block that was rendered before is handed over as it was, and never for another block of its number', async () => {
  const next = make(blocks[1]!, 3)
  const other = make(blocks[1]!, 3)
  await store.commit({ blocks: [next] })
  const ask = () => [false, true].map((full) => store.eth_getBlockByNumber('0x3ea', full) as Uint8Array)
  const answers = ask()
  for (const [index, again] of ask().entries()) expect(again).toBe(answers[index])
  using snapshot = store.snapshot()
  await store.commit({ keepUpTo: 1001n })
  await store.commit({ blocks: [other] })
  for (const [index, json] of ask().entries()) {
    expect(Buffer.from(json).toString()).toContain(`"hash":"${toHex(other.hash)}"`)
    expect(Buffer.compare(json, answers[index]!)).not.toBe(0)
    expect(snapshot.eth_getBlockByNumber('0x3ea', index === 1)).toEqual(answers[index])
  }
  await store.commit({ keepUpTo: 1001n })
  await store.commit({ blocks: [next] })
  for (const [index, again] of ask().entries()) expect(again).toEqual(answers[index])
  await store.commit({ keepUpTo: 1001n })
})

test('what is asked of a transaction of the newest 128 blocks is handed over as it was written, and goes with its block', async () => {
  const next = make(blocks[1]!, 3)
  const hash = toHex(next.transactions[1]!.hash)
  const ask = ({ eth_getTransactionByHash, eth_getTransactionReceipt }: Methods) => [
    eth_getTransactionByHash(hash),
    eth_getTransactionReceipt(hash),
  ]
  await store.commit({ blocks: [next] })
  const answers = ask(store)
  for (const [index, again] of ask(store).entries()) expect(again).toBe(answers[index])
  using snapshot = store.snapshot()
  await store.commit({ keepUpTo: 1001n })
  expect(ask(store)).toEqual([null, null])
  await store.commit({ blocks: [make(blocks[1]!, 3)] })
  expect(ask(store)).toEqual([null, null])
  for (const [index, again] of ask(snapshot).entries()) expect(again).toBe(answers[index])
  await store.commit({ keepUpTo: 1001n })
  await store.commit({ blocks: [next] })
  for (const [index, again] of ask(store).entries()) expect(again).toBe(answers[index])
  await store.commit({ keepUpTo: 1001n })
})

test('what is asked of older transactions is cached when it is asked for again', async () => {
  const datadir = await mkdtemp(join(tmpdir(), 'lectern-'))
  {
    await using long = await openEmbeddedStore(datadir)
    let last = first
    const later = Array.from({ length: 127 }, () => (last = make(last, 0)))
    await long.commit({ blocks: [first, ...later] })
    const hash = toHex(transaction!.hash)
    const stored = long.eth_getTransactionReceipt(hash)
    expect(long.eth_getTransactionReceipt(hash)).toBe(stored)
    await long.commit({ blocks: [make(last, 1)] })
    const other = toHex(first.transactions[1]!.hash) // now of the 129th block from the head on
    const once = long.eth_getTransactionReceipt(other)
    const again = long.eth_getTransactionReceipt(other)
    expect(again).not.toBe(once)
    expect(again).toEqual(store.eth_getTransactionReceipt(other))
    expect(long.eth_getTransactionReceipt(other)).toBe(again)
    expect(long.eth_getTransactionReceipt(hash)).toBe(stored) // it is still true
    for (const full of [false, true]) {
      const once = long.eth_getBlockByNumber('0x3e8', full)
      const again = long.eth_getBlockByNumber('0x3e8', full)
      expect(again).not.toBe(once)
      expect(again).toEqual(once)
      expect(long.eth_getBlockByNumber('0x3e8', full)).toBe(again) // an old block is cached when it is asked for again
    }
  }
  await rm(datadir, { recursive: true })
})

test('what many ask for while it is read is read and written once, for each head', async () => {
  const { createMethods } = await import('./results.ts')
  const { createRenderedResults } = await import('./rendered-results.ts')
  const record = { hash: first.hash, timestamp: 1n, baseFeePerGas: 1n, blobGasPrice: undefined }
  const parts = { ...record, ...first.raw, size: 1, count: 0 }
  let reads = 0
  let head = store.head
  const methods = createMethods(
    {
      head: () => head,
      chainId: () => 1n,
      family: () => ethereum,
      blockNumber: () => 1_000,
      transaction: () => undefined,
      blockRecord: () => parts,
      blockHashes: async () => new Uint8Array(),
      transactions: () => [],
      async block() {
        reads += 1
        if (reads === 3) throw new Error('no connection')
        return parts
      },
    },
    createRenderedResults(0),
  )
  const ask = () => methods.eth_getBlockByNumber('0x3e8', false)
  const [one, ...others] = await Promise.all([ask(), ask(), ask()])
  for (const other of others) expect(other).toBe(one)
  expect(reads).toBe(1)
  const asked = ask()
  head = { ...head! }
  const failing = Promise.allSettled([ask(), ask()])
  expect(await asked).toEqual(one)
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(reads).toBe(3)
  expect(await ask()).toEqual(one)
})

test('transactions that are asked for one after the other are found, among others and after the last', async () => {
  const hashes = first.transactions.map(({ hash }) => toHex(hash))
  const unknown = toHex(new Uint8Array(32).fill(1))
  const order = [0, 1, 2, 3, 9, 10, 11, 5, 6, 7, 6, 7, 8, 28, 29].map((index) => hashes[index]!)
  for (const hash of [...order, unknown, ...hashes, unknown, hashes[0]!]) {
    const found = (await parse(store.eth_getTransactionByHash(hash))) as { hash: string } | null
    expect(found?.hash ?? unknown).toBe(hash)
  }
})

test('a store that keeps no rendered blocks renders each time, to the same bytes', async () => {
  const datadir = await mkdtemp(join(tmpdir(), 'lectern-'))
  {
    await using plain = await openEmbeddedStore(datadir, { renderedBytes: 0 })
    await plain.commit({ blocks })
    for (const full of [false, true]) {
      const answer = plain.eth_getBlockByNumber('0x3e8', full)
      expect(plain.eth_getBlockByNumber('0x3e8', full)).not.toBe(answer)
      expect(plain.eth_getBlockByNumber('0x3e8', full)).toEqual(answer)
      expect(store.eth_getBlockByNumber('0x3e8', full)).toEqual(answer)
    }
    const ask = () => plain.eth_getBlockByNumber('0x3e8', true) as Uint8Array & Disposable
    const [one, other] = [ask(), ask()]
    expect(one.buffer).not.toBe(other.buffer)
    one[Symbol.dispose]()
    one[Symbol.dispose]()
    ask()
    expect([ask(), ask()].filter(({ buffer }) => buffer === one.buffer)).toHaveLength(1) // lent again, once
    expect(other).toEqual(store.eth_getBlockByNumber('0x3e8', true))
  }
  await rm(datadir, { recursive: true })
})
