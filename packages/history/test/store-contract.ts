import { describe, expect, test } from 'vitest'
import { toHex, type VerifiedBlock, verify } from '@lectern/chain'
import { families } from '@lectern/chain/families'
import { proveReceipt } from '@lectern/chain/testing'
import {
  type ChainIdentity,
  type Proofs,
  readHead,
  type Store,
  type StoreChange,
  verifyHistory,
} from '../src/index.ts'
import { locate } from './content.ts'
import { createSynthesizer, emptyReceipt, syntheticConfig, toStored } from './synthetic.ts'

const make = createSynthesizer(16)
const grow = (parent: VerifiedBlock | null, length: number): VerifiedBlock[] => {
  const blocks: VerifiedBlock[] = []
  for (let last = parent; blocks.length < length;) blocks.push((last = make(last, 3)))
  return blocks
}
const blocks = grow(null, 6)
const chain: ChainIdentity = { genesisHash: blocks[0]!.hash, config: syntheticConfig }

const read = (json: unknown) => JSON.parse(Buffer.from(json as Uint8Array).toString()) as object

/** Makes a proof as a server does: step by step, each after what the one before it waits for. */
async function readProof(steps: ReturnType<Proofs['receipt']>): Promise<unknown> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value && read(Buffer.concat(await Array.fromAsync(value)))
    await value
  }
}

/** Opens a store to write it, or to read it. */
export type Opener = (options?: { readonly readOnly?: true }) => Promise<Store>

/** The contract of `Store`, for any implementation: each test makes an empty store of a chain, and opens it, some also again. */
export function testStore(createStore: (chain: ChainIdentity) => Promise<Opener>): void {
  const open = async (...changes: readonly StoreChange[]) => {
    const openStore = await createStore(chain)
    const store = await openStore()
    for (const change of changes) await store.commit(change)
    return store
  }

  test('an empty store has no head, no block and no result', async () => {
    await using store = await open()
    await using snapshot = await store.snapshot()
    expect(store.chain).toEqual(chain)
    expect(snapshot.head).toBeNull()
    expect(await snapshot.blockHash(0n)).toBeUndefined()
    expect(await Array.fromAsync(snapshot.blocks())).toEqual([])
    expect(await snapshot.eth_getBlockByNumber('latest', false)).toBeNull()
    expect(await snapshot.blockNumber(blocks[1]!.hash)).toBeUndefined()
    expect(await snapshot.eth_getBlockByHash(toHex(blocks[1]!.hash), true)).toBeNull()
    expect(await snapshot.eth_chainId()).toBe('0x1')
    await expect(async () => snapshot.eth_blockNumber()).rejects.toMatchObject({
      code: -32002,
      message: 'No block is stored.',
    })
    expect(await snapshot.eth_getTransactionByHash(toHex(blocks[1]!.transactions[0]!.hash))).toBeNull()
    expect(await store.report()).toMatchObject({ blocks: 0, transactions: 0 })
  })

  test('stored blocks come back as they were verified, and each transaction is found', async () => {
    await using store = await open({ blocks: blocks.slice(0, 2) }, { blocks: blocks.slice(2) })
    await using snapshot = await store.snapshot()
    const { number, hash, header } = blocks[5]!
    const untrusted = { lowest: 0n, anchor: null, safe: null, finalized: null }
    expect(snapshot.head).toEqual({ number, hash, timestamp: header.timestamp, ...untrusted })
    expect(await Array.fromAsync(snapshot.blocks())).toEqual(blocks.map(toStored))
    expect(await Array.fromAsync(snapshot.headers(2n, 3n))).toEqual(
      blocks.slice(2, 4).map(({ number, hash, raw }) => ({ number, hash, header: raw.header })),
    )
    for (const { number, transactions } of blocks)
      for (const [index, { hash }] of transactions.entries())
        expect(await locate(snapshot, hash)).toEqual({ number, index })
    expect(await store.report()).toMatchObject({ blocks: 6, transactions: 18 })
    for await (const step of store.checkIndex()) expect(step).toBeUndefined()
  })

  test('results name their block, and proofs are there for what is stored', async () => {
    await using store = await open({ blocks })
    await using snapshot = await store.snapshot()
    const { hash, transactions } = blocks[2]!
    const name = toHex(transactions[1]!.hash)
    for (let time = 0; time < 2; time++) {
      expect(read(await snapshot.eth_getBlockByNumber('0x2', true))).toMatchObject({ hash: toHex(hash) })
      const known = { transactionIndex: '0x1', blockHash: toHex(hash), blockNumber: '0x2' }
      expect(read(await snapshot.eth_getTransactionByHash(name))).toMatchObject({ hash: name, ...known })
      expect(read(await snapshot.eth_getTransactionReceipt(name))).toMatchObject(known)
    }
    expect(await snapshot.eth_getBlockByNumber('0x6', true)).toBeNull()
    expect(await store.proofs.block(2n)).not.toBeNull()
    expect(await store.proofs.block(6n)).toBeNull()
    const { proofs } = store
    const both = [readProof(proofs.receipt(name)), readProof(proofs.receipt(name))] // made once for both
    expect(await Promise.all(both)).toEqual(Array(2).fill(proveReceipt(blocks[2]!.raw, 1)))
    const { header, index, transaction, transactionNodes } = proveReceipt(blocks[2]!.raw, 1)
    const proof = { header, index, transaction, transactionNodes }
    expect(await readProof(proofs.transaction(name))).toEqual(proof)
    for (const kind of ['transaction', 'receipt'] as const)
      expect(await readProof(proofs[kind](toHex(blocks[2]!.hash)))).toBeNull()
  })

  test('a transaction in no root and the claims of a node come back, and no proof has them', async () => {
    const family = families.polygon
    const config = { ...syntheticConfig, family: family.name }
    const claims = new TextEncoder().encode('{"receipt":{"l1Fee":["0x7"]}}')
    const outside = emptyReceipt
    const own = blocks
      .slice(0, 2)
      .map(({ raw }) => verify({ ...raw, outside, claims }, { config, parent: null, family }))
    const openStore = await createStore({ ...chain, config })
    await using store = await openStore()
    await store.commit({ blocks: own })
    await using snapshot = await store.snapshot()
    expect(store.chain?.config.family).toBe('polygon')
    expect(await Array.fromAsync(snapshot.blocks())).toEqual(own.map(toStored))
    const [first, second, , last] = own[1]!.transactions.map(({ hash }) => toHex(hash))
    expect(last).toBe(family.outsideHash!(1n, toHex(own[1]!.hash)))
    expect(await locate(snapshot, own[1]!.transactions.at(-1)!.hash)).toEqual({ number: 1n, index: 3 })
    const unsigned = { hash: last, from: `0x${'00'.repeat(20)}`, transactionIndex: '0x3', r: '0x0' }
    expect(read(await snapshot.eth_getTransactionByHash(last!))).toMatchObject(unsigned)
    expect(read(await snapshot.eth_getTransactionReceipt(first!))).toMatchObject({ l1Fee: '0x7' })
    for (const hash of [second!, last!])
      expect(read(await snapshot.eth_getTransactionReceipt(hash))).not.toHaveProperty('l1Fee')
    for (const kind of ['transaction', 'receipt'] as const) {
      expect(await readProof(store.proofs[kind](last!))).toBeNull()
      expect(await readProof(store.proofs[kind](second!))).not.toBeNull()
    }
    expect(await verifyHistory(store, { workers: 0 })).toMatchObject({ blocks: 2, transactions: 8 })
  })

  test('a block is found by its hash, and the companions say of which chain and which head', async () => {
    await using store = await open({ blocks: blocks.slice(1, 3) }, { blocks: blocks.slice(3) })
    await using snapshot = await store.snapshot()
    for (const { number, hash } of blocks.slice(1)) {
      expect(await snapshot.blockNumber(hash)).toBe(number)
      for (const full of [false, true])
        expect(read(await snapshot.eth_getBlockByHash(toHex(hash), full))).toEqual(
          read(await snapshot.eth_getBlockByNumber(`0x${number.toString(16)}`, full)),
        )
    }
    const unknown = [blocks[0]!.hash, blocks[1]!.transactions[0]!.hash, new Uint8Array(32)]
    for (const hash of unknown) {
      expect(await snapshot.blockNumber(hash)).toBeUndefined()
      expect(await snapshot.eth_getBlockByHash(toHex(hash), false)).toBeNull()
      expect(await snapshot.eth_getUncleByBlockHashAndIndex(toHex(hash), '0x0')).toBeNull()
    }
    expect(await snapshot.eth_getUncleByBlockHashAndIndex(toHex(blocks[1]!.hash), '0x0')).toBeNull()
    expect(await snapshot.eth_blockNumber()).toBe('0x5')
    expect(await snapshot.eth_chainId()).toBe('0x1')
    expect(await snapshot.net_version()).toBe('1')
  })

  test('a reorg is one commit: a snapshot has all of it or nothing of it', async () => {
    await using store = await open({ blocks, safe: 4n, finalized: 1n })
    const other = grow(blocks[2]!, 4)
    await using before = await store.snapshot()
    await store.commit({ keepUpTo: 2n, blocks: other, safe: 3n })
    await using after = await store.snapshot()
    expect(before.head).toMatchObject({ number: 5n, hash: blocks[5]!.hash, safe: 4n })
    expect(await Array.fromAsync(before.blocks(3n))).toEqual(blocks.slice(3).map(toStored))
    expect(after.head).toMatchObject({ number: 6n, hash: other[3]!.hash, safe: 3n, finalized: 1n })
    expect(await Array.fromAsync(after.blocks(3n))).toEqual(other.map(toStored))
    for (const [snapshot, stored, absent] of [
      [before, blocks[4]!, other[1]!],
      [after, other[1]!, blocks[4]!],
    ] as const) {
      expect(await snapshot.blockNumber(stored.hash)).toBe(4n)
      expect(await snapshot.blockNumber(absent.hash)).toBeUndefined()
      expect(await snapshot.eth_getBlockByHash(toHex(absent.hash), false)).toBeNull()
    }
    expect([await before.eth_blockNumber(), await after.eth_blockNumber()]).toEqual(['0x5', '0x6'])
    const gone = blocks[4]!.transactions[0]!.hash
    expect(await locate(before, gone)).toEqual({ number: 4n, index: 0 })
    expect(await locate(after, gone)).toBeUndefined()
    expect(await after.eth_getTransactionByHash(toHex(gone))).toBeNull()
  })

  test('a reorg to the same blocks changes nothing, and the store opens again', async () => {
    const openStore = await createStore(chain)
    let head: unknown
    {
      await using store = await openStore()
      await store.commit({ blocks, anchor: blocks[1]!, safe: 3n, finalized: 2n })
      await using before = await store.snapshot()
      head = before.head
      for (const keepUpTo of [4n, 2n, 5n])
        await store.commit({ keepUpTo, blocks: blocks.slice(Number(keepUpTo) + 1), safe: 3n })
    }
    await using store = await openStore({ readOnly: true })
    await using after = await store.snapshot()
    expect(after.head).toEqual(head)
    expect(await Array.fromAsync(after.blocks())).toEqual(blocks.map(toStored))
    expect(await verifyHistory(store, { workers: 0 })).toMatchObject({ blocks: 6, transactions: 18 })
  })

  test('a reorg deeper than 128 blocks leaves nothing of what it replaces', { timeout: 60_000 }, async () => {
    const openStore = await createStore(chain)
    const long = [...blocks, ...grow(blocks[5]!, 140)]
    const other = grow(blocks[3]!, 150)
    {
      await using store = await openStore()
      await store.commit({ blocks: long })
      await store.commit({ keepUpTo: 3n, blocks: other })
    }
    await using store = await openStore({ readOnly: true })
    await using snapshot = await store.snapshot()
    expect(snapshot.head).toMatchObject({ number: 153n, hash: other.at(-1)!.hash })
    expect(await verifyHistory(store, { workers: 0 })).toMatchObject({ blocks: 154, transactions: 462 })
    for (const { hash, transactions } of long.slice(4)) {
      expect(await snapshot.blockNumber(hash)).toBeUndefined()
      expect(await locate(snapshot, transactions[0]!.hash)).toBeUndefined()
    }
  })

  test('what is stored of a reorg bounds the safe block; a number below the lowest empties the store', async () => {
    await using store = await open({ blocks: blocks.slice(2), safe: 5n }, { keepUpTo: 3n })
    {
      await using snapshot = await store.snapshot()
      expect(snapshot.head).toMatchObject({ number: 3n, lowest: 2n, safe: 3n })
    }
    await store.commit({ keepUpTo: 1n })
    {
      await using snapshot = await store.snapshot()
      expect(snapshot.head).toBeNull()
      expect(await snapshot.blockNumber(blocks[3]!.hash)).toBeUndefined()
    }
    await store.commit({ blocks: blocks.slice(1, 5) }) // from another lowest block on
    await using snapshot = await store.snapshot()
    for (const { number, hash } of blocks.slice(1, 5)) expect(await snapshot.blockNumber(hash)).toBe(number)
  })

  test('lower anchors of other grounds are kept, and how far blocks were executed', async () => {
    await using store = await open({ blocks, anchor: { ...blocks[1]!, grounds: 'built-in' }, executed: 2n })
    const look = async () => {
      await using snapshot = await store.snapshot()
      const { anchor, earlier, executed } = snapshot.head!
      return [earlier?.map(({ number, grounds }) => `${number} ${grounds}`), anchor!.grounds, executed]
    }
    expect(await look()).toEqual([undefined, 'built-in', 2n])
    await store.commit({ anchor: { ...blocks[2]!, grounds: 'summaries' }, executed: 1n })
    expect(await look()).toEqual([['1 built-in'], 'summaries', 2n])
    await store.commit({ anchor: { ...blocks[3]!, grounds: 'summaries' }, executed: 3n })
    expect(await look()).toEqual([['1 built-in'], 'summaries', 3n])
    await store.commit({ anchor: { ...blocks[1]!, grounds: 'stated' } })
    expect(await look()).toEqual([['1 built-in'], 'summaries', 3n])
    await store.commit({ anchor: { ...blocks[3]!, grounds: 'stated' } })
    expect(await look()).toEqual([['1 built-in'], 'stated', 3n])
  })

  test('what was executed goes with the blocks that go', async () => {
    await using store = await open({ blocks: blocks.slice(1), executed: 0n })
    expect((await readHead(store))!.executed).toBeUndefined() // block 0 is not stored
    await store.commit({ executed: 3n })
    await store.commit({ keepUpTo: 2n })
    expect(await readHead(store)).toMatchObject({ number: 2n, executed: 2n })
  })

  test('an anchor is the highest that was given, and tags are answered by what is said', async () => {
    await using store = await open({ blocks, anchor: { ...blocks[3]!, grounds: 'stated' }, safe: 3n })
    await store.commit({ anchor: blocks[1]!, finalized: 2n })
    await using snapshot = await store.snapshot()
    const { number, hash } = blocks[3]!
    expect(snapshot.head).toMatchObject({
      anchor: { number, hash, grounds: 'stated' },
      safe: 3n,
      finalized: 2n,
    })
    const finalized = (await snapshot.eth_getBlockByNumber('finalized', false)) as Uint8Array
    expect(Buffer.from(finalized).toString()).toContain(toHex(blocks[2]!.hash))
    await store.commit({ safe: null, finalized: null })
    await using later = await store.snapshot()
    expect(later.head).toMatchObject({ safe: null, finalized: null })
  })

  describe('a commit that cannot be changes nothing:', () => {
    const stray = make(null, 1)
    test.each<[string, string, StoreChange]>([
      ['a block that does not follow', 'contiguity', { blocks: [blocks[5]!] }],
      ['a block of another parent', 'contiguity', { blocks: [grow(blocks[2]!, 2)[1]!] }],
      ['blocks to keep above the head', 'contiguity', { keepUpTo: 4n, blocks: [blocks[5]!] }],
      ['block 0 of another chain', 'chain', { keepUpTo: -1n, blocks: [stray] }],
      ['an anchor that is not stored', 'anchor', { anchor: blocks[5]! }],
      ['an anchor of another hash', 'anchor', { anchor: { number: 3n, hash: blocks[2]!.hash } }],
      ['an expected block that is not stored', 'anchor', { safe: 2n, expected: [blocks[5]!] }],
      [
        'an expected block of another hash',
        'anchor',
        { safe: 3n, expected: [{ number: 3n, hash: blocks[2]!.hash }] },
      ],
      ['a safe block that is not stored', 'anchor', { safe: 4n }],
      ['a finalized block above the safe one', 'anchor', { safe: 1n, finalized: 2n }],
      [
        'a good block and a bad anchor',
        'anchor',
        { blocks: [blocks[4]!], anchor: { ...blocks[3]!, number: 4n } },
      ],
    ])('%s', async (_, code, change) => {
      await using store = await open({ blocks: blocks.slice(0, 4) })
      await using before = await store.snapshot()
      await expect(async () => store.commit(change)).rejects.toMatchObject({ name: 'HistoryError', code })
      await using after = await store.snapshot()
      expect(after.head).toEqual(before.head)
      expect(await Array.fromAsync(after.blocks())).toEqual(blocks.slice(0, 4).map(toStored))
    })
    test.each<[string, StoreChange]>([
      ['trusted', { anchor: blocks[3]! }],
      ['finalized', { safe: 3n, finalized: 3n }],
    ])('a %s block to remove', async (_, trust) => {
      await using store = await open({ blocks: blocks.slice(0, 4) }, trust)
      const change = { keepUpTo: 2n, blocks: grow(blocks[2]!, 1) }
      await expect(async () => store.commit(change)).rejects.toMatchObject({ code: 'anchor' })
      await using after = await store.snapshot()
      expect(after.head).toMatchObject({ number: 3n, hash: blocks[3]!.hash })
    })
  })
}
