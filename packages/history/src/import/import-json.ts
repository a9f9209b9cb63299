import type { ChainConfig } from '@lectern/chain'
import { statFile, sumSizes } from '../archive/archive-file.ts'
import { type Line, type LineOptions, readLines } from '../archive/json-lines.ts'
import { ITEM_LIMIT, showPaths } from '../archive/rlp-file.ts'
import { useFastEngine } from '../engine.ts'
import { verifyLines } from '../verify/verify-blocks.ts'
import { createVerifiers, type Verifiers } from '../verify/verifiers.ts'
import type { ImportProgress } from './import-chain.ts'
import type { EraImportOptions } from './import-eras.ts'
import { type ImportResult, ingest, type SourceBlock } from './ingest.ts'

/**
 * Verifies blocks that a node returned, and adds those that are not stored. Each line of a source is a JSON object: `block` with full
 * transactions, `receipts` as `eth_getBlockReceipts` returns them, and `uncles` if the block has any. Sources may be gzipped. An empty
 * store
 * may begin with any block; the next ones must follow.
 *
 * `importChain` says which blocks are written and trusted.
 *
 * @throws HistoryError: `archive` naming file and line, `conflict`, `parent`, `head`
 * @throws ChainError for a block that fails verification; the blocks before it stay
 * @example
 * await importJson({ store, chain: networks.mainnet, sources: ['blocks.jsonl'] })
 */
export async function importJson(options: Omit<EraImportOptions, 'accumulators'>): Promise<ImportResult> {
  const { sources, chain, signal, limit = ITEM_LIMIT } = options
  await useFastEngine()
  await using verifiers = createVerifiers(options.workers)
  const lines = readSources(sources, { limit, signal })
  const total = await sumSizes(sources)
  return await ingest(verifySources(lines, chain.config, verifiers, total), {
    ...options,
    source: showPaths(sources),
  })
}

async function* verifySources(
  lines: AsyncIterable<Line>,
  config: ChainConfig,
  verifiers: Verifiers,
  total: number,
): AsyncGenerator<SourceBlock<Pick<ImportProgress, 'read' | 'total'>>> {
  for await (const { block, line } of verifyLines(lines, { verifiers, config }))
    yield { number: block.number, hash: block.hash, block, progress: { read: line.read, total } }
}

/** Reads the lines of several files, and counts the bytes of all. */
async function* readSources(sources: readonly string[], options: LineOptions): AsyncGenerator<Line> {
  let before = 0
  for (const path of sources) {
    for await (const line of readLines(path, options)) yield { ...line, read: before + line.read }
    before += (await statFile(path)).size
  }
}
