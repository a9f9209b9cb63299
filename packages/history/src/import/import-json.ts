import { families, familyOf, recognizeFamily } from '@lectern/chain/families'
import { hasTinyValues } from '@lectern/chain/internal'
import { statFile, sumSizes } from '../archive/archive-file.ts'
import { type Line, type LineOptions, readLines } from '../archive/json-lines.ts'
import { ITEM_LIMIT, showPaths } from '../archive/rlp-file.ts'
import { useFastEngine } from '../engine.ts'
import { ofFamily } from '../family.ts'
import { type ChainIdentity, readHead } from '../store/interface.ts'
import { verifyLines } from '../verify/verify-blocks.ts'
import { createVerifiers } from '../verify/verifiers.ts'
import type { EraImportOptions } from './import-eras.ts'
import { type BlockRange, checkRange, isInRange } from './block-range.ts'
import { type ImportResult, ingest, lastCold, withProgress } from './ingest.ts'

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
  const { sources, chain, hot, to, signal, limit = ITEM_LIMIT } = options
  checkRange(options, await readHead(options.store))
  await useFastEngine()
  await using verifiers = createVerifiers(options.workers)
  const lines = pickLines(readSources(sources, { limit, signal }), options)
  const total = await sumSizes(sources)
  const blocks = verifyLines(lines, { verifiers, config: chain.config, coldTo: lastCold(hot, to) })
  const found = withProgress(blocks, ({ read }) => ({ read, total }))
  return await ingest(found, { ...options, end: to, source: showPaths(sources) })
}

/** Returns a chain of the family that its first block in JSON lines shows, `unknown` if it shows none, unless its id says it. */
export async function recognizeChain(
  chain: ChainIdentity,
  [path]: readonly string[],
): Promise<ChainIdentity> {
  if (familyOf(chain.config.chainId)) return chain
  for await (const { bytes } of readLines(path!, { limit: ITEM_LIMIT })) {
    const { block } = parse(bytes)
    if (block == null) break
    return { ...chain, config: ofFamily(chain.config, recognizeFamily(block) ?? families.unknown) }
  }
  return chain
}

function parse(bytes: Uint8Array): { readonly block?: unknown } {
  try {
    return hasTinyValues(bytes) ? {} : Object(JSON.parse(Buffer.from(bytes).toString()))
  } catch {
    return {}
  }
}

async function* readSources(sources: readonly string[], options: LineOptions): AsyncGenerator<Line> {
  let before = 0
  for (const path of sources) {
    for await (const line of readLines(path, options)) yield { ...line, read: before + line.read }
    before += (await statFile(path)).size
  }
}

/** Yields the lines of a range's blocks, and those that are no JSON of a block: verification names the fault. */
async function* pickLines(lines: AsyncIterable<Line>, range: BlockRange): AsyncGenerator<Line> {
  const isWhole = range.from === undefined && range.to === undefined
  for await (const line of lines) {
    const number = isWhole ? undefined : readNumber(line)
    if (number === undefined || isInRange(number, range)) yield line
    else if (range.to !== undefined && number > range.to) return
  }
}

function readNumber({ bytes }: Line): bigint | undefined {
  const { block } = parse(bytes) as { block?: { number: string } }
  try {
    return BigInt(block!.number)
  } catch {
    return undefined
  }
}
