import { ChainError, equalBytes, type Parent, toHex, verify } from '@lectern/chain'
import { createBreather } from './breather.ts'
import { useWasmEngine } from './engine.ts'
import { HistoryError } from './error.ts'
import type { Store } from './store/store.ts'
import type { StoredBlock } from './store/stored-block.ts'

/** How a proof of all that is held is ended early, and who hears of each block. */
export interface ProveOptions {
  readonly signal?: AbortSignal
  /** Called for each block. */
  readonly onProgress?: (progress: ProveProgress) => void
}

/** The block just proved, and sums since the start. */
export interface ProveProgress {
  readonly number: bigint
  readonly hash: Uint8Array
  readonly blocks: number
  readonly transactions: number
}

/**
 * Proves again all that a store holds: every root and link, every sender, each field that was derived and kept, that each
 * transaction is found by its hash, that what says that others are not held is whole, and that head and anchor are blocks of it. Throws HistoryError `block` for the first thing that does not hold; what was derived is not
 * under any root, so only this finds it altered.
 */
export async function proveHistory(
  store: Store,
  { signal, onProgress }: ProveOptions = {},
): Promise<ProveProgress> {
  const { chain, head } = store
  if (chain === null || head === null) throw new HistoryError('store', 'The store holds no block to prove.')
  await useWasmEngine()
  const breathe = createBreather()
  let parent: Parent | null = null
  let done: ProveProgress = { number: head.lowest, hash: head.hash, blocks: 0, transactions: 0 }
  for (const held of store.blocks(head.lowest, head.number)) {
    const { hash, header } = proveBlock(held, { config: chain.config, parent })
    for (const [index, { hash: transaction }] of held.transactions.entries()) {
      await checkFound(store, held, transaction, index)
    }
    parent = { number: held.number, hash, timestamp: header.timestamp }
    const { blocks, transactions } = done
    done = {
      number: held.number,
      hash,
      blocks: blocks + 1,
      transactions: transactions + held.transactions.length,
    }
    onProgress?.(done)
    await breathe()
    signal?.throwIfAborted()
  }
  const index = store.checkIndex()
  while (!index.next().done) {
    await breathe()
    signal?.throwIfAborted()
  }
  if (head.lowest === 0n && !equalBytes(store.blockHash(0n)!, chain.genesisHash))
    throw new HistoryError(
      'block',
      `block 0 is ${toHex(store.blockHash(0n)!)}, not the genesis ${toHex(chain.genesisHash)}.`,
    )
  for (const [name, block] of [['head', head] as const, ['anchor', head.anchor] as const])
    if (block) compare(block.number, `hash of the ${name}`, block.hash, store.blockHash(block.number))
  return done
}

function proveBlock(held: StoredBlock, options: Parameters<typeof verify>[1]): ReturnType<typeof verify> {
  const block = attempt(() => verify(held.raw, options), held.number)
  for (const name of ['number', 'hash', 'size', 'blobGasPrice'] as const)
    compare(held.number, name, held[name], block[name])
  for (const [index, transaction] of block.transactions.entries()) {
    for (const name of ['hash', 'from', 'gasUsed', 'firstLogIndex'] as const)
      compare(
        held.number,
        `${name} of transaction ${index}`,
        held.transactions[index]![name],
        transaction[name],
      )
  }
  return block
}

function attempt<T>(prove: () => T, number: bigint): T {
  try {
    return prove()
  } catch (cause) {
    if (!(cause instanceof ChainError)) throw cause
    const message = cause.number === undefined ? `block ${number}: ${cause.message}` : cause.message
    throw new HistoryError('block', message, { cause })
  }
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

/** The answer by hash must lead to this very place. */
async function checkFound(store: Store, block: StoredBlock, hash: Uint8Array, index: number): Promise<void> {
  const answer = await store.eth_getTransactionByHash(toHex(hash))
  const found = answer instanceof Uint8Array ? JSON.parse(Buffer.from(answer).toString()) : answer
  if (found?.blockHash === toHex(block.hash) && Number(found.transactionIndex) === index) return
  throw new HistoryError(
    'block',
    `block ${block.number}: transaction ${toHex(hash)} is not found by its hash.`,
  )
}
