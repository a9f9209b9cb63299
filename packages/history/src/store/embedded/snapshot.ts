import type { Methods } from '@lectern/spec'
import { equalBytes } from '@lectern/chain/internal'
import type { Transaction } from 'lmdb'
import { damaged, HistoryError } from '../../error.ts'
import type { Snapshot, StoredBlock, StoredCompanions, Sync } from '../interface.ts'
import { isWithin, type State, storedNumbers } from '../records/state.ts'
import { toStoredBlock } from '../results/reader.ts'
import type { RenderedResults } from '../results/rendered-results.ts'
import { createMethods } from '../results/results.ts'
import { createChecks } from './block-rows.ts'
import type { FrameCache } from '../cold/frame-cache.ts'
import { createPin, createRenewal, type ReadOptions } from './lmdb-internals.ts'
import type { Tables } from './tables.ts'
import { createView, type View } from './view.ts'

/** The members of a snapshot of the embedded store, which return no promises. */
export interface EmbeddedReads
  extends
    Methods,
    StoredCompanions,
    Sync<Omit<Snapshot, keyof (Methods & StoredCompanions & AsyncDisposable)>> {}

/** A snapshot of the embedded store. While it is open, commits make the file longer: read a long range through several (`readRange`). */
export interface EmbeddedSnapshot extends EmbeddedReads, Disposable, AsyncDisposable {}

/** Creates the members that read a view, except its head: a getter would be read as members are copied. */
export function createReads(
  tables: Tables,
  view: View,
  rendered: RenderedResults,
  options?: ReadOptions,
): Omit<EmbeddedReads, 'head'> {
  return {
    ...createMethods(view, rendered),
    ...createChecks(tables, view, options),
    blockHash: (number) =>
      isWithin(view.state(), number) ? view.requireRow(Number(number)).hash : undefined,
    blockNumber(hash) {
      const number = view.blockNumber(hash)
      return number === undefined ? undefined : BigInt(number)
    },
    *headers(from, to) {
      for (const number of storedNumbers(view.state(), from, to)) {
        const { hash, header } = view.requireBlock(number)
        yield { number: BigInt(number), hash, header }
      }
    },
    *blocks(from, to) {
      for (const number of storedNumbers(view.state(), from, to)) yield readBlock(view, number)
    },
  }
}

/** Creates what takes snapshots of tables; `close` closes the open ones. Snapshots of one commit share their members: a call that takes one pays 0.1 µs for it. */
export function createSnapshots(
  tables: Tables,
  state: () => State,
  rendered: RenderedResults,
  frames: FrameCache,
): { take(): EmbeddedSnapshot; close(): void } {
  const pin = createPin(tables)
  const renew = createRenewal(tables)
  const earlier = new Set<Shared>()
  let last: Shared | undefined
  return {
    take() {
      renew()
      const now = state()
      if (last?.state !== now) {
        if (last !== undefined && last.users > 0) earlier.add(last)
        last = share(now)
      }
      if (last.users++ === 0) last.transaction = pin()
      const snapshot = Object.create(last.members) as SharedMembers
      snapshot.isOpen = true
      return snapshot
    },
    close() {
      for (const shared of earlier) release(shared)
      if (last !== undefined) release(last)
    },
  }

  function share(state: State): Shared {
    const options = {
      get transaction() {
        // LMDB would read freed memory.
        return shared.transaction ?? closed()
      },
    }
    const view = createView(tables, { state: () => options.transaction && state, options, frames })
    const members: SharedMembers = {
      ...createReads(tables, view, rendered, options),
      get head() {
        return view.head()
      },
      isOpen: false,
      [Symbol.dispose]() {
        if (!this.isOpen) return
        this.isOpen = false
        if (--shared.users === 0) release(shared)
      },
      async [Symbol.asyncDispose]() {
        this[Symbol.dispose]()
      },
    }
    const shared: Shared = { state, members, transaction: undefined, users: 0 }
    return shared
  }

  function release(shared: Shared): void {
    shared.transaction?.done()
    shared.transaction = undefined
    earlier.delete(shared)
  }
}

interface Shared {
  readonly state: State
  /** The prototype of each. */
  readonly members: SharedMembers
  /** Open while there are snapshots of it. */
  transaction: Transaction | undefined
  users: number
}

interface SharedMembers extends EmbeddedSnapshot {
  /** A member of each snapshot itself. */
  isOpen: boolean
}

function closed(): never {
  throw new HistoryError('closed', 'The snapshot has been disposed of.')
}

function readBlock(view: View, number: number): StoredBlock {
  const block = view.requireBlock(number)
  const hashes = view.blockHashes(block)
  return toStoredBlock(number, block, view.transactions(block), (record, index) => {
    const listed = hashes.subarray(32 * index, 32 * index + 32)
    if (record.number !== number || record.index !== index || !equalBytes(record.hash, listed))
      throw damaged(`transaction ${index} of block ${number}`)
    return listed
  })
}
