import { setImmediate } from 'node:timers/promises'
import type { VerifiedBlock } from '@lectern/chain'
import type { MaybePromise } from '@lectern/spec'
import { type Answers, createAnswers } from '../results/results.ts'
import { makeDataFile } from './data-file.ts'
import { HistoryError } from '../../error.ts'
import { watchFile } from './file-identity.ts'
import { checkHashes } from './hashes.ts'
import { type ChainIdentity, checkChain, readIdentity, settleIdentity } from './identity.ts'
import { lockWriter } from './lock.ts'
import { damaged } from './seal.ts'
import { createProofs, type Proofs } from '../results/proofs.ts'
import { createRenderedAnswers } from '../results/rendered-results.ts'
import { createSnapshot, hashOf, type Head, type Snapshot, toHead } from './snapshot.ts'
import { lastCommit, openTables, prepareFolder, requireStore, type Tables, usedBytes } from './tables.ts'
import { cacheStates, createView, type View } from './view.ts'
import { createWriter, type Trust, type Writer } from './writer.ts'

/** How much a store holds. */
export interface StoreReport {
  readonly blocks: number
  readonly transactions: number
  /** What its file uses of the disk. */
  readonly bytes: number
}

/** A chain's history in a folder. One process writes it, any number read it; each sees an append or unwind whole, as soon as it is done. */
export interface Store extends Answers, AsyncDisposable {
  /** Which chain it was made for; null where nobody has said. */
  readonly chain: ChainIdentity | null
  /** null while it holds nothing. */
  readonly head: Head | null
  /**
   * Adds blocks in one commit, which is on the disk when this returns. Throws HistoryError `contiguity` where a block does not follow the
   * one before it, `chain` where block 0 is another chain's, `unwritable`, `read-only`; then nothing has changed.
   */
  append(blocks: readonly VerifiedBlock[]): MaybePromise<void>
  /** Takes away the blocks above a number, in one commit; a number below the lowest empties it. The highest safe block is the last one then, where it was above. Throws HistoryError `anchor` where a trusted or finalized block would go. */
  unwind(to: bigint): MaybePromise<void>
  /** Records what is trusted, safe and final, in one commit. Throws HistoryError `anchor` where that is no stored block, or is not in order. */
  trust(trust: Trust): MaybePromise<void>
  /** The store as it is now: ranges of blocks are read through one. */
  snapshot(): Snapshot
  /** 32 bytes; undefined where the block is not held. */
  blockHash(number: bigint): Uint8Array | undefined
  report(): StoreReport
  /** Whether the file at its path is no longer the one that was opened, and so is still read: it was deleted, or another was put there. Looks at most once a second. */
  isReplaced(): boolean
  /** Reads the whole index of hashes, a part with each step, as answers about unknown hashes do. Throws HistoryError `damaged`. */
  checkIndex(): Iterator<void, void, void>
  readonly proofs: Proofs
}

/** How to open a store. */
export interface StoreOptions {
  /** Any number of processes may; the store must be there. */
  readonly readOnly?: boolean
  /** The chain it is for: a store that holds no block takes it, one with blocks of another chain is refused. */
  readonly chain?: ChainIdentity
  /** How many hashes stay in the first level of the index: fewer make smaller commits, more make fewer levels. */
  readonly recentHashes?: number
  /** How many bytes of answers are kept in memory as they were written, those asked for last: blocks, and the transactions and receipts of the newest; 0 keeps none. */
  readonly renderedBytes?: number
  /** How many bytes are kept in memory of what proofs of one block share, of the blocks asked for last; 0 keeps none. */
  readonly provenBytes?: number
}

/** Opens the store in a folder, and makes it where there is none yet. Throws HistoryError with a sentence for a person. */
export async function openStore(
  datadir: string,
  {
    readOnly = false,
    chain,
    recentHashes = 16384,
    renderedBytes = 2 ** 26,
    provenBytes = 2 ** 26,
  }: StoreOptions = {},
): Promise<Store> {
  await using parts = new AsyncDisposableStack()
  if (readOnly) requireStore(datadir)
  else {
    await prepareFolder(datadir)
    parts.use(await lockWriter(datadir))
    await makeDataFile(datadir, chain)
  }
  const tables = openTables(datadir, { readOnly })
  parts.defer(() => tables.root.close())
  const held = readOnly ? requireIdentity(datadir, tables) : settleIdentity(tables, chain)
  if (readOnly && chain) checkChain(held, chain, -1n)
  const writer = readOnly ? refuseWrites(datadir) : createWriter(tables, { chain: held, recentHashes })
  const snapshots = new Set<Disposable>()
  parts.defer(() => snapshots.forEach((snapshot) => snapshot[Symbol.dispose]()))
  const cache = cacheStates(tables)
  const view = createView(tables, undefined, cache)
  const rendered = createRenderedAnswers(renderedBytes)
  await checkCommit(tables, view)
  const open = parts.move()
  return {
    ...createAnswers(view, rendered),
    ...writer,
    get chain() {
      return readIdentity(tables) ?? null // a writer may have made an empty store one of another chain
    },
    proofs: createProofs(view, provenBytes),
    get head() {
      return toHead(view.state())
    },
    snapshot() {
      const snapshot = createSnapshot(tables, { cache, rendered }, () => snapshots.delete(snapshot))
      snapshots.add(snapshot)
      return snapshot
    },
    blockHash: (number) => hashOf(view, number),
    report() {
      const { head, lowest, transactions } = view.state()
      return { blocks: head ? head.number - lowest + 1 : 0, transactions, bytes: usedBytes(tables.root) }
    },
    isReplaced: watchFile(tables.root.path),
    checkIndex: () => checkHashes(tables, view.state()),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

function requireIdentity(datadir: string, tables: Tables): ChainIdentity | null {
  const identity = readIdentity(tables)
  if (identity === undefined)
    throw new HistoryError('missing', `${datadir} holds no store yet: import a chain into it first.`)
  return identity
}

/** A flipped bit in LMDB's first pages can lead to an earlier commit, whose pages are used again. Throws HistoryError `damaged`. */
async function checkCommit(tables: Tables, view: View): Promise<void> {
  for (let attempt = 1; view.state().commit < lastCommit(tables.root); attempt++) {
    if (attempt === 10) throw damaged('its last commit')
    tables.root.resetReadTxn() // a writer may have written meanwhile
    await setImmediate()
  }
}

function refuseWrites(datadir: string): Writer {
  const refuse = (): never => {
    throw new HistoryError('read-only', `The store in ${datadir} was opened for reading only.`)
  }
  return { append: refuse, unwind: refuse, trust: refuse }
}
