import { mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { decodeHeader, encodeHeader, toHex } from '@lectern/chain'
import { describeCorpus } from '@lectern/fixtures'
import { describe, expect, test } from 'vitest'
import { MemoryStore } from '../../test/memory-store.ts'
import { unpackBlocks } from '../../test/raw-blocks.ts'
import { inspectEra, readEra } from '../archive/era.ts'
import { type EraExportOptions, exportEras, type ExportedEra } from './export-eras.ts'
import { importEras } from '../import/import-eras.ts'
import { networks } from '../archive/proofs/networks.ts'
import type { Snapshot, Store, StoredBlock } from '../store/interface.ts'
import { openEmbeddedStore } from '../store/embedded/store.ts'
import { createSynthesizer, makeChain, syntheticConfig, toStored } from '../../test/synthetic.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'lectern-export-'))
const blocks = makeChain(20, 5)
const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }

/** A block of proof of work. */
const withDifficulty = {
  ...blocks[1]!,
  raw: {
    ...blocks[1]!.raw,
    header: encodeHeader({ ...decodeHeader(blocks[1]!.raw.header), difficulty: 1n }),
  },
}

const untrusted = { timestamp: 0n, anchor: null, safe: null, finalized: null }

/** A store of the blocks from a number on. */
const holding = (lowest: number, part: Partial<Snapshot> = {}): Store =>
  Object.assign(new MemoryStore(), {
    snapshot: async (): Promise<Snapshot> => ({
      ...(await new MemoryStore().snapshot()),
      head: { number: 19n, hash: blocks[19]!.hash, lowest: BigInt(lowest), ...untrusted },
      blockHash: (number) => blocks[Number(number)]?.hash,
      headers: (from = 0n, to = 19n) =>
        blocks
          .slice(Number(from), Number(to) + 1)
          .map(({ number, hash, raw: { header } }) => ({ number, hash, header })),
      blocks: (from = 0n, to = 19n): StoredBlock[] =>
        blocks.slice(Number(from), Number(to) + 1).map(toStored),
      ...part,
    }),
  })
const run = (options: Partial<EraExportOptions> = {}) =>
  exportEras({ store: holding(0), format: 'ere', network: 'synthetic', folder: newFolder(), ...options })
const refusal = (options: Partial<EraExportOptions>) =>
  run(options).then(
    () => 'nothing',
    ({ message }: Error) => message,
  )

describe('an export of era files', () => {
  test('is imported again to the same blocks', async () => {
    const folder = newFolder()
    const [file] = await run({ folder })
    expect(file).toMatchObject({ first: 0n, last: 19n })
    const store = new MemoryStore()
    await importEras({ store, chain, sources: [folder], workers: 0 })
    expect(store.blocks).toEqual(blocks)
  })

  test('reports a number and a share that never go back, though its format has the blocks gone through three times', async () => {
    const reported: { number: bigint; share: number }[] = []
    const [from, to] = [2n, 8n]
    await run({ from, to, onProgress: (step) => reported.push(step) })
    expect(reported).toHaveLength(3 * 7)
    expect([reported[0]!.number, reported.at(-1)!.number]).toEqual([from, to])
    for (const [index, { number, share }] of reported.entries()) {
      expect(number).toBeGreaterThanOrEqual(reported[index - 1]?.number ?? from)
      expect(share).toBeGreaterThan(reported[index - 1]?.share ?? -1)
    }
  })

  test('of a part of what is stored holds that part', async () => {
    const [file] = await run({ from: 3n, to: 9n })
    const era = await inspectEra({ path: file!.path, format: 'ere' })
    expect(era).toMatchObject({ first: 3n, last: 9n, network: 'synthetic' })
    const found = await Array.fromAsync(unpackBlocks(readEra(era)))
    expect(found.map(({ transactions }) => transactions)).toEqual(
      blocks.slice(3, 10).map(({ raw }) => raw.transactions),
    )
  })

  test('refuses what is not stored, what era1 cannot hold, and a difficulty that is unknown or wrong', async () => {
    expect(await refusal({ to: 20n })).toBe('blocks 0 to 20 are asked for, but 0 to 19 are stored.')
    expect(await refusal({ from: 5n, to: 4n })).toBe('block 5 comes after block 4: nothing lies between.')
    expect(await refusal({ format: 'era1' })).toBe(
      'block 19 comes after the merge, and era1 files end with it: write ere files instead.',
    )
    expect(await refusal({ difficultyBefore: 1n })).toBe(
      'the total difficulty before block 0 is 0, not 1: all blocks from 0 on are stored.',
    )
    expect(await refusal({ store: holding(0, { head: null }) })).toBe('The store holds no block to export.')
  })

  test('replaces a file of the same era only where that is asked for, and leaves no part of one behind', async () => {
    const folder = newFolder()
    const [first] = await run({ folder, to: 9n })
    expect((await refusal({ folder })).replace(folder, '…')).toMatch(
      /^…\/synthetic-00000-[0-9a-f]{8}-noproofs\.ere is there already, and it is not replaced unless that is asked for\.$/,
    )
    const [second] = await run({ folder, overwrite: true })
    expect(second!.path).not.toBe(first!.path)
    expect(readdirSync(folder).toSorted()).toEqual(['checksums.txt', basename(second!.path)])
    const gone = holding(0, { blocks: (from = 0n) => blocks.slice(Number(from), 5).map(toStored) })
    expect(await refusal({ store: gone, folder: newFolder(), to: 9n })).toBe(
      'block 5 was replaced or taken away while it was read.',
    )
    const other = newFolder()
    await refusal({ folder: other, signal: AbortSignal.abort() })
    expect(readdirSync(other)).toEqual([])
  })

  test('refuses a folder with files of another kind', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'synthetic-00000-00000000.era1'), 'x')
    expect(await refusal({ folder })).toMatch(
      /00000000\.era1 is there already: a folder holds one kind of files/,
    )
  })

  test('lists the sums of all files of its kind, in the order of their eras', async () => {
    const folder = newFolder()
    const later = join(folder, 'synthetic-00007-00000000.ere')
    writeFileSync(later, 'x')
    const [file] = await run({ folder })
    const sums = [file!.path, later].map(
      (path) => `0x${createHash('sha256').update(readFileSync(path)).digest('hex')}\n`,
    )
    expect(readFileSync(join(folder, 'checksums.txt'), 'utf8')).toBe(sums.join(''))
  })

  test.each([
    ['with names', (sum: string, name: string) => `${sum}  ${name}\n`],
    ['without names', (sum: string) => `0x${sum}\n`],
  ])(
    'goes on with a list %s: what it says of another file stays, whatever that file has become',
    async (_, line) => {
      const folder = newFolder()
      const other = 'synthetic-00007-00000000.ere'
      writeFileSync(join(folder, other), 'spoilt since')
      const list = join(folder, 'checksums.txt')
      const stored = line('a1'.repeat(32), other)
      writeFileSync(list, stored)
      const [file] = await run({ folder, to: 9n })
      const own = (written: ExportedEra) => line(toHex(written.sha256).slice(2), basename(written.path))
      const lines = (written: ExportedEra) => [stored, own(written)].toSorted()
      const read = () => readFileSync(list, 'utf8').split(/(?<=\n)/)
      expect(read().toSorted()).toEqual(lines(file!))
      if (!stored.includes(other)) expect(read()).toEqual([own(file!), stored]) // in the order of the eras
      const [again] = await run({ folder, overwrite: true }) // under another name
      expect(read().toSorted()).toEqual(lines(again!))
      const store = new MemoryStore()
      const importing = importEras({ store, chain, sources: [join(folder, other)], workers: 0 })
      await expect(importing).rejects.toThrow(/has the SHA-256 0x[0-9a-f]{64}, (but|which is none of)/)
    },
  )

  test('goes on where one was ended before its file got its name', async () => {
    const folder = newFolder()
    const other = join(folder, 'synthetic-00007-00000000.ere')
    writeFileSync(other, 'x')
    const [file] = await run({ folder })
    const list = readFileSync(join(folder, 'checksums.txt'), 'utf8')
    renameSync(file!.path, join(folder, 'synthetic-00000.ere.part'))
    expect((await run({ folder }))[0]).toEqual(file)
    expect(readFileSync(join(folder, 'checksums.txt'), 'utf8')).toBe(list)
    expect(readdirSync(folder)).toHaveLength(3)
  })

  test('never replaces a list that is none, or whose sums cannot be assigned to files, and writes nothing beside it', async () => {
    for (const [text, reason] of [
      ['my own notes', /checksums\.txt: line 1 must be a SHA-256 sum/],
      [
        `${'a1'.repeat(32)}\n`,
        /checksums\.txt has 1 sums without names, and there are 0 files of that kind beside it, so it cannot be continued, and it is not replaced unless that is asked for\.$/,
      ],
    ] as const) {
      const folder = newFolder()
      const list = join(folder, 'checksums.txt')
      writeFileSync(list, text)
      expect(await refusal({ folder, overwrite: text.startsWith('my') })).toMatch(reason)
      expect(readFileSync(list, 'utf8')).toBe(text)
      expect(readdirSync(folder)).toEqual(['checksums.txt'])
    }
  })

  test('replaces sums that cannot be assigned to files where that is asked for, and each file that is stored has one of them', async () => {
    const folder = newFolder()
    const list = join(folder, 'checksums.txt')
    const later = 'synthetic-00007-00000000.ere'
    writeFileSync(join(folder, later), 'x')
    const [sum, gone] = [`0x${createHash('sha256').update('x').digest('hex')}\n`, `0x${'a1'.repeat(32)}\n`]
    writeFileSync(list, gone + gone)
    expect(await refusal({ folder, overwrite: true })).toMatch(
      /which is none of the 2 sums of checksums\.txt/,
    )
    expect(readFileSync(list, 'utf8')).toBe(gone + gone)
    writeFileSync(list, gone + sum)
    const [file] = await run({ folder, overwrite: true })
    expect(readFileSync(list, 'utf8')).toBe(`${toHex(file!.sha256)}\n${sum}`)
  })

  test('sums the difficulties before its first block from headers alone', async () => {
    const [before, after] = [7n, 15n]
    const read: bigint[] = []
    const store = holding(0, {
      *blocks(from = 0n, to = 19n) {
        for (const block of blocks.slice(Number(from), Number(to) + 1)) {
          read.push(block.number)
          yield toStored(block)
        }
      },
    })
    await run({ store, from: before, to: after })
    expect(new Set(read)).toEqual(new Set(blocks.slice(7, 16).map(({ number }) => number)))
  })

  test('never makes files of two chains: neither one after the other, nor of two columns of one', async () => {
    const store = new MemoryStore(chain)
    await store.commit({ blocks })
    const make = createSynthesizer(77)
    const other = [make(blocks[6]!, 2)]
    while (other.length < 13) other.push(make(other.at(-1)!, 2))
    let seen = 0
    const onProgress = () => void (++seen === 15 && store.commit({ keepUpTo: 6n, blocks: other }))
    expect(await refusal({ store, onProgress })).toBe(
      'block 19 was replaced or taken away while it was read.',
    )
    let asked = 0
    const steady = await holding(0).snapshot()
    const moved = { ...steady, blockHash: () => new Uint8Array(32) }
    const replaced = Object.assign(holding(0), { snapshot: () => (asked++ < 4 ? steady : moved) })
    expect(await refusal({ store: replaced, from: 3n })).toBe(
      `block 2 was ${toHex(blocks[2]!.hash)}, and was replaced or taken away meanwhile: export the files up to block 2 again.`,
    )
  })

  test('lets itself be interrupted while it sums the difficulties before its first block', async () => {
    const [first] = blocks
    let asked = 0
    const endless = holding(0, {
      head: { number: 2_000_000n, hash: first!.hash, lowest: 0n, ...untrusted },
      *headers() {
        for (; asked < 2_000_000; asked++)
          yield { ...first!, number: BigInt(asked), header: withDifficulty.raw.header }
      },
    })
    const abort = new AbortController()
    setTimeout(() => abort.abort(new Error('stopped')), 1)
    expect(await refusal({ store: endless, from: 2_000_000n, signal: abort.signal })).toBe('stopped')
    expect(asked).toBeLessThan(2_000_000)
  })
})

describeCorpus('era1', 'an export of a published era', (corpus) => {
  const source = join(corpus, 'sepolia-00021-b8814b14.era1')

  test('gives the very bytes of the file that was imported, and as ere the same blocks', async () => {
    const sepolia = networks['sepolia']!
    await using store = await openEmbeddedStore(newFolder(), { chain: sepolia })
    await importEras({ store, chain: sepolia, sources: [source], workers: 0 })
    const folder = newFolder()
    const options = { store, folder, network: 'sepolia' }
    await expect(exportEras({ ...options, format: 'era1' })).rejects.toThrow(
      'the store begins with block 172032, so the total difficulty before block 172032 must be given.',
    )
    const { difficulty } = await inspectEra({ path: source, format: 'era1' })
    const [era1] = await exportEras({ ...options, format: 'era1', difficultyBefore: difficulty!.before })
    expect(basename(era1!.path)).toBe(basename(source))
    expect(readFileSync(era1!.path).equals(readFileSync(source))).toBe(true)
    const [ere] = await exportEras({
      ...options,
      format: 'ere',
      difficultyBefore: difficulty!.before,
      folder: newFolder(),
    })
    expect(basename(ere!.path)).toBe('sepolia-00021-af105ff1-noproofs.ere')
    const again = await inspectEra({ path: ere!.path, format: 'ere' })
    expect(again.difficulty).toEqual(difficulty)
    let index = 0n
    using snapshot = store.snapshot()
    for await (const raw of unpackBlocks(readEra(again))) {
      if (raw.transactions.length > 0 || index % 1000n === 0n) {
        const [stored] = snapshot.blocks(172_032n + index, 172_032n + index)
        expect({ ...raw, number: undefined }).toEqual({ ...stored!.raw, number: undefined })
      }
      index++
    }
    expect(index).toBe(8192n)
  })
})
