import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { fromHex, toHex } from '@lectern/chain'
import { encodeBlock, encodeRlp } from '@lectern/chain/internal'
import { sample } from '@lectern/fixtures'
import { beforeAll, describe, expect, test } from 'vitest'
import { editBlock, flip, readBlocks, writeTemporary } from '../../test/chain-file.ts'
import { MemoryStore } from '../../test/memory-store.ts'
import { readGenesis } from '../execution/genesis.ts'
import { readHead } from '../store/interface.ts'
import { importChain, type ImportOptions, type ImportProgress } from './import-chain.ts'

const head = fromHex(sample.head)
const top = sample.headNumber
const blocks = readBlocks(sample.chain)
const truth = new MemoryStore()

const run = (options: Partial<ImportOptions> = {}) =>
  importChain({ store: truth, source: sample.chain, genesis: sample.genesis, ...options })

/** Imports bytes that must be refused, and returns the refusal and what was stored. */
const refuse = async (bytes: Uint8Array, options: Partial<ImportOptions> = {}) => {
  const store = new MemoryStore()
  const error = (await run({ store, source: writeTemporary(bytes), ...options }).catch(
    (caught: unknown) => caught,
  )) as Error
  expect(error).toBeInstanceOf(Error)
  expect(store.hashes).toEqual(truth.hashes.slice(0, store.blocks.length))
  return {
    code: (error as { code?: string }).code,
    message: error.message,
    stored: store.blocks.length - 1,
    store,
  }
}

beforeAll(async () => {
  await run({ head })
})

describe('an import', () => {
  test('of the sample chain ends at its head, which the trusted hash anchors', async () => {
    expect(truth.hashes.at(-1)).toBe(sample.head.slice(2))
    expect(truth.hashes[0]).toBe(sample.genesisHash.slice(2))
    expect(truth.blocks).toHaveLength(top + 1)
    expect(truth.anchor).toEqual({ number: BigInt(top), hash: head })
    expect((await readHead(truth))!.executed).toBe(BigInt(top))
  })

  test('of the parts of a file, packed or not, is that of the file; a part alone says what to do, and a fault names its part', async () => {
    const parts = [blocks.slice(0, 20), blocks.slice(20, 30), blocks.slice(30)].map((some) =>
      Buffer.concat(some),
    )
    const [first, second, third] = [parts[0]!, gzipSync(parts[1]!), parts[2]!].map(writeTemporary) as [
      string,
      string,
      string,
    ]
    const store = new MemoryStore()
    const reads: number[] = []
    const onProgress = ({ read, total }: ImportProgress) => reads.push(read / total)
    const source = [first, second, third]
    expect(await run({ store, source, head, onProgress })).toMatchObject({
      added: top + 1,
      anchor: BigInt(top),
    })
    expect(store.hashes).toEqual(truth.hashes)
    expect(reads).toEqual(reads.toSorted((one, other) => one - other))
    expect(reads.at(-1)).toBe(1)
    expect(await run({ store, source, head })).toMatchObject({ added: 0, stored: top + 1 })

    await expect(run({ store: new MemoryStore(), source: [second, third] })).rejects.toThrow(
      `${second} to ${third} begins with block 21, where block 0 or 1 must come: blocks are executed from the genesis on. Import the parts of a chain together, in their order.`,
    )
    const cut = writeTemporary(parts[2]!.subarray(0, -1))
    await expect(run({ store: new MemoryStore(), source: [first, second, cut] })).rejects.toThrow(
      `after block ${top - 1}: ${cut}: the file is cut off in the item at byte `,
    )
  })

  test('of the same file adds nothing and executes nothing', async () => {
    const progress: ImportProgress[] = []
    const before = truth.batches.length
    const result = await run({ head, onProgress: (step) => progress.push(step) })
    expect(result).toMatchObject({ added: 0, stored: top + 1, anchor: BigInt(top) })
    expect(truth.batches).toHaveLength(before)
    expect(progress).toEqual([])
  })

  test('goes on where an interrupted one stopped', async () => {
    const store = new MemoryStore()
    const controller = new AbortController()
    const onProgress = ({ number }: ImportProgress) => number === 20n && controller.abort()
    await expect(run({ store, signal: controller.signal, onProgress })).rejects.toThrow('aborted')
    expect(await readHead(store)).toMatchObject({ number: 20n, executed: 20n })
    const result = await run({ store, head })
    expect(result).toEqual({
      head: { number: BigInt(top), hash: head },
      anchor: BigInt(top),
      added: top - 20,
      stored: 21,
      transactions: truth.blocks.slice(21).reduce((sum, { transactions }) => sum + transactions.length, 0),
      gas: truth.blocks.slice(21).reduce((sum, block) => sum + block.header.gasUsed, 0n),
    })
    expect(store.hashes).toEqual(truth.hashes)
  })

  test('blocks below the lowest of a store are not stored, and cannot be added', async () => {
    const store = new MemoryStore()
    await run({ store })
    const { blocks } = store
    const snapshot = await store.snapshot()
    const begunAt = (lowest: number, highest: number) =>
      Object.assign(new MemoryStore(), {
        snapshot: async () => ({
          ...snapshot,
          head: { ...snapshot.head!, number: BigInt(highest), lowest: BigInt(lowest) },
          blockHash: (number: bigint) => (number < lowest ? undefined : blocks[Number(number)]?.hash),
        }),
      })
    expect(await run({ store: begunAt(60, top) })).toMatchObject({ added: 0, stored: top - 59 })
    await expect(run({ store: begunAt(top + 1, 100) })).rejects.toMatchObject({
      code: 'parent',
      message: `${sample.chain} ends with block ${top}, but the store begins with block ${top + 1}: earlier blocks cannot be added to it.`,
    })
  })

  test('writes when its batch is full, by count and by bytes', async () => {
    const byCount = new MemoryStore()
    await run({ store: byCount, batch: { blocks: 10, bytes: Infinity } })
    expect(byCount.batches).toEqual([10, 10, 10, 10, 10, 10, 10, top - 69])
    const byBytes = new MemoryStore()
    await run({ store: byBytes, batch: { blocks: Infinity, bytes: 1 } })
    expect(new Set(byBytes.batches)).toEqual(new Set([1]))
    expect(byBytes.hashes).toEqual(truth.hashes)
  })

  test('reports each block: number, hash, fork, sums and bytes', async () => {
    const steps: ImportProgress[] = []
    await run({ store: new MemoryStore(), onProgress: (step) => steps.push(step) })
    const size = readFileSync(sample.chain).length
    expect(steps).toHaveLength(top + 1)
    expect(steps.at(-1)).toMatchObject({
      number: BigInt(top),
      hash: head,
      fork: 'amsterdam',
      added: top + 1,
      stored: 0,
      transactions: sample.transactions,
      read: size,
      total: size,
    })
    const forks = [...new Set(steps.map(({ fork }) => fork))]
    expect(forks.join(' ')).toBe(
      'genesis frontier homestead tangerineWhistle spuriousDragon byzantium constantinople petersburg istanbul muirGlacier ' +
        'berlin london arrowGlacier grayGlacier paris shanghai cancun prague osaka bpo1 bpo2 amsterdam',
    )
  })

  test('takes a gzipped file, and one that begins with block 0', async () => {
    const { block } = await readGenesis(sample.genesis)
    const file = Buffer.concat([encodeBlock(block), readFileSync(sample.chain)])
    for (const bytes of [gzipSync(file), file]) {
      const store = new MemoryStore()
      await run({ store, source: writeTemporary(bytes), head })
      expect(store.hashes).toEqual(truth.hashes)
    }
  })

  test('passes on what the store refuses, and does not try again', async () => {
    const store = new MemoryStore()
    let calls = 0
    store.commit = () => {
      calls++
      throw new Error('the disk is full')
    }
    await expect(run({ store, batch: { blocks: 5, bytes: Infinity } })).rejects.toThrow('the disk is full')
    expect(calls).toBe(1)
  })
})

describe('a file that is not the whole truth is refused, and what was whole before is stored', () => {
  const sizes = blocks.map(({ length }) => length)
  const end = (number: number) => sizes.slice(0, number).reduce((sum, size) => sum + size, 0)

  test.each([
    ['one byte before the end of block 30', end(30) - 1, 29],
    ['at the end of block 30', end(30), 30],
    ['one byte after the end of block 30', end(30) + 1, 30],
    ['in the middle of block 2', end(1) + 99, 1],
  ])('cut off %s', async (_, size, last) => {
    const file = readFileSync(sample.chain).subarray(0, size)
    const store = new MemoryStore()
    const isWhole = size === end(30)
    const attempt = run({ store, source: writeTemporary(file) })
    if (isWhole) await attempt
    else
      await expect(attempt).rejects.toThrow(
        `after block ${last}: the file is cut off in the item at byte ${end(last)}: `,
      )
    expect(store.hashes).toEqual(truth.hashes.slice(0, last + 1))
    // The repaired file resumes from there.
    await run({ store, head })
    expect(store.hashes).toEqual(truth.hashes)
  })

  test('cut off, and packed', async () => {
    const packed = gzipSync(readFileSync(sample.chain))
    const { code, message, stored } = await refuse(packed.subarray(0, packed.length - 20))
    expect(code).toBe('archive')
    expect(message).toMatch(
      new RegExp(`^after block (${top - 1}|${top}): .* cannot be read: unexpected end of file\\.$`),
    )
    expect(stored).toBeGreaterThan(top - 2)
  })

  test('out of order', async () => {
    const swapped = blocks.with(20, blocks[21]!).with(21, blocks[20]!)
    expect(await refuse(Buffer.concat(swapped))).toMatchObject({
      code: 'block',
      message: 'block 22 (muirGlacier): it follows block 20, where block 21 must come.',
      stored: 20,
    })
  })

  test('with a block left out, and with one twice', async () => {
    expect(await refuse(Buffer.concat(blocks.toSpliced(30, 1)))).toMatchObject({ code: 'block', stored: 30 })
    expect(await refuse(Buffer.concat(blocks.toSpliced(30, 0, blocks[29]!)))).toMatchObject({
      code: 'block',
      stored: 30,
    })
  })

  test('followed by something else', async () => {
    const { code, message, stored } = await refuse(Buffer.concat([...blocks, Buffer.from('the end')]))
    expect({ code, stored }).toEqual({ code: 'archive', stored: top })
    expect(message).toBe(
      `after block ${top}: the item at byte ${end(top)} begins with 0x74 and so is no RLP list.`,
    )
  })

  test('with a head that is not the trusted one', async () => {
    const wrong = fromHex(`0x${'11'.repeat(32)}`)
    const { code, message, stored, store } = await refuse(Buffer.concat(blocks), { head: wrong })
    expect({ code, stored, anchor: store.anchor }).toEqual({ code: 'head', stored: top - 1, anchor: null })
    expect(message).toContain(`ends with block ${top} 0x`)
    expect(message).toContain(`no block of it has the trusted hash 0x${'11'.repeat(32)}`)
  })

  test('with a trusted hash from its middle: that block is the anchor', async () => {
    const store = new MemoryStore()
    await run({ store, head: truth.blocks[40]!.hash })
    expect(store.anchor!.number).toBe(40n)
    expect(store.hashes).toEqual(truth.hashes)
  })
})

const hashAt = (number: number) => truth.blocks[number]!.hash

describe('a trusted head', () => {
  test.each([
    ['bytes that are no block', top, [...blocks, Buffer.from('the end')]],
    ['blocks of another parent', 40, [...blocks.slice(0, 40), ...blocks.slice(41)]],
    ['a file that is cut off', 62, [...blocks.slice(0, 62), blocks[62]!.subarray(0, -1)]],
  ])('is the anchor though %s follow it', async (_, number, parts) => {
    const { store, stored } = await refuse(Buffer.concat(parts), { head: hashAt(number) })
    expect(stored).toBe(number)
    expect(store.anchor).toEqual({ number: BigInt(number), hash: hashAt(number) })
    expect(store.grounds).toBe('stated')
  })

  test('that is all one knows is safe and finalized too', async () => {
    const store = new MemoryStore()
    await run({ store, head: hashAt(40) })
    expect(store.finality).toEqual({ safe: 40n, finalized: 40n })
  })

  test('has the safe and the finalized block that were said of it', async () => {
    const store = new MemoryStore()
    await run({ store, head, safe: hashAt(60), finalized: hashAt(0) })
    expect(store.anchor!.number).toBe(BigInt(top))
    expect(store.finality).toEqual({ safe: 60n, finalized: 0n })
    await run({ store, head, safe: null, finalized: null })
    expect(store.finality).toEqual({ safe: null, finalized: null })
  })

  test.each([
    ['safe', 40, 'comes after it', () => hashAt(41)],
    ['finalized', top, 'no block has', () => new Uint8Array(32).fill(1)],
  ] as const)('is refused with a %s block of %i that %s', async (name, number, _, wrong) => {
    const { code, message, store } = await refuse(Buffer.concat(blocks), {
      head: hashAt(number),
      safe: hashAt(number),
      finalized: hashAt(number),
      [name]: wrong(),
    })
    expect(code).toBe('head')
    expect(message).toBe(
      `the ${name} block ${toHex(wrong())} is none of the stored blocks 0 to ${number}, so it is no ancestor of the trusted head: no anchor was set.`,
    )
    expect(store.anchor).toBeNull()
  })
})

describe('nothing that does not belong is written', () => {
  const empty = { hashes: [] as string[], batches: [] as number[] }
  const genesisJson = JSON.parse(readFileSync(sample.genesis, 'utf8')) as Record<string, unknown>

  test.each([
    ['another genesis', { difficulty: '0x20001' }],
    ['another balance', { alloc: {} }],
  ])('where genesis.json has %s than the file', async (_, change) => {
    const store = new MemoryStore()
    const genesis = writeTemporary(JSON.stringify({ ...genesisJson, ...change }))
    const error = await run({ store, genesis }).catch((caught: Error) => caught)
    expect(error).toMatchObject({ name: 'HistoryError', code: 'genesis' })
    expect((error as Error).message).toContain(
      `names ${sample.genesisHash} as the parent of block 1, but the genesis block is 0x`,
    )
    expect(store).toMatchObject(empty)
  })

  test('where the store is of another chain', async () => {
    const store = Object.assign(new MemoryStore(), { chain: { genesisHash: new Uint8Array(32) } })
    await expect(run({ store })).rejects.toMatchObject({
      code: 'genesis',
      message: `the genesis block is ${sample.genesisHash}, but the store's chain begins with 0x${'00'.repeat(32)}.`,
    })
    expect(store).toMatchObject(empty)
  })

  test.each([
    ['holds no block', Buffer.alloc(0), 'archive', /holds no block\.$/],
    [
      'begins later',
      Buffer.concat(blocks.slice(4)),
      'archive',
      /begins with block 5, where block 0 or 1 must come: /,
    ],
    [
      'begins with another block 0',
      Buffer.concat([encodeRlp([[]]), ...blocks]),
      'header',
      /header: it must be a list of at least 15 fields/,
    ],
    [
      'is cut off in its first block',
      blocks[0]!.subarray(0, 100),
      'archive',
      /^the file is cut off in the item at byte 0: \d+ of its 637 bytes are missing\.$/,
    ],
    [
      'is something else',
      Buffer.from('{}'),
      'archive',
      /^the item at byte 0 begins with 0x7b and so is no RLP list\.$/,
    ],
  ])('where the file %s', async (_, bytes, code, message) => {
    const store = new MemoryStore()
    const error = await run({ store, source: writeTemporary(bytes) }).catch((caught: unknown) => caught)
    expect((error as Error).message).toMatch(message)
    expect([(error as { code?: string }).code, (error as { check?: string }).check]).toContain(code)
    expect(store).toMatchObject(empty)
  })

  test('where a block of the file differs from the one stored', async () => {
    const store = new MemoryStore()
    const other = editBlock(blocks, 20, (block) => flip(block, 0, 12))
    const part = writeTemporary(other.subarray(0, Buffer.concat(blocks.slice(0, 20)).length))
    await run({ store, source: part })
    const stored = `0x${store.hashes[20]}`
    await expect(run({ store, head })).rejects.toMatchObject({
      code: 'conflict',
      message: `block 20 of ${sample.chain} is 0x${truth.hashes[20]}, but the store holds ${stored} under that number.`,
    })
    expect(store.blocks).toHaveLength(21)
  })

  test('where a block is longer than the limit', async () => {
    const longest = Math.max(...blocks.map(({ length }) => length))
    const number = blocks.findIndex(({ length }) => length === longest) + 1
    const store = new MemoryStore()
    await expect(run({ store, limit: longest - 1 })).rejects.toThrow(
      new RegExp(
        `^after block ${number - 1}: the item at byte \\d+ is ${longest} bytes long, but ${longest - 1} are the most that are read\\.$`,
      ),
    )
    expect(store.blocks).toHaveLength(number)
    await run({ store, limit: longest })
    expect(store.hashes).toEqual(truth.hashes)
  })
})
