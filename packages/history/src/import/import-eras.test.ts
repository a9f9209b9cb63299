import { mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { decodeHeader, encodeHeader, type RawBlock, toHex } from '@lectern/chain'
import { describeCorpus } from '@lectern/fixtures'
import { describe, expect, test } from 'vitest'
import { writeEraFile, writeEreFile } from '../../test/era-file.ts'
import { acknowledging } from '../../test/acknowledging-store.ts'
import { MemoryStore } from '../../test/memory-store.ts'
import { findEraFiles } from '../archive/eras.ts'
import { importEraFiles, importEras, type EraImportOptions } from './import-eras.ts'
import { networks } from '../archive/proofs/networks.ts'
import { openEmbeddedStore } from '../store/embedded/store.ts'
import { verifyHistory } from '../verify/verify-history.ts'
import { makeChain, syntheticConfig } from '../../test/synthetic.ts'

const blocks = makeChain(12, 6)
const raws = blocks.map(({ raw }) => raw)
const hashes = blocks.map(({ hash }) => toHex(hash).slice(2))
const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }
const whole = await writeEraFile(raws)

const run = (sources: readonly string[], options: Partial<EraImportOptions> = {}) =>
  importEras({ store: new MemoryStore(), chain, sources, workers: 0, ...options })

/** Returns the error of an import, and how many blocks were stored before; these must be the true ones. */
async function refusal(sources: readonly string[], options: Partial<EraImportOptions> = {}) {
  const store = new MemoryStore()
  const error = (await run(sources, { store, ...options }).catch((caught: unknown) => caught)) as Error
  expect(error).toBeInstanceOf(Error)
  expect(store.hashes).toEqual(hashes.slice(0, store.blocks.length))
  const message = error.message.replaceAll(dirname(sources[0]!), '…')
  return { message, stored: store.blocks.length, code: (error as { code?: string }).code }
}

/** The file with one block changed. */
const swap = (index: number, change: (block: RawBlock) => Partial<RawBlock>) =>
  writeEraFile(raws.with(index, { ...raws[index]!, ...change(raws[index]!) }))

/** The file with some bytes changed, under its own name. */
function edited(bytes: Uint8Array, name = basename(whole.path)): string {
  const path = join(mkdtempSync(join(tmpdir(), 'lectern-era-')), name)
  writeFileSync(path, bytes)
  return path
}

describe('an import of era files', () => {
  test('refuses a file whose total difficulties do not go on from the one before, wherever both came from', async () => {
    const made = makeChain(8192 + 2, 0)
    const long = made.map(({ raw }) => raw)
    const first = await writeEraFile(long.slice(0, 8192))
    const next = { difficultyBefore: first.totalDifficulty + 1n, folder: first.folder }
    await writeEraFile(long.slice(8192), next)
    const files = await findEraFiles([first.folder])
    async function* come() {
      yield* files // one by one, as from a URL
    }
    const store = new MemoryStore()
    const terms = {
      store,
      chain: { ...chain, genesisHash: made[0]!.hash },
      workers: 0,
      total: () => 0,
      reaches: 8192n,
    }
    await expect(importEraFiles(come(), terms)).rejects.toThrow(
      `begins with a total difficulty of ${first.totalDifficulty + 1n}, but `,
    )
    expect(store.blocks).toHaveLength(8192)
  })

  test('takes files that follow what is stored, also where the store has the era between them', async () => {
    const made = makeChain(2 * 8192 + 2, 0)
    const raw = made.map(({ raw }) => raw)
    const { folder } = await writeEreFile(raw.slice(0, 8192))
    const late = await writeEreFile(raw.slice(2 * 8192))
    renameSync(late.path, join(folder, basename(late.path).replace('-00000-', '-00002-')))
    const own = { ...chain, genesisHash: made[0]!.hash }
    const importInto = async (stored: number) => {
      const store = new MemoryStore()
      await store.commit({ blocks: made.slice(0, stored) })
      return importEras({ store, chain: own, sources: [folder], workers: 0 })
    }
    expect(await importInto(2 * 8192)).toMatchObject({ added: 2, stored: 8192 })
    await expect(importInto(8192)).rejects.toThrow(
      'begins with block 16384, but the store holds blocks up to 8191: block 8192 must come next.',
    )
  })

  test('commits all but the newest blocks in the cold form, also after blocks that were stored hot', async () => {
    const datadir = mkdtempSync(join(tmpdir(), 'lectern-'))
    await using store = await openEmbeddedStore(datadir, { chain })
    const compressed: number[] = []
    const listening = acknowledging(store, () => {
      compressed.push(store.report().cold ?? 0)
    })
    const bring = (options: Partial<EraImportOptions>) =>
      run([whole.path], { store: listening, batch: { blocks: 3 }, ...options })
    await bring({ to: 4n, hot: 2 })
    expect(compressed).toEqual([3, 3])
    await bring({ to: 7n })
    expect(store.report().cold).toBe(3)
    await bring({ hot: 1 })
    expect(compressed).toEqual([3, 3, 3, 3, 11])
    expect(await verifyHistory(store, { workers: 0 })).toMatchObject({ blocks: 12 })
    const again = await run([whole.path], { store, workers: 2, hot: 0 })
    expect([again.stored, store.report().cold]).toEqual([12, 11])
  })

  test('keeps every block, and goes on where one ended', async () => {
    const store = new MemoryStore()
    const head = blocks[11]!.hash
    const result = await run([whole.folder], { store, head })
    expect(result).toMatchObject({
      added: 12,
      stored: 0,
      transactions: 72,
      anchor: 11n,
      head: { number: 11n },
    })
    expect(store.hashes).toEqual(hashes)
    expect(store.blocks.map(({ transactions }) => transactions)).toEqual(
      blocks.map(({ transactions }) => transactions),
    )
    expect(store.anchor).toEqual({ number: 11n, hash: head })
    expect(await run([whole.path], { store })).toMatchObject({ added: 0, stored: 12 })

    const part = new MemoryStore()
    const controller = new AbortController()
    const stop = run([whole.path], {
      store: part,
      signal: controller.signal,
      onProgress: ({ number }) => number === 4n && controller.abort(),
    })
    await expect(stop).rejects.toThrow('aborted')
    expect(part.head!.number).toBeGreaterThanOrEqual(4n)
    const stored = part.blocks.length
    expect(await run([whole.path], { store: part })).toMatchObject({ added: 12 - stored, stored })
    expect(part.blocks).toHaveLength(12)
  })

  test('trusts the head that it met, whatever is wrong with the blocks after it', async () => {
    const { path } = await swap(7, (block) => ({ receipts: block.receipts.toReversed() }))
    const store = new MemoryStore()
    const head = blocks[5]!.hash
    await expect(run([path], { store, head, finalized: blocks[3]!.hash })).rejects.toThrow('block 7')
    expect(store.anchor).toEqual({ number: 5n, hash: head })
    expect(store.finality).toEqual({ safe: 5n, finalized: 3n })
  })

  test('refuses a trusted hash that no block has, and another genesis', async () => {
    expect(await refusal([whole.path], { head: new Uint8Array(32) })).toMatchObject({
      code: 'head',
      stored: 12,
    })
    const other = { ...chain, genesisHash: new Uint8Array(32) }
    expect(await refusal([whole.path], { chain: other })).toMatchObject({ code: 'genesis', stored: 0 })
  })

  test('refuses a file under the name of another era, or with the root of another', async () => {
    const [network, , short] = basename(whole.path).split('-')
    expect((await refusal([edited(whole.bytes, `${network}-00001-${short}`)])).message).toMatch(
      /the name says era 1 and .* but the file holds era 0/,
    )
    expect((await refusal([edited(whole.bytes, `${network}-00000-00000000.era1`)])).message).toMatch(
      /the name says era 0 and 00000000/,
    )
  })

  test('refuses a receipt or a transaction that its root does not hold, and keeps what comes before', async () => {
    const receipts = await swap(7, (block) => ({ receipts: block.receipts.toReversed() }))
    expect(await refusal([receipts.path])).toMatchObject({
      stored: 7,
      message: expect.stringMatching(/^block 7: receiptsRoot/),
    })
    const body = await swap(3, (block) => ({ transactions: block.transactions.slice(1) }))
    expect(await refusal([body.path])).toMatchObject({
      stored: 3,
      message: expect.stringMatching(/^block 3: transactionsRoot/),
    })
  })

  test('refuses a gas limit that no chain has, though nothing is executed', async () => {
    const { path } = await swap(11, ({ header }) => ({
      header: encodeHeader({ ...decodeHeader(header), gasLimit: 2n ** 63n }),
    }))
    expect(await refusal([path])).toMatchObject({
      stored: 11,
      message: 'block 11: gasLimit 9223372036854775808 is more than 9223372036854775807 (EIP-1985).',
    })
  })

  test('refuses a file of blocks before those that are stored, and says so', async () => {
    const store = new MemoryStore()
    const snapshot = await store.snapshot()
    const head = { number: 20_002n, hash: chain.genesisHash, timestamp: 0n, lowest: 20_000n, anchor: null }
    store.snapshot = async () => ({ ...snapshot, head: { ...head, safe: null, finalized: null } })
    await expect(run([whole.path], { store })).rejects.toThrow(
      /holds blocks 0 to 11, but the store begins with block 20000: earlier blocks cannot be added/,
    )
    expect(store.blocks).toEqual([])
  })

  test('comes to the same with threads as without, also where a block does not prove', async () => {
    const store = new MemoryStore()
    await run([whole.path], { store, workers: 2 })
    expect(store.hashes).toEqual(hashes)
    expect(store.blocks).toEqual(blocks)
    const broken = await swap(9, (block) => ({ receipts: block.receipts.toReversed() }))
    expect(await refusal([broken.path], { workers: 2 })).toEqual(await refusal([broken.path]))
  })
})

describeCorpus('era1', 'published era1 files', (folder) => {
  test('are imported into a store, and go on from file to file', async () => {
    await using store = await openEmbeddedStore(mkdtempSync(join(tmpdir(), 'lectern-era-')), {
      chain: networks['mainnet']!,
    })
    const result = await importEras({
      store,
      chain: networks['mainnet']!,
      sources: [`${folder}/mainnet-00000-5ec1ffb8.era1`, `${folder}/mainnet-00001-a5364e9a.era1`],
    })
    expect(result).toMatchObject({ added: 16_384, head: { number: 16_383n }, anchor: 16_383n }) // mainnet's eras are known
    expect(store.head!.anchor!.grounds).toBe('built-in')
    expect(toHex(store.blockHash(0n)!)).toBe(toHex(networks['mainnet']!.genesisHash))
  })

  test('of two networks are not mixed', async () => {
    expect((await refusal([folder])).message).toMatch(
      /is of mainnet, but .* of sepolia: import one network at a time/,
    )
  })
})
