import { ChainError, type Parent, toHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { createBreather, useWasmEngine } from '../long-work.ts'
import { HistoryError } from '../error.ts'
import { type VerifiedStored, verifyStored } from './verify-stored.ts'
import { createWorkers } from './workers.ts'
import { readHead, type Snapshot, type Store } from '../store/interface.ts'

/** How a proof of all that is held is ended early, and who hears of each block. */
export interface VerifyHistoryOptions {
  readonly signal?: AbortSignal
  /** How many threads prove blocks: as many as there are cores where it is not given; with 0 the calling one does. */
  readonly workers?: number
  /** Called for each block. */
  readonly onProgress?: (progress: VerifyHistoryProgress) => void
}

/** The block just proved, and sums since the start. */
export interface VerifyHistoryProgress {
  readonly number: bigint
  readonly hash: Uint8Array
  readonly blocks: number
  readonly transactions: number
}

/**
 * Proves again all that a store holds, up to the head that it has at the beginning, also while it is written: every root and link, every sender, each field that was derived and kept, that each
 * transaction is found by its hash, that what says that others are not held is whole, and that head and anchor are blocks of it. Throws HistoryError `block` for the first thing that does not hold; what was derived is not
 * under any root, so only this finds it altered.
 */
export async function verifyHistory(
  store: Store,
  { signal, workers: threads, onProgress }: VerifyHistoryOptions = {},
): Promise<VerifyHistoryProgress> {
  const { chain } = store
  const head = await readHead(store)
  if (chain === null || head === null) throw noBlock()
  await useWasmEngine()
  const breathe = createBreather()
  const config = chain.config
  const marks: Mark[] = []
  await using workers = createWorkers(threads)
  for (;;) {
    await using snapshot = await store.snapshot()
    const now = snapshot.head
    if (now === null || now.lowest > head.number) throw noBlock()
    while (marks.length > 0 && !(await isStored(snapshot, marks.at(-1)!))) marks.pop()
    let mark = marks.at(-1)
    const from = mark ? mark.number + 1n : now.lowest
    const last = now.number < head.number ? now.number : head.number
    const to = from + AT_ONCE > last ? last : from + AT_ONCE - 1n
    const verified = verifyStored(snapshot.blocks(from, to), { workers, config, parent: mark ?? null })
    for await (const pair of inHistory(verified)) {
      compareBlock(pair)
      const { number, transactions } = pair.stored
      const { hash, header } = pair.block
      for (const [index, { hash }] of transactions.entries()) await checkFound(snapshot, number, hash, index)
      mark = {
        number,
        hash,
        timestamp: header.timestamp,
        blocks: (mark?.blocks ?? 0) + 1,
        transactions: (mark?.transactions ?? 0) + transactions.length,
      }
      onProgress?.(mark)
      await breathe()
      signal?.throwIfAborted()
    }
    marks.push(mark!)
    if (mark!.number < last) continue
    await checkEnds(snapshot, chain.genesisHash)
    break
  }
  for await (const _ of store.checkIndex()) {
    await breathe()
    signal?.throwIfAborted()
  }
  const { number, hash, blocks, transactions } = marks.at(-1)!
  return { number, hash, blocks, transactions }
}

/** How far a proof had come when it left a snapshot: where a reorg takes that block away, it resumes after an earlier one. */
type Mark = Parent & VerifyHistoryProgress

const AT_ONCE = 1024n

const noBlock = () => new HistoryError('store', 'The store holds no block to prove.')

const isStored = async (snapshot: Snapshot, { number, hash }: Mark): Promise<boolean> => {
  const stored = await snapshot.blockHash(number)
  return stored !== undefined && equalBytes(stored, hash)
}

async function checkEnds(snapshot: Snapshot, genesisHash: Uint8Array): Promise<void> {
  const head = snapshot.head!
  const genesis = await snapshot.blockHash(0n)
  if (genesis && !equalBytes(genesis, genesisHash))
    throw new HistoryError('block', `block 0 is ${toHex(genesis)}, not the genesis ${toHex(genesisHash)}.`)
  for (const [name, block] of [['head', head] as const, ['anchor', head.anchor] as const])
    if (block)
      compare(block.number, `hash of the ${name}`, block.hash, await snapshot.blockHash(block.number))
  for (const name of ['safe', 'finalized'] as const)
    if (head[name] !== null && (await snapshot.blockHash(head[name])) === undefined)
      throw new HistoryError('block', `block ${head[name]}: it is ${name}, but it is not stored.`)
}

/** Each, with the words of a store's damage for what does not prove. */
async function* inHistory<V>(proving: AsyncIterable<V>): AsyncGenerator<V> {
  try {
    yield* proving
  } catch (cause) {
    if (!(cause instanceof ChainError)) throw cause
    throw new HistoryError('block', cause.message, { cause })
  }
}

function compareBlock({ stored, block }: VerifiedStored): void {
  for (const name of ['number', 'hash', 'size', 'blobGasPrice'] as const)
    compare(stored.number, name, stored[name], block[name])
  for (const [index, transaction] of block.transactions.entries())
    for (const name of ['hash', 'from', 'gasUsed', 'firstLogIndex'] as const)
      compare(
        stored.number,
        `${name} of transaction ${index}`,
        stored.transactions[index]![name],
        transaction[name],
      )
}

type Kept = Uint8Array | bigint | number | undefined

function compare(number: bigint, name: string, held: Kept, proven: Kept): void {
  const equal =
    held instanceof Uint8Array && proven instanceof Uint8Array ? equalBytes(held, proven) : held === proven
  if (equal) return
  const [kept, right] = [held, proven].map((value) =>
    value instanceof Uint8Array ? toHex(value) : String(value),
  )
  throw new HistoryError('block', `block ${number}: the ${name} that is held is ${kept}, not ${right}.`)
}

/** The hash must lead to this very place. */
async function checkFound(
  snapshot: Snapshot,
  number: bigint,
  hash: Uint8Array,
  index: number,
): Promise<void> {
  const found = await snapshot.locate(hash)
  if (found?.number === number && found.index === index) return
  throw new HistoryError('block', `block ${number}: transaction ${toHex(hash)} is not found by its hash.`)
}
