import type { VerifiedBlock } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import type { Transaction } from 'lmdb'
import { damaged, HistoryError } from '../../error.ts'
import type { Checked, Head, Snapshot, StoredBlock, StoredHeader, TransactionLocation } from '../interface.ts'
import { storedNumbers, toStoredBlock } from '../records/stored-blocks.ts'
import type { BlockParts } from '../results/reader.ts'
import type { RenderedResults } from '../results/rendered-results.ts'
import { createMethods } from '../results/results.ts'
import type { BlockRow } from '../records/records.ts'
import type { State } from '../records/state.ts'
import { createChecks } from './check-rows.ts'
import { createPin, createRenewal, type ReadOptions, type Tables } from './tables.ts'
import { createView, type View } from './view.ts'

/** What is read of the embedded store: without promises. */
export interface EmbeddedReads extends Omit<Snapshot, keyof AsyncDisposable> {
  readonly head: Head | null
  blockHash(number: bigint): Uint8Array | undefined
  blockNumber(hash: Uint8Array): bigint | undefined
  locate(hash: Uint8Array): TransactionLocation | undefined
  headers(from?: bigint, to?: bigint): Iterable<StoredHeader>
  blocks(from?: bigint, to?: bigint): Iterable<StoredBlock>
  checkBlock(block: VerifiedBlock, first: number): void
  checkState(checked: Checked): void
}

/**
 * A snapshot of the embedded store. While it is open no page of the file that was in use at its commit is used again, so what is written
 * meanwhile makes the file longer: read for long through one snapshot after another, and compare `blockHash` of the last block that was
 * read, since a reorg may have replaced it.
 */
export interface EmbeddedSnapshot extends EmbeddedReads, Disposable, AsyncDisposable {}

/** What a view reads, but for its head: where members are copied, a getter would be read. */
export function createReads(
  tables: Tables,
  view: View,
  { rendered, options }: { readonly rendered: RenderedResults; readonly options?: ReadOptions },
): Omit<EmbeddedReads, 'head'> {
  return {
    ...createMethods(view, rendered),
    ...createChecks(tables, view, options),
    blockHash(number) {
      const { head, lowest } = view.state()
      const isStored = head !== null && number >= BigInt(lowest) && number <= BigInt(head.number)
      return isStored ? view.blockRecord(Number(number))?.hash : undefined
    },
    blockNumber(hash) {
      const number = view.blockNumber(hash)
      return number === undefined ? undefined : BigInt(number)
    },
    *headers(from, to) {
      for (const number of storedNumbers(view.state(), from, to)) {
        const { hash, header } = requireBlock(view, number)
        yield { number: BigInt(number), hash, header }
      }
    },
    *blocks(from, to) {
      for (const number of storedNumbers(view.state(), from, to)) yield readBlock(view, number)
    },
    locate(hash) {
      const found = view.find(hash)
      return found && { number: BigInt(found.number), index: found.index }
    },
  }
}

/** Takes snapshots of tables; `close` closes those that are open. Snapshots of one commit share their members, so that one for each call costs it 0.1 µs of 13. */
export function createSnapshots(
  tables: Tables,
  { state, rendered }: { readonly state: () => State; readonly rendered: RenderedResults },
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
    const view = createView(tables, { state: () => options.transaction && state, options })
    const members: SharedMembers = {
      ...createReads(tables, view, { rendered, options }),
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

/** What the snapshots of one commit share. */
interface Shared {
  readonly state: State
  /** The prototype of each. */
  readonly members: SharedMembers
  /** Open while there are snapshots of it. */
  transaction: Transaction | undefined
  users: number
}

interface SharedMembers extends EmbeddedSnapshot {
  /** Each snapshot's own. */
  isOpen: boolean
}

function closed(): never {
  throw new HistoryError('closed', 'The snapshot has been disposed of.')
}

function requireBlock(view: View, number: number): BlockRow & BlockParts {
  const block = view.block(number)
  if (block === undefined) throw damaged(`block ${number}`)
  return block
}

function readBlock(view: View, number: number): StoredBlock {
  const block = requireBlock(view, number)
  const hashes = view.blockHashes(block)
  const transactions = Array.from(view.transactions(block), (record, index) => {
    const { hash, from, bytes, receipt, gasUsed, firstLogIndex } = record
    const listed = hashes.subarray(32 * index, 32 * index + 32)
    if (record.number !== number || record.index !== index || !equalBytes(hash, listed))
      throw damaged(`transaction ${index} of block ${number}`)
    const own = { hash: listed, from: from.slice(), bytes: bytes.slice(), receipt: receipt.slice() }
    return { ...own, gasUsed, firstLogIndex }
  })
  return toStoredBlock(number, block, transactions)
}
