import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeNewFile } from '../archive/file-writer.ts'
import { toJsonBlock } from '../archive/json-block.ts'
import { rulesOf } from '../family.ts'
import { makeFolder, renameDurably } from '../folder.ts'
import { createBreather } from '../long-work.ts'
import { type EraExportOptions, type ExportedEra, findRange, isThere } from './export-eras.ts'
import { readBlocks, readRange } from '../store/read-range.ts'

/**
 * Writes the blocks of a store as one file of JSON lines, as nodes return them: `{ "block", "receipts", "uncles" }`.
 *
 * @throws HistoryError `missing`, `conflict` for blocks that a reorg replaces, `archive` for a file that exists
 * @example
 * await exportJson({ store, folder: './json', network: 'mainnet', from: 100n, to: 200n })
 */
export async function exportJson(
  options: Omit<EraExportOptions, 'format' | 'difficultyBefore'>,
): Promise<ExportedEra> {
  const { store, folder, network, overwrite = false, onProgress, signal } = options
  const { from, to } = await findRange({ ...options, format: 'ere' })
  const family = rulesOf(store.chain?.config ?? {})
  await makeFolder(folder)
  const path = join(folder, `${network}-${from}-${to}.jsonl`)
  if (!overwrite && existsSync(path)) throw isThere(path)
  const part = `${path}.part`
  const breathe = createBreather(signal)
  const written = await writeNewFile(part, async (write) => {
    for await (const block of readRange(store, { from, to, read: readBlocks })) {
      await write(Buffer.from(`${JSON.stringify(toJsonBlock(block, family))}\n`))
      onProgress?.({ number: block.number, share: Number(block.number - from + 1n) / Number(to - from + 1n) })
      await breathe()
    }
    return { path, first: from, last: to }
  })
  await renameDurably(part, path)
  return written
}
