import { ChainError, type Parent, toHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import type { BlockName } from '@lectern/consensus'
import { createBreather } from '../long-work.ts'
import { useFastEngine } from '../engine.ts'
import { HistoryError } from '../error.ts'
import { knownAccumulators } from '../archive/proofs/networks.ts'
import { checkBuiltIn } from './check-grounds.ts'
import { verifyStored } from './verify-blocks.ts'
import { createVerifiers } from './verifiers.ts'
import { readHead, type Snapshot, type Store } from '../store/interface.ts'
import { compareMember } from '../store/records/compare-row.ts'
import { hasBlock, readRange } from '../store/read-range.ts'

/** Options of a verification. */
export interface VerifyHistoryOptions {
  readonly signal?: AbortSignal
  /** The number of threads that verify blocks; 0: this thread alone. @default the number of cores */
  readonly workers?: number
  readonly onProgress?: (progress: VerifyHistoryProgress) => void
}

/** The block just verified, and sums since the start. */
export interface VerifyHistoryProgress extends BlockName {
  readonly blocks: number
  readonly transactions: number
}

/**
 * Verifies a store again, up to the head at the start, also while it is written.
 *
 * It checks every root, link and sender, the index of hashes, the state, and built-in accumulators. Each byte of each row is
 * compared, in a cluster of each copy. Claims of nodes and operators cannot be checked: safe, finalized and executed blocks need only be stored.
 *
 * @throws HistoryError `block` for the first fault, `fork-unknown`, `store` if no block is stored, `damaged`
 * @example
 * const { blocks } = await verifyHistory(store, { onProgress: ({ number }) => console.log(number) })
 */
export async function verifyHistory(
  store: Store,
  { signal, workers: threads, onProgress }: VerifyHistoryOptions = {},
): Promise<VerifyHistoryProgress> {
  const { chain } = store
  const head = await readHead(store)
  if (chain === null || head === null) throw noBlock()
  await useFastEngine()
  const breathe = createBreather(signal)
  const marks: Mark[] = []
  await using verifiers = createVerifiers(threads)
  const check = async function* (snapshot: Snapshot, from: bigint, to: bigint): AsyncGenerator<Mark> {
    const parent = marks.at(-1) ?? null
    const options = { verifiers, config: chain.config, parent }
    let [blocks, transactions] = [parent?.blocks ?? 0, parent?.transactions ?? 0]
    for await (const { item, block } of inHistory(verifyStored(snapshot.blocks(from, to), options))) {
      const { number, hash, header } = block
      compareMember(item.number, 'number', number, item.number)
      await snapshot.checkBlock(block, transactions)
      blocks++
      transactions += block.transactions.length
      yield { number, hash, timestamp: header.timestamp, blocks, transactions }
    }
  }
  for (;;) {
    const { from, to } = await findRest(store, marks, head.number)
    try {
      for await (const mark of readRange(store, { from, to, after: marks.at(-1), read: check, age: AGE })) {
        const before = marks.at(-1)
        if (before && before.blocks % MARK_EVERY !== 0) marks.pop()
        marks.push(mark)
        onProgress?.(mark)
        await breathe()
      }
      const last = marks.at(-1)!
      await using snapshot = await store.snapshot()
      if (!(await hasBlock(snapshot, last))) continue
      await checkHead(snapshot, last, chain.genesisHash)
      await snapshot.checkState({ last: Number(last.number), transactions: last.transactions })
      break
    } catch (error) {
      if ((error as HistoryError).code !== 'conflict') throw error // else a reorg, which the next turn follows
    }
  }
  for await (const _ of store.checkIndex()) await breathe()
  await checkBuiltIn(store, head, await knownAccumulators(chain), signal)
  const { number, hash, blocks, transactions } = marks.at(-1)!
  return { number, hash, blocks, transactions }
}

/** How far the verification is. If a reorg removes that block, it resumes after an earlier one. */
type Mark = Parent & Required<Pick<Parent, 'timestamp'>> & VerifyHistoryProgress

const MARK_EVERY = 1024
const AGE = 60_000 // milliseconds for one snapshot: blocks that threads still verify then are verified again

const noBlock = () => new HistoryError('store', 'The store has no block to verify.')

/** Drops the marks that a reorg removed, and returns what is left to verify. */
async function findRest(store: Store, marks: Mark[], top: bigint): Promise<{ from: bigint; to: bigint }> {
  await using snapshot = await store.snapshot()
  const { head } = snapshot
  if (head === null || head.lowest > top) throw noBlock()
  for (let mark = marks.at(-1); mark && !(await hasBlock(snapshot, mark)); mark = marks.at(-1)) marks.pop()
  const from = (marks.at(-1)?.number ?? head.lowest - 1n) + 1n
  return { from, to: head.number < top ? head.number : top }
}

/** Compares the head with the blocks. It may be above the last verified one. */
async function checkHead(snapshot: Snapshot, last: Mark, genesisHash: Uint8Array): Promise<void> {
  const head = snapshot.head!
  const { number: top, lowest, anchor, earlier = [] } = head
  const genesis = await snapshot.blockHash(0n)
  if (genesis && !equalBytes(genesis, genesisHash))
    throw new HistoryError('block', `block 0 is ${toHex(genesis)}, not the genesis ${toHex(genesisHash)}.`)
  for (const [name, block] of [['head', head] as const, ['anchor', anchor] as const])
    if (block)
      compareMember(block.number, `hash of the ${name}`, block.hash, await snapshot.blockHash(block.number))
  if (top === last.number) compareMember(top, 'timestamp of the head', head.timestamp, last.timestamp)
  for (const name of ['safe', 'finalized', 'executed'] as const) {
    const number = head[name]
    if (number != null && (number < lowest || number > top))
      throw new HistoryError('block', `block ${number}: it is ${name}, but it is not stored.`)
  }
  if (head.safe !== null && head.finalized !== null && head.finalized > head.safe)
    throw new HistoryError(
      'block',
      `block ${head.finalized}: it is finalized, but only ${head.safe} is safe.`,
    )
  const numbers = [...earlier, ...(anchor ? [anchor] : [])].map(({ number }) => number)
  for (const [index, number] of numbers.entries())
    if (number < (index === 0 ? lowest : numbers[index - 1]! + 1n) || (earlier.length > 0 && !anchor))
      throw new HistoryError('block', `block ${number}: it is an earlier anchor, but not in order.`)
}

/** Turns errors of blocks into errors of the store. */
async function* inHistory<V>(verifying: AsyncIterable<V>): AsyncGenerator<V> {
  try {
    yield* verifying
  } catch (cause) {
    if (!(cause instanceof ChainError)) throw cause
    if (cause.check !== 'unsupported') throw new HistoryError('block', cause.message, { cause })
    const message = `The store has a fork that is not known here: ${cause.message}`
    throw new HistoryError('fork-unknown', message, { cause })
  }
}
