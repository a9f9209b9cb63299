import { statFile, sumSizes } from '../archive/archive-file.ts'
import { type Line, type LineOptions, readLines } from '../archive/json-lines.ts'
import { ITEM_LIMIT, showPaths } from '../archive/rlp-file.ts'
import { useFastEngine } from '../engine.ts'
import { verifyLines } from '../verify/verify-blocks.ts'
import { createVerifiers } from '../verify/verifiers.ts'
import type { EraImportOptions } from './import-eras.ts'
import { type ImportResult, ingest, withProgress } from './ingest.ts'

/**
 * Verifies blocks that a node returned, and adds those that are not stored, as `importChain` does. Sources may be gzipped.
 *
 * Each line is an object: `block` with full transactions, `receipts` as of `eth_getBlockReceipts`, and `uncles` if the block has any.
 *
 * @throws HistoryError `archive`, `conflict`, `parent` or `head`; ChainError for a block that fails verification
 * @example
 * await importJson({ store, chain: networks.mainnet, sources: ['blocks.jsonl'] })
 */
export async function importJson(options: Omit<EraImportOptions, 'accumulators'>): Promise<ImportResult> {
  const { sources, chain, signal, limit = ITEM_LIMIT } = options
  await useFastEngine()
  await using verifiers = createVerifiers(options.workers)
  const lines = readSources(sources, { limit, signal })
  const total = await sumSizes(sources)
  const blocks = verifyLines(lines, { verifiers, config: chain.config })
  return await ingest(withProgress(blocks, 0, total), { ...options, source: showPaths(sources) })
}

async function* readSources(sources: readonly string[], options: LineOptions): AsyncGenerator<Line> {
  let before = 0
  for (const path of sources) {
    for await (const line of readLines(path, options)) yield { ...line, read: before + line.read }
    before += (await statFile(path)).size
  }
}
