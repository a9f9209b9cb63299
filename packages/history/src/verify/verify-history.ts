import { ChainError, type Parent, toHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { errors } from '@lectern/spec'
import { createBreather } from '../long-work.ts'
import { useFastEngine } from '../engine.ts'
import { HistoryError } from '../error.ts'
import { type VerifiedStored, verifyStored } from './verify-stored.ts'
import { createVerifiers } from './verifiers.ts'
import { readHead, type Snapshot, type Store } from '../store/interface.ts'

/** How a verification runs. */
export interface VerifyHistoryOptions {
  readonly signal?: AbortSignal
  /**
   * How many threads verify blocks; 0: this thread alone.
   * @default the number of cores
   */
  readonly workers?: number
  /** Called for each block. */
  readonly onProgress?: (progress: VerifyHistoryProgress) => void
}

/** The block just verified, and sums since the start. */
export interface VerifyHistoryProgress {
  readonly number: bigint
  readonly hash: Uint8Array
  readonly blocks: number
  readonly transactions: number
}

/**
 * Verifies a whole store again, up to the head that it has at the beginning, also while it is written: every root and link, every sender,
 * each derived field, that each block and each transaction is found by its hash, that the index of hashes is whole, and that head and anchor are blocks of
 * it. Derived fields are under no root, so only this finds them altered.
 *
 * @param store - any store
 * @returns the last block, and how many blocks and transactions were verified
 * @throws HistoryError `block` for the first thing that is wrong, `store` if no block is stored, `damaged`
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
  const breathe = createBreather()
  const config = chain.config
  const marks: Mark[] = []
  await using verifiers = createVerifiers(threads)
  for (;;) {
    await using snapshot = await store.snapshot()
    const now = snapshot.head
    if (now === null || now.lowest > head.number) throw noBlock()
    while (marks.length > 0 && !(await isStored(snapshot, marks.at(-1)!))) marks.pop()
    let mark = marks.at(-1)
    const from = mark ? mark.number + 1n : now.lowest
    const last = now.number < head.number ? now.number : head.number
    const to = from + AT_ONCE > last ? last : from + AT_ONCE - 1n
    const verified = verifyStored(snapshot.blocks(from, to), { verifiers, config, parent: mark ?? null })
    for await (const pair of inHistory(verified)) {
      compareBlock(pair)
      const { number, transactions } = pair.stored
      const { hash, header } = pair.block
      await checkNumber(snapshot, number, hash)
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

/** How far the verification had come with a snapshot: if a reorg removes that block, it resumes after an earlier one. */
type Mark = Parent & VerifyHistoryProgress

const AT_ONCE = 1024n

const noBlock = () => new HistoryError('store', 'The store has no block to verify.')

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

/** Each, as an error of the store. */
async function* inHistory<V>(verifying: AsyncIterable<V>): AsyncGenerator<V> {
  try {
    yield* verifying
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

type Value = Uint8Array | bigint | number | undefined

function compare(number: bigint, name: string, stored: Value, derived: Value): void {
  const equal =
    stored instanceof Uint8Array && derived instanceof Uint8Array
      ? equalBytes(stored, derived)
      : stored === derived
  if (equal) return
  const [found, right] = [stored, derived].map((value) =>
    value instanceof Uint8Array ? toHex(value) : String(value),
  )
  throw new HistoryError('block', `block ${number}: the stored ${name} is ${found}, not ${right}.`)
}

/** The hash must lead to this very block, unless the index is known to lack some. */
async function checkNumber(snapshot: Snapshot, number: bigint, hash: Uint8Array): Promise<void> {
  let found: bigint | undefined
  try {
    found = await snapshot.blockNumber(hash)
  } catch (error) {
    if ((error as HistoryError).code === errors.ResourceUnavailable.code) return
    throw error
  }
  if (found !== number)
    throw new HistoryError('block', `block ${number}: ${toHex(hash)} is not found by its hash.`)
}

/** The hash must lead to this very transaction. */
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
