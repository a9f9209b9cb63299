import { type Parent, toHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import type { BlockName } from '@lectern/consensus'
import { useFastEngine } from '../engine.ts'
import { damaged, HistoryError } from '../error.ts'
import { type Head, readHead, type Snapshot, type Store } from '../store/interface.ts'
import { readBlocks, readRange } from '../store/read-range.ts'
import { verifyStored } from '../verify/verify-blocks.ts'
import { createVerifiers } from '../verify/verifiers.ts'
import type { EraImportOptions } from './import-eras.ts'
import { createSums, type ImportSums, ingest, lastCold, withProgress } from './ingest.ts'
import { highest, requireHead } from './trust.ts'

/** Options of a copy. */
export interface CopyOptions extends Pick<EraImportOptions, 'batch' | 'hot' | 'workers' | 'signal'> {
  readonly from: Store
  readonly to: Store
  readonly onProgress?: (progress: CopyProgress) => void
}

/** The block just verified, and sums since the start. */
export interface CopyProgress extends Pick<ImportSums, 'added' | 'transactions'>, BlockName {
  /** How much of the copy is done, from 0 to 1. */
  readonly share: number
}

/** The result of a copy. */
export interface CopyResult extends Pick<ImportSums, 'added' | 'transactions'> {
  /** The head of the copy. */
  readonly head: Head
}

/**
 * Verifies the blocks of a store, and copies them into another, up to the head at the start, and then their anchors and tags. The store
 * may be written meanwhile. A copy resumes after the last block that both have, and removes blocks that a reorg left above it.
 *
 * @throws HistoryError `store` or `conflict`; ChainError for a block that fails verification. The blocks before it stay.
 * @example
 * await copyStore({ from: await openStore('./history', { readOnly: true }), to })
 */
export async function copyStore(options: CopyOptions): Promise<CopyResult> {
  const { from, to, workers, ...rest } = options
  const { chain } = from
  const target = await readHead(from)
  if (chain === null || target === null) throw new HistoryError('store', 'The store has no block to copy.')
  await useFastEngine()
  await using verifiers = createVerifiers(workers)
  const sums = createSums()
  let begin: bigint | undefined
  for (;;) {
    const { parent, first, last } = await findRest(from, to, target.number)
    if (first > last) {
      const { added, transactions } = sums
      return { head: await copyTrust(from, to), added, transactions }
    }
    const start = (begin ??= first)
    const stored = readRange(from, { from: first, to: last, after: parent, read: readBlocks })
    const terms = { verifiers, config: chain.config, parent, coldTo: lastCold(options.hot, last) }
    const blocks = withProgress(verifyStored(stored, terms), ({ number }) => ({
      share: Number(number - start + 1n) / Number(last - start + 1n),
    }))
    try {
      await ingest(blocks, {
        ...rest,
        store: to,
        end: last,
        source: 'the store',
        sums,
        isConfirmed: true, // the store that is copied has it
      })
    } catch (error) {
      if ((error as HistoryError).code !== 'conflict') throw error // else a reorg, which the next turn follows
    }
  }
}

const DEEPEST = 8192n // the most blocks of another branch that a copy removes

/** Returns what is left to copy, and the block before it. Blocks of another branch are removed from the copy. */
async function findRest(from: Store, to: Store, target: bigint) {
  await using snapshot = await from.snapshot()
  const { number, lowest } = requireHead(snapshot)
  const parent = await removeBranch(snapshot, to)
  return { parent, first: parent ? parent.number + 1n : lowest, last: number < target ? number : target }
}

async function requireHash(snapshot: Snapshot, number: bigint): Promise<Uint8Array> {
  const hash = await snapshot.blockHash(number)
  if (hash === undefined) throw damaged(`block ${number}`)
  return hash
}

/** Removes the blocks above the last one that both stores have, and returns that one; null for an empty copy. */
async function removeBranch(from: Snapshot, to: Store): Promise<Parent | null> {
  const { number: top, lowest } = requireHead(from)
  await using snapshot = await to.snapshot()
  const { head } = snapshot
  if (head === null) return null
  if (head.lowest > lowest)
    throw conflict(
      `begins with block ${head.lowest}, so blocks ${lowest} to ${head.lowest - 1n} cannot be added to it`,
    )
  if (head.number < lowest - 1n)
    throw conflict(`ends with block ${head.number}, but the one that is copied begins with block ${lowest}`)
  if (head.number === lowest - 1n) return head
  const start = head.number < top ? head.number : top
  for (let number = start; ; number--) {
    const [theirs, ours] = [await requireHash(from, number), await requireHash(snapshot, number)]
    if (equalBytes(theirs, ours)) {
      if (number < start) await to.commit({ keepUpTo: number })
      return { number, hash: ours }
    }
    if (number === lowest || start - number >= DEEPEST)
      throw conflict(`has ${toHex(ours)} as block ${number}, but the one that is copied has ${toHex(theirs)}`)
  }
}

const conflict = (reason: string) => new HistoryError('conflict', `The store that is copied into ${reason}.`)

/** Copies the anchors, and what is safe, finalized and executed, of blocks that both have. Nothing is lowered. */
async function copyTrust(store: Store, to: Store): Promise<Head> {
  await using from = await store.snapshot()
  const source = requireHead(from)
  await removeBranch(from, to)
  const copied = requireHead({ head: await readHead(to) })
  const isCopied = (number: bigint) => number <= copied.number
  for (const { number, grounds } of [...(source.earlier ?? []), ...(source.anchor ? [source.anchor] : [])]) {
    const hash = isCopied(number) ? await from.blockHash(number) : undefined
    if (hash) await to.commit({ anchor: { number, hash, ...(grounds && { grounds }) } })
  }
  // All blocks before a safe one are safe.
  const raise = (name: 'safe' | 'finalized') => {
    const number = source[name]
    if (number === null) return copied[name]
    return highest(copied[name], isCopied(number) ? number : copied.number)
  }
  const [safe, finalized] = [raise('safe'), raise('finalized')]
  const executed = source.executed
  await to.commit({
    safe: safe !== null && finalized !== null ? highest(safe, finalized) : safe,
    finalized,
    ...(executed !== undefined && isCopied(executed) && { executed }),
  })
  return requireHead({ head: await readHead(to) })
}
