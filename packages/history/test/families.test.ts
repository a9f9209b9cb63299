import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChainError, type Family, type VerifiedBlock, verify } from '@lectern/chain'
import { families, familyOf } from '@lectern/chain/families'
import { allowedDifferences, compareJson, readRecorded, type RecordedBlock } from '@lectern/chain/testing'
import { describeCorpus } from '@lectern/fixtures'
import { familyResults } from '@lectern/spec/families'
import { describe, expect, onTestFinished, test } from 'vitest'
import { rawFromJson, toJsonBlock } from '../src/archive/json-block.ts'
import { useFastEngine } from '../src/engine.ts'
import { ofFamily, rulesOf } from '../src/family.ts'
import { compressBlock } from '../src/store/cold/compression.ts'
import { fromVerdict, toVerdict } from '../src/verify/verdicts.ts'
import {
  type ChainIdentity,
  compactStore,
  copyStore,
  exportEras,
  openStore,
  type Store,
  verifyHistory,
} from '../src/index.ts'

await useFastEngine()

type Json = Record<string, any>

const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-families-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const chainOf = (chainId: number, family?: Family): ChainIdentity => ({
  genesisHash: new Uint8Array(32),
  config: ofFamily(
    { chainId: BigInt(chainId), blobSchedule: [{ timestamp: 0n, updateFraction: 3338477n }] },
    family ?? familyOf(chainId),
  ),
})

const verifyOf = (each: RecordedBlock, { config }: ChainIdentity): VerifiedBlock => {
  const family = rulesOf(config)
  return verify(rawFromJson(each as never, family), { config, parent: null, family })
}

const read = async (result: unknown): Promise<Json> =>
  JSON.parse(Buffer.from((await result) as Uint8Array).toString())

/** Reads all results about a stored block, and compares them with what its node wrote. */
async function answersOf(store: Store, { name, block, receipts }: RecordedBlock) {
  await using snapshot = await store.snapshot()
  const [number, hash] = [block['number'], block['hash']] as [`0x${string}`, `0x${string}`]
  const written = {
    block: await read(snapshot.eth_getBlockByNumber(number, true)),
    receipts: await read(snapshot.eth_getBlockReceipts(number)),
  }
  expect(await read(snapshot.eth_getBlockByHash(hash, true))).toEqual(written.block)
  const short = await read(snapshot.eth_getBlockByHash(hash, false))
  expect(short['transactions']).toEqual(written.block['transactions'].map(({ hash }: Json) => hash))
  for (const [index, transaction] of [...written.block['transactions'].entries()].slice(-3)) {
    expect(await read(snapshot.eth_getTransactionByHash(transaction.hash))).toEqual(transaction)
    const at = `0x${index.toString(16)}` as const
    expect(await read(snapshot.eth_getTransactionByBlockHashAndIndex(hash, at))).toEqual(transaction)
    expect(await read(snapshot.eth_getTransactionReceipt(transaction.hash))).toEqual(written.receipts[index])
  }
  const family = store.chain!.config.family as keyof typeof familyResults | undefined
  // The node of this block wrote null for a deposit's signature and price.
  if (family !== undefined && name !== 'op/op-goerli-5003318') {
    const shapes = familyResults[family]
    expect(shapes.eth_getBlockByNumber(written.block, 'tolerant')).toBeUndefined()
    for (const receipt of written.receipts as unknown as Json[])
      expect(shapes.eth_getTransactionReceipt(receipt, 'tolerant')).toBeUndefined()
  }
  return compareJson({ block, receipts }, written)
}

describeCorpus('l2', 'recorded blocks of other chains', (folder) => {
  const recorded = readRecorded(folder)
  const whole = recorded.filter(
    ({ name, receipts, follows }) =>
      receipts &&
      follows.header &&
      follows.transactions &&
      follows.receipts &&
      !/^(other|tempo|scroll)\//.test(name),
  )

  describe.each(whole.map((each) => [each.name, each] as const))('%s', (_, each) => {
    const chain = chainOf(each.chainId)
    const family = rulesOf(chain.config)
    const raw = rawFromJson(each as never, family)
    const block = verifyOf(each, chain)

    test('is served back as its node wrote it', async () => {
      await using store = await openStore(temporaryFolder(), { chain })
      store.commit({ blocks: [block] })
      const { lost, added } = await answersOf(store, each)
      const allowed = allowedDifferences(each.name)
      expect(allowed.lost).toEqual(expect.arrayContaining([...lost]))
      expect(allowed.added).toEqual(expect.arrayContaining([...added]))
    })

    test('is verified again, copied, and read back from the JSON of an export', async () => {
      await using store = await openStore(temporaryFolder(), { chain })
      store.commit({ blocks: [block] })
      expect(await verifyHistory(store, { workers: 0 })).toMatchObject({ blocks: 1 })
      await using to = await openStore(temporaryFolder(), { chain })
      await copyStore({ from: store, to, workers: /154497277|pos-10000000/.test(each.name) ? 1 : 0 })
      const frames = compressBlock(block.transactions)
      expect({ ...fromVerdict(toVerdict(block, frames), chain.config).raw }).toEqual(block.raw)
      const [stored] = [...to.blocks()]
      expect(stored!.raw).toEqual(raw)
      expect(rawFromJson(JSON.parse(JSON.stringify(toJsonBlock(stored!, family))), family)).toEqual(raw)
      await compactStore(to, { hot: 0 })
      expect([...to.blocks()]).toEqual([stored])
      expect(await verifyHistory(to, { workers: 0 })).toMatchObject({ blocks: 1 })
      await answersOf(to, each)
    })
  })

  test('a store of one family is none of another, and says so', async () => {
    const [folder, op] = [temporaryFolder(), chainOf(10)]
    const block = verifyOf(
      whole.find(({ name }) => name.startsWith('op/op-mainnet'))!,
      op,
    )
    {
      await using store = await openStore(folder, { chain: op })
      store.commit({ blocks: [block] })
    }
    const other = { ...op, config: { ...op.config, family: 'polygon' as const } }
    const message = 'The store holds another chain: its family is op, not polygon.'
    for (const readOnly of [false, true])
      await expect(openStore(folder, { chain: other, readOnly })).rejects.toThrow(message)
    await using store = await openStore(folder)
    expect(store.chain).toEqual(op)
    const eras = exportEras({ store, format: 'ere', folder: temporaryFolder(), network: 'op' })
    await expect(eras).rejects.toThrow('the store is of the family op: its format is jsonl.')
  })

  test('a state-sync transaction is served, and nothing proves it', async () => {
    for (const each of whole.filter(({ name }) => /pos-10000000|mumbai-147648/.test(name))) {
      const chain = chainOf(each.chainId)
      await using store = await openStore(temporaryFolder(), { chain })
      store.commit({ blocks: [verifyOf(each, chain)] })
      const hashes = (each.block['transactions'] as Json[]).map(({ hash }) => hash as `0x${string}`)
      const proofs = hashes.map((hash) =>
        [store.proofs.transaction(hash), store.proofs.receipt(hash)].map((steps) => {
          let step = steps.next()
          while (!step.done) step = steps.next()
          return step.value !== null
        }),
      )
      const proven = hashes.map((_, index) => index < hashes.length - 1)
      expect(proofs).toEqual(proven.map((isProven) => [isProven, isProven]))
    }
  })

  test('a member that its header refutes is refused', () => {
    const each = whole.find(({ name }) => name.startsWith('arb/'))!
    for (const name of ['sendRoot', 'sendCount', 'l1BlockNumber']) {
      const block = { ...each.block, [name]: '0x1' }
      const read = () => rawFromJson({ block, receipts: each.receipts }, families.arbitrum)
      expect(read).toThrow(ChainError)
      expect(read).toThrow(`header: ${name} is`)
    }
  })

  test('a deposit that has another nonce than its receipt is stored with the receipt’s', () => {
    const each = whole.find(({ name }) => name.endsWith('mode-8017051'))!
    const [deposit, ...others] = each.block['transactions'] as Json[]
    const block = { ...each.block, transactions: [{ ...deposit, nonce: '0x5' }, ...others] }
    const { claims } = rawFromJson({ block, receipts: each.receipts }, families.op)
    const { transaction } = JSON.parse(Buffer.from(claims!).toString())
    expect(transaction.nonce).toEqual([each.receipts![0]!['depositNonce']])
  })

  test('what is claimed is ASCII text of listed members alone', () => {
    const each = whole.find(({ name }) => name.endsWith('154497277'))!
    const strange = { l1Fee: { deep: 1 }, l1GasUsed: 'é', evil: '0x1', l1GasPrice: ['0x1'] }
    const receipts = each.receipts!.map((receipt) => Object.assign(structuredClone(receipt), strange))
    const { claims } = rawFromJson({ block: each.block, receipts }, families.op)
    const { receipt } = JSON.parse(Buffer.from(claims!).toString())
    expect(Object.keys(receipt)).toEqual(expect.arrayContaining(['l1BlobBaseFee']))
    for (const name of Object.keys(strange)) expect(receipt).not.toHaveProperty(name)
  })
})
