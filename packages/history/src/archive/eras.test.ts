import { mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { writeEraFile, writeEreFile } from '../../test/era-file.ts'
import { MemoryStore } from '../../test/memory-store.ts'
import { encodeEntryHead } from './e2store.ts'
import { findEraFiles, isEraSource } from './eras.ts'
import { importEras } from '../import/import-eras.ts'
import { makeChain, syntheticConfig } from '../../test/synthetic.ts'

const blocks = makeChain(3, 2)
const raws = blocks.map(({ raw }) => raw)
const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }

const write = (name: string, bytes: Uint8Array | string): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'lectern-source-')), name)
  writeFileSync(path, bytes)
  return path
}

describe('a source is known by its first bytes', () => {
  test.each([
    ['era1', 3, writeEraFile],
    ['era1', 1, writeEraFile],
    ['ere', 3, writeEreFile],
    ['ere', 1, writeEreFile],
  ] as const)('an %s file of %i blocks, under any name', async (format, count, writeFile) => {
    for (const name of ['data.bin', 'renamed.era1']) {
      const { path, folder } = await writeFile(raws.slice(0, count))
      const renamed = join(folder, name)
      renameSync(path, renamed)
      expect(await isEraSource(renamed)).toBe(true)
      expect(await findEraFiles([renamed])).toMatchObject([
        { format, era: 0, network: undefined, path: renamed },
      ])
      const store = new MemoryStore()
      await importEras({ store, chain, sources: [name === 'data.bin' ? renamed : folder], workers: 0 })
      expect(store.blocks).toEqual(blocks.slice(0, count))
    }
  })

  test('a chain of RLP lists, gzipped or not', async () => {
    const rlp = Uint8Array.of(0xc3, 1, 2, 3)
    expect(await isEraSource(write('chain', rlp))).toBe(false)
    expect(await isEraSource(write('chain', gzipSync(rlp)))).toBe(false)
    expect(await isEraSource(write('chain', gzipSync(rlp).subarray(0, 12)))).toBe(false) // its fault shows when it is read
  })

  test.each<[string, Uint8Array | string, string]>([
    ['text', '# Lectern', 'it begins with "# Lecter"'],
    ['gzipped text', gzipSync('{"config":'), 'it is gzipped, and what it holds begins with "{\\"config"'],
    ['other bytes', Uint8Array.of(0, 1, 2), 'it begins with 0x000102'],
    ['nothing', '', 'it is empty'],
    [
      'a gzipped era file',
      gzipSync(encodeEntryHead('version', 0)),
      'it is gzipped, and what it holds begins as an era file does: unpack it first',
    ],
  ])('%s, which is neither', async (_, bytes, reason) => {
    const path = write('some.file', bytes)
    await expect(isEraSource(path)).rejects.toMatchObject({
      code: 'archive',
      message: `${path} is no chain.rlp, .era1, .ere or .jsonl file: ${reason}.`,
    })
    const ending = write('some.era1', bytes)
    await expect(findEraFiles([ending])).rejects.toThrow(`${ending} is no era file: ${reason}.`)
  })

  test('an e2store file of something else', async () => {
    const head = encodeEntryHead('version', 0)
    const state = Uint8Array.of(2, 0, 1, 0, 0, 0, 0, 0, 7) // a beacon state's type, as .era files have
    const path = write('mainnet.data', Buffer.concat([head, state]))
    await expect(findEraFiles([path])).rejects.toThrow(
      `${path} is an e2store file, but neither an era1 nor an ere file: it does not begin with a header of a block.`,
    )
  })
})
