import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  decodeHeader,
  decodeReceipt,
  fromHex,
  hashHeader,
  hashTransaction,
  keccak256,
  toHex,
  useEngine,
  type VerifiedBlock,
  readTrieNodes,
  type ReceiptProof,
  type TransactionProof,
  traceTrie,
} from '@lectern/chain'
import { addBloom, encodeList, type Hex, toQuantity } from '@lectern/chain/internal'
import { proveReceipt } from '@lectern/chain/testing'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { describeCorpus, sample } from '@lectern/fixtures'
import { afterAll, describe, expect, test } from 'vitest'
import { contentOf } from '../../../test/content.ts'
import { readGenesis } from '../../execution/genesis.ts'
import { importChain } from '../../import/import-chain.ts'
import { createSynthesizer, syntheticConfig } from '../../../test/synthetic.ts'
import { type EmbeddedStore, openEmbeddedStore } from '../embedded/store.ts'

useEngine(await loadWasmEngine())

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))
const newFolder = () => {
  folders.push(mkdtempSync(join(tmpdir(), 'lectern-')))
  return folders.at(-1)!
}

const read = (nodes: readonly Hex[]) => readTrieNodes(nodes.map(fromHex))

/** Runs work in steps, and returns its result and their number. */
function finish<T>(work: Generator<void, T>): { readonly steps: number; readonly value: T } {
  for (let steps = 0; ; steps += 1) {
    const step = work.next()
    if (step.done) return { steps, value: step.value }
  }
}

/** A proof from the pieces of its JSON, made at once. */
function readProof<T>(work: Generator<void, Iterable<Uint8Array> | null>): T | null {
  const pieces = finish(work).value
  return pieces && (JSON.parse(Buffer.concat([...pieces]).toString()) as T)
}

/** How many steps a proof takes, and its pieces. */
function take(work: Generator<void, Iterable<Uint8Array> | null>): {
  readonly steps: number
  readonly pieces: Uint8Array[]
} {
  const { steps, value } = finish(work)
  return { steps, pieces: [...value!] }
}

/** Verifies a receipt's proof against the block's hash, and returns what it proves. */
function checkReceipt(proof: ReceiptProof, blockHash: Uint8Array) {
  expect(hashHeader(fromHex(proof.header))).toEqual(blockHash)
  const { transactionsRoot, receiptsRoot } = decodeHeader(fromHex(proof.header))
  const [index, first] = [Number(proof.index), Number(proof.firstReceipt)]
  expect(
    traceTrie(transactionsRoot, index, fromHex(proof.transaction), read(proof.transactionNodes)) !==
      undefined,
  ).toBe(true)
  const nodes = read(proof.receiptNodes)
  const receipts = proof.receipts.map((slim, at) => {
    const bytes = addBloom(fromHex(slim))
    expect(traceTrie(receiptsRoot, first + at, bytes, nodes)).toBeDefined()
    return decodeReceipt(bytes)
  })
  expect(first + receipts.length - 1).toBe(index)
  const receipt = receipts.at(-1)!
  if (receipt.logs.length > 0) expect(first).toBe(0)
  return {
    hash: toHex(hashTransaction(fromHex(proof.transaction))),
    gasUsed: toQuantity(receipt.cumulativeGasUsed - (receipts.at(-2)?.cumulativeGasUsed ?? 0n)),
    firstLogIndex: receipts.slice(0, -1).reduce((sum, { logs }) => sum + logs.length, 0),
  }
}

/** Checks the proofs of everything in a store, and returns their number. */
function checkAll(store: EmbeddedStore): { receipts: number; uncles: number } {
  const counts = { receipts: 0, uncles: 0 }
  for (const { number, hash, raw, transactions } of contentOf(store)) {
    const { header, uncles } = store.proofs.block(number)!
    expect(hashHeader(fromHex(header))).toEqual(hash)
    expect(keccak256(encodeList(uncles.map(fromHex)))).toEqual(decodeHeader(raw.header).sha3Uncles)
    counts.uncles += uncles.length
    for (const [index, transaction] of transactions.entries()) {
      const name = toHex(transaction.hash)
      const proof = readProof<ReceiptProof>(store.proofs.receipt(name))!
      const { gasUsed, firstLogIndex, ...found } = checkReceipt(proof, hash)
      expect({ ...found, index: proof.index, gasUsed }).toEqual({
        hash: name,
        index: toQuantity(index),
        gasUsed: toQuantity(transaction.gasUsed),
      })
      if (decodeReceipt(transaction.receipt).logs.length > 0)
        expect(firstLogIndex).toBe(transaction.firstLogIndex)
      expect(proof).toMatchObject(readProof<TransactionProof>(store.proofs.transaction(name))!)
      if (index % 64 === 63) expect(proof).toEqual(proveReceipt(raw, index)) // all tries anew
      counts.receipts++
    }
  }
  return counts
}

async function importInto(chain: string, genesisPath: string, head: Uint8Array): Promise<EmbeddedStore> {
  const genesis = await readGenesis(genesisPath)
  const store = await openEmbeddedStore(newFolder(), { chain: genesis.chain })
  await importChain({ store, source: chain, genesis, head })
  return store
}

describe('the proofs of a store', () => {
  test('prove each transaction, receipt and uncle of the sample chain: every type, with a root and with a status', async () => {
    await using store = await importInto(sample.chain, sample.genesis, fromHex(sample.head))
    expect(checkAll(store)).toEqual({ receipts: sample.transactions, uncles: 11 })
  })

  test.each([1, 128, 129, 300])('prove blocks of %i transactions', async (count) => {
    const make = createSynthesizer(count)
    const first = make(null, 1)
    const blocks: VerifiedBlock[] = [first, make(first, count)]
    await using store = await openEmbeddedStore(newFolder(), {
      chain: { genesisHash: first.hash, config: syntheticConfig },
    })
    await store.commit({ blocks })
    expect(checkAll(store).receipts).toBe(1 + count)
  })

  test('are null for what is not stored', async () => {
    const first = createSynthesizer()(null, 2)
    await using store = await openEmbeddedStore(newFolder(), {
      chain: { genesisHash: first.hash, config: syntheticConfig },
    })
    expect(store.proofs.block(0n)).toBeNull()
    await store.commit({ blocks: [first] })
    const unknown = `0x${'00'.repeat(32)}` as const
    expect([
      readProof(store.proofs.transaction(unknown)),
      readProof(store.proofs.receipt(unknown)),
      store.proofs.block(1n),
    ]).toEqual([null, null, null])
    expect(store.proofs.block(0n)).not.toBeNull()
  })
})

describe('the proofs of one block', () => {
  const make = createSynthesizer(300)
  const first = make(null, 1)
  const second = make(first, 300)
  const [early, late] = [toHex(second.transactions[1]!.hash), toHex(second.transactions[298]!.hash)] as const
  const open = async (provenBytes: number) => {
    const chain = { genesisHash: first.hash, config: syntheticConfig }
    const store = await openEmbeddedStore(newFolder(), { chain, provenBytes })
    await store.commit({ blocks: [first, second] })
    return store
  }
  test('share its tries, whoever began to make them, and the pieces of its receipts', async () => {
    await using store = await open(2 ** 26)
    const works = Array.from({ length: 100 }, () => store.proofs.receipt(late))
    for (const work of works) work.next() // each has begun
    const taken = works.map(take)
    const sum = taken.reduce((total, { steps }) => total + steps, 0)
    expect(sum).toBeLessThan(3 * 300 + 2 * 100) // each item is hashed once, each receipt measured once
    const [, piece] = taken[0]!.pieces
    expect(taken.every(({ pieces }) => pieces[1]!.buffer === piece!.buffer)).toBe(true)
    expect(take(store.proofs.receipt(early)).steps).toBe(0)
  })

  test('keep no more bytes than they may', async () => {
    await using store = await open(0)
    const [one, other] = [take(store.proofs.receipt(late)), take(store.proofs.receipt(late))]
    expect(other).toEqual(one)
    expect(other.steps).toBeGreaterThan(300)
    expect(other.pieces[1]!.buffer).not.toBe(one.pieces[1]!.buffer)
  })

  test('are not made of two blocks where it is replaced meanwhile', async () => {
    await using store = await open(2 ** 26)
    const work = store.proofs.receipt(late)
    const { value } = finish(work)
    const begun = store.proofs.transaction(early)
    await store.commit({ keepUpTo: 0n })
    await store.commit({ blocks: [make(first, 2)] })
    expect(() => [...value!]).toThrow('Block 1 was replaced while it was read')
    expect(finish(begun).value).toBeNull()
  })
})

describeCorpus('execution-apis/tests', 'the proofs of the official chain', (folder) => {
  test('prove each of its transactions and receipts', async () => {
    const head = '0xd226371d0b1551adb03fb52b71f08e3e11247fe9b1af994768af8cdaa8e7dcd7'
    await using store = await importInto(`${folder}/chain.rlp`, `${folder}/genesis.json`, fromHex(head))
    expect(checkAll(store).receipts).toBe(249)
  })
})
