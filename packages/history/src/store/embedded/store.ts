import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HistoryError, reasonOf } from '../../error.ts'
import { renameDurably, syncFolder } from '../../folder.ts'
import { checkChain } from '../changes.ts'
import { createFrameCache } from '../cold/frame-cache.ts'
import type { ChainIdentity, Store, Sync } from '../interface.ts'
import type { OpenOptions } from '../location.ts'
import { countBlocks } from '../records/state.ts'
import { createProofs, type SyncProofs } from '../results/proofs.ts'
import { createRenderedResults } from '../results/rendered-results.ts'
import { watchFile } from './watch-file.ts'
import { createCompactor } from './cold-writer.ts'
import { checkHashes } from './hashes.ts'
import { lockWriter } from './lock.ts'
import { createReads, createSnapshots, type EmbeddedReads, type EmbeddedSnapshot } from './snapshot.ts'
import { usedBytes } from './lmdb-internals.ts'
import { closeTables, DATA_FILE, openTables, prepareFolder, requireStore } from './tables.ts'
import { cacheStates, checkCommit, createView, readIdentity } from './view.ts'
import { createWriter, settleIdentity } from './writer.ts'

/** The embedded store: one LMDB file in a folder, read and written without promises. The methods it shares with snapshots read the last commit. */
export interface EmbeddedStore
  extends
    EmbeddedReads,
    Sync<Pick<Store, 'commit' | 'report' | 'checkIndex' | 'chain'>>,
    Pick<Store, 'compact'>,
    AsyncDisposable {
  snapshot(): EmbeddedSnapshot
  readonly proofs: SyncProofs
  /** Whether the file at its path was deleted or replaced since it was opened. Looks at most once per second. */
  isReplaced(): boolean
}

/** The options of a store; a cluster ignores those that are not in OpenOptions. */
export interface StoreOptions extends OpenOptions {
  /** Hashes in the first level of the index: fewer make smaller commits, more make fewer levels. @default 16384 */
  readonly recentHashes?: number
}

/** Opens the store in a folder, and makes it if there is none, as `openStore` does. */
export async function openEmbeddedStore(
  datadir: string,
  {
    readOnly = false,
    chain,
    recentHashes = 16384,
    renderedBytes = 2 ** 26,
    provenBytes = 2 ** 26,
  }: StoreOptions = {},
): Promise<EmbeddedStore> {
  await using parts = new AsyncDisposableStack()
  if (readOnly) requireStore(datadir)
  else {
    await prepareFolder(datadir)
    parts.use(await lockWriter(datadir))
    await makeDataFile(datadir, chain)
  }
  const tables = openTables(datadir, { readOnly })
  parts.defer(() => closeTables(tables))
  const stored = readOnly ? readIdentity(tables) : settleIdentity(tables, chain)
  if (stored === undefined)
    throw new HistoryError('missing', `${datadir} holds no store yet: import a chain into it first.`)
  if (readOnly && chain) checkChain(stored, chain, -1n)
  const write = readOnly ? undefined : createWriter(tables, { chain: stored, recentHashes })
  const state = cacheStates(tables)
  const frames = createFrameCache(FRAME_BYTES)
  const view = createView(tables, { state, frames })
  const rendered = createRenderedResults(renderedBytes)
  const reads = createReads(tables, view, rendered)
  const snapshots = createSnapshots(tables, state, rendered, frames)
  parts.defer(() => snapshots.close())
  checkCommit(tables)
  const compact = createCompactor(tables, view)
  const refuse = () => new HistoryError('read-only', `The store in ${datadir} was opened for reading only.`)
  const open = parts.move()
  return {
    ...reads,
    get head() {
      return view.head()
    },
    get chain() {
      return readIdentity(tables) ?? null // a writer may give an empty store another chain
    },
    snapshot: () => snapshots.take(),
    commit(change) {
      if (write === undefined) throw refuse()
      write(change)
    },
    async compact(options) {
      if (readOnly) throw refuse()
      return await compact(options)
    },
    report() {
      const state = view.state()
      return {
        blocks: countBlocks(state),
        transactions: state.transactions,
        bytes: usedBytes(tables.root),
        ...(state.cold && { cold: state.cold.number - state.lowest + 1 }),
      }
    },
    checkIndex: () => checkHashes(tables, view.state),
    proofs: createProofs(view, provenBytes),
    isReplaced: watchFile(tables.root.path),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

const FRAME_BYTES = 2 ** 22 // of decompressed frames: thirty blocks

/** Creates the file of an empty store, unless it exists. It gets its name once it is complete and on the disk. Throws HistoryError `unwritable`. */
async function makeDataFile(datadir: string, chain: ChainIdentity | undefined): Promise<void> {
  const path = join(datadir, DATA_FILE)
  if (existsSync(path)) return syncFolder(datadir) // its creator may have been killed
  const part = `${DATA_FILE}.part`
  const clear = (name: string) => rm(join(datadir, name), { force: true })
  try {
    await clear(part)
    const tables = openTables(datadir, { readOnly: false, file: part })
    try {
      settleIdentity(tables, chain)
    } finally {
      await closeTables(tables)
      await clear(`${part}-lock`)
    }
    await renameDurably(join(datadir, part), path)
  } catch (cause) {
    if (cause instanceof HistoryError) throw cause
    throw new HistoryError('unwritable', `${path} cannot be made: ${reasonOf(cause as Error)}.`, { cause })
  }
}
