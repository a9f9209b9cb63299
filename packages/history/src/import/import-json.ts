import { stat } from 'node:fs/promises'
import type { Parent } from '@lectern/chain'
import { readLines } from '../archive/json-lines.ts'
import { useFastEngine } from '../engine.ts'
import { HistoryError } from '../error.ts'
import { ITEM_LIMIT } from '../archive/rlp-file.ts'
import { readHead } from '../store/interface.ts'
import { verifyLines } from '../verify/verify-lines.ts'
import { createVerifiers } from '../verify/verifiers.ts'
import { createBatch, defaultBatchLimits } from './batch.ts'
import type { ImportResult } from './import-chain.ts'
import type { EraImportOptions } from './import-eras.ts'
import { endsBelow, isHead, isStored, leavesGap } from './scan-chain.ts'
import { missedHead, trustHead, trustMet } from './trust.ts'

/**
 * Verifies blocks that a node answered and adds those that are not stored. A source has one JSON object a line: `block` with whole
 * transactions, `receipts` as `eth_getBlockReceipts` answers them, and `uncles` where the block has any; it may be gzipped. The first
 * block of an empty store may be any; the next ones must follow.
 *
 * A block is written once the next one names it as its parent; the last one at the end, unless a trusted head was not met. A `head` that was
 * met is stored and trusted also if what follows it fails.
 *
 * @throws HistoryError: `archive` naming file and line, `conflict`, `parent`, `head`; ChainError for a block that fails verification.
 *   The blocks before it stay.
 * @example
 * await importJson({ store, chain: networks.mainnet, sources: ['blocks.jsonl'] })
 */
export async function importJson(options: Omit<EraImportOptions, 'accumulators'>): Promise<ImportResult> {
  const { store, sources, chain, head, signal, onProgress, limit = ITEM_LIMIT } = options
  await useFastEngine()
  const sizes = await Promise.all(sources.map(async (path) => (await stat(path)).size))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const before = await readHead(store)
  const [top, lowest] = [before?.number ?? -1n, before?.lowest ?? 0n]
  const batch = createBatch(store, { ...defaultBatchLimits, ...options.batch })
  const sums = { added: 0, stored: 0, transactions: 0, gas: 0n }
  await using verifiers = createVerifiers(options.workers)
  let last: Parent | undefined
  let anchor: bigint | null = null
  try {
    const lines = readAll(sources, { limit, signal })
    for await (const { block, line } of verifyLines(lines, { verifiers, config: chain.config })) {
      const { number, hash } = block
      if (before && number <= top) {
        if (await isStored(store, line.path, number, hash)) sums.stored++
      } else {
        if (before && last === undefined && number > top + 1n) throw leavesGap(line.path, number, top)
        await batch.add(block)
        sums.added++
        sums.transactions += block.transactions.length
        sums.gas += block.header.gasUsed
      }
      last = block
      if (isHead(options, hash)) anchor = number
      const index = sources.indexOf(line.path)
      const read = sizes.slice(0, index).reduce((sum, size) => sum + size, line.read)
      onProgress?.({ ...sums, number, hash, read, total })
      signal?.throwIfAborted()
    }
  } catch (error) {
    if (anchor !== null && last?.number === anchor) batch.confirm() // its hash is the one trusted
    await batch.write() // else without the last one: nothing confirms it
    await trustMet(options, anchor).catch(() => {}) // the fault that came first is the one to report
    throw error
  }
  if (last === undefined) throw new HistoryError('archive', `${sources.join(', ')}: there is no block.`)
  if (last.number < lowest) throw endsBelow(sources.at(-1)!, last.number, lowest)
  if (head === undefined || anchor !== null) batch.confirm()
  await batch.write()
  const result = { ...sums, head: { number: last.number, hash: last.hash }, anchor }
  if (head === undefined) return result
  if (anchor === null) throw await missedHead(`block of ${sources.join(', ')}`, head, store)
  await trustHead(store, anchor, { ...options, head })
  return result
}

async function* readAll(
  sources: readonly string[],
  options: Parameters<typeof readLines>[1],
): ReturnType<typeof readLines> {
  for (const path of sources) yield* readLines(path, options)
}
