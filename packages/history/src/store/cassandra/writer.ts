import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { concatBytes } from '@lectern/chain/internal'
import type { VerifiedBlock } from '@lectern/chain'
import type { BlockName } from '@lectern/consensus'
import { HistoryError } from '../../error.ts'
import { checkExpected, findTop, lowerHead, raiseHead, trustBlocks } from '../changes.ts'
import type { CompactOptions, CompactStep, StoreChange } from '../interface.ts'
import { isWithin, type State } from '../records/state.ts'
import { createBlockStatements, encodeCanon } from './block-rows.ts'
import { cleanHeights, cleanMoved } from './cleaning.ts'
import { writeFrames } from './compaction.ts'
import type { Connection } from './connection.ts'
import { inParallel } from './in-parallel.ts'
import { countUpTo, createReader } from './reader.ts'
import { createRows } from './rows.ts'
import {
  addCold,
  changeStateRow,
  fenced,
  joinRanges,
  type Heights,
  lowerCold,
  nextCold,
  numbersOf,
  readStateRow,
  RECENT,
  recentHash,
  stampOf,
  type StateRow,
} from './state-row.ts'
import { countOf } from '../cold/compression.ts'

/** The one writer of a store. Its commits run one after another. */
export interface ClusterWriter extends AsyncDisposable {
  row(): StateRow
  commit(change: StoreChange): Promise<void>
  /** Moves blocks into the cold form, as `Store.compact` does. */
  compact(options: CompactOptions): Promise<CompactStep | null>
}

/**
 * Creates the writer of a store whose row of `state` has its epoch. A commit marks its heights dirty, writes the rows of its blocks, then moves
 * the head. Another writer's epoch fences each of these. Heights that were unwound, or written by a commit that did not end, stay dirty until
 * they are cleaned. After `grace` milliseconds no snapshot reads removed blocks, nor the hot form of blocks that were moved.
 */
export function createWriter(connection: Connection, acquired: StateRow, grace: number): ClusterWriter {
  const statements = createBlockStatements(connection)
  let row = acquired
  let fault: unknown
  // Whether a commit did not end: then `canon` may name its blocks where `recent` names others.
  let isTorn = row.dirty !== null
  // Whether it is unknown if the last change was applied: no node answered.
  let isUnsure = false
  let timer: NodeJS.Timeout | undefined
  // The heights from which blocks were unwound or torn, and when: the oldest first.
  let unwound: { readonly from: number; readonly at: number }[] = []
  // The cold blocks whose rows of the hot form are to be removed, and since when they are cold: the oldest first.
  let moved: { readonly to: number; readonly at: number }[] = []
  let last: Promise<unknown> = Promise.resolve()
  planCleaning()
  planRemoval()
  return {
    row: () => row,
    commit: (wanted) => inTurn(() => commit(wanted)),
    async compact(options) {
      const step = await inTurn(() => compact(options))
      if (step === null && options.isComplete) await untilRemoved(options.signal)
      return step
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(timer)
      fault ??= new Error('The store is closed.')
      await last
    },
  }

  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = last.then(run)
    last = turn.catch(() => {})
    return turn
  }

  /** Changes the row of `state`. Its sequence goes up, so the next writes have higher timestamps than earlier deletions. */
  async function change(next: Partial<StateRow>): Promise<void> {
    if (fault !== undefined) throw fault
    try {
      row = await changeStateRow(connection, row, { ...row, ...next, sequence: row.sequence + 1n })
    } catch (error) {
      if ((error as HistoryError).code === 'fenced') fault = error
      isUnsure = true
      throw error
    }
  }

  /** Reads the row if a change of it may have been applied unseen. */
  async function makeSure(): Promise<void> {
    if (fault !== undefined) throw fault
    if (!isUnsure) return
    const now = await readStateRow(connection, 'serial')
    if (now.epoch !== row.epoch || now.writer !== row.writer) throw (fault = fenced(now.writer))
    ;[row, isUnsure] = [now, false]
    if (row.dirty !== null) isTorn = true
    planRemoval()
  }

  async function commit({ keepUpTo, blocks = [], frames = [], ...rest }: StoreChange): Promise<void> {
    await makeSure()
    const wasTorn = isTorn
    const { state } = row
    const top = state.head?.number ?? -1
    const lowered = findTop(state, keepUpTo)
    const to = lowered ?? top
    const root = lowered === undefined ? { state, timestamp: row.timestamp } : await unwind(to)
    const raised = raiseHead(root.state, blocks, row.chain)
    const added = blocks.reduce((sum, block, index) => sum + countOf(block, frames[index]), 0)
    const grown = { ...raised, transactions: raised.transactions + added }
    for (const block of rest.expected ?? []) checkExpected(block, await findHash(block, grown, blocks))
    const trusted = rest.anchor && (await findHash(rest.anchor, grown, blocks))
    const next = trustBlocks(grown, rest, trusted)
    if (isDeepStrictEqual(next, state)) return
    const removed = lowered === undefined ? null : { from: to + 1, to: top }
    const dirty = joinRanges(row.dirty, removed)
    if (removed && blocks.length > 0) await listReplaced(removed)
    const kept = row.recent.subarray(32 * (top - to))
    const lower = lowered === undefined ? row.cold : lowerCold(row.cold, to, root.state)
    const from = Number(blocks[0]?.number)
    const packed = from === nextCold({ state: grown, cold: lower }) ? frames : []
    const cold = addCold(lower, { from, to: from + packed.length - 1 })
    if (blocks.length > 0) await writeBlocks(blocks, packed, root.state, dirty)
    const hashes = blocks.slice(-RECENT).map(({ hash }) => hash)
    const all = concatBytes([...hashes.toReversed(), kept])
    const recent = blocks.length > 0 ? all.slice(0, 32 * RECENT) : all // only then `canon` is right below
    const timestamp = blocks.at(-1)?.header.timestamp ?? root.timestamp
    trimMoved(lower)
    await change({ state: next, timestamp, recent, dirty, cold })
    if (packed.length > 0) planRemoval()
    if (blocks.length > 0) isTorn = false
    if (removed || wasTorn) planCleaning(wasTorn ? undefined : removed!.from)
  }

  /** Lists in `recent` all blocks that the commit replaces: readers see `canon` change before the head does. */
  async function listReplaced({ from, to }: Heights): Promise<void> {
    if (recentHash(row, from) !== undefined) return
    if (to - from >= DEEPEST)
      throw new HistoryError(
        'contiguity',
        `The store cannot be unwound to ${from - 1} by the commit that adds other blocks: in a cluster that replaces ${DEEPEST} blocks at most. Unwind it by a commit before.`,
      )
    const reader = strictReader()
    const listed = new Map<number, Uint8Array>()
    const numbers = numbersOf({ from, to })
    await inParallel(numbers, IN_FLIGHT, async (number) =>
      listed.set(number, recentHash(row, number) ?? (await reader.requireRow(number)).hash),
    )
    await change({ recent: concatBytes(numbers.toReversed().map((number) => listed.get(number)!)) })
  }

  async function unwind(to: number): Promise<Pick<StateRow, 'state' | 'timestamp'>> {
    const { state } = row
    if (!isWithin(state, to)) return { state: lowerHead(state, null, 0), timestamp: null }
    const reader = strictReader()
    const { hash, timestamp } = await reader.requireRow(to)
    return { state: lowerHead(state, { number: to, hash }, await countUpTo(reader, state, to)), timestamp }
  }

  async function findHash({ number }: BlockName, grown: State, blocks: readonly VerifiedBlock[]) {
    const added = blocks.find((block) => block.number === number)
    if (added) return added.hash
    return isWithin(grown, number) ? (await strictReader().requireRow(Number(number))).hash : undefined
  }

  function strictReader() {
    const read: Connection['read'] = (query, params) => connection.read(query, params, 'majority')
    return createReader(createRows({ ...connection, read }), () => row)
  }

  async function writeBlocks(
    blocks: readonly VerifiedBlock[],
    frames: NonNullable<StoreChange['frames']>,
    root: State,
    dirty: Heights | null,
  ) {
    const added = { from: Number(blocks[0]!.number), to: Number(blocks.at(-1)!.number) }
    const before = row
    await change({ dirty: joinRanges(dirty, added) })
    const stamp = stampOf(row)
    if (isTorn && dirty) {
      const top = before.state.head?.number ?? -1
      const corrections = Array.from({ length: before.recent.length / 32 }, (_, index) => top - index)
        .filter((number) => number >= dirty.from && number <= dirty.to && isWithin(root, number))
        .flatMap((number) => {
          const hash = recentHash(before, number)
          return hash ? [statements.setCanon(number, encodeCanon(hash, stamp), stamp)] : []
        })
      await inParallel(corrections, IN_FLIGHT, (statement) => connection.write([statement], 'majority'))
    }
    isTorn = true
    // A deletion finds a block's rows by these.
    await inParallel([...blocks.entries()], IN_FLIGHT, ([index, block]) =>
      connection.write(statements.first(block, stamp, frames[index]), 'majority'),
    )
    const rest = (function* () {
      for (const [index, block] of blocks.entries()) yield* statements.rest(block, frames[index], stamp)
    })()
    await inParallel(rest, IN_FLIGHT, (some) => connection.write(some, 'majority'))
  }

  async function compact(options: CompactOptions): Promise<CompactStep | null> {
    await makeSure()
    const { cold, state } = row
    const step = await writeFrames(connection, row, options)
    if (step === null) return null
    trimMoved(cold)
    await change({ cold: { number: Number(step.number), removed: cold?.removed ?? state.lowest - 1 } })
    planRemoval()
    return step
  }

  /** Forgets when blocks were moved that were unwound since: others may be moved in their place. */
  function trimMoved(cold: StateRow['cold']): void {
    moved = moved.map(({ to, at }) => ({ to: Math.min(to, cold?.number ?? -1), at }))
  }

  /** Waits until nothing is left of the hot form of cold blocks. Throws the signal's reason. */
  async function untilRemoved(signal?: AbortSignal): Promise<void> {
    while (row.cold !== null && row.cold.removed < row.cold.number) {
      if (fault !== undefined) throw fault
      await wait(WAIT, undefined, { signal }).catch(() => signal?.throwIfAborted())
    }
  }

  /** Plans to clean dirty heights, once no snapshot reads what was unwound or torn from a height on. */
  function planCleaning(from = row.dirty?.from): void {
    if (row.dirty === null) return
    unwound.push({ from: from!, at: performance.now() })
    cleanAfter(grace)
  }

  /** Plans to remove the hot form of blocks that are cold by now, once no snapshot reads it. */
  function planRemoval(): void {
    if (row.cold === null || row.cold.removed === row.cold.number) return
    moved.push({ to: row.cold.number, at: performance.now() })
    cleanAfter(grace)
  }

  function cleanAfter(milliseconds: number): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void inTurn(clean)
    }, milliseconds).unref()
  }

  /** Cleans some heights, so that commits get their turn. It retries while a node is down. */
  async function clean(): Promise<void> {
    if (fault !== undefined) return
    try {
      await makeSure()
      const waits = [await cleanDirty(), await removeMoved()].filter((wait) => wait !== undefined)
      if (waits.length > 0) cleanAfter(Math.min(...waits))
    } catch {
      cleanAfter(AGAIN)
    }
  }

  /** Cleans dirty heights below those that were unwound too lately. Returns after how many milliseconds the next ones may be cleaned; undefined if none are left. */
  async function cleanDirty(): Promise<number | undefined> {
    const { dirty } = row
    if (dirty === null) return undefined
    const now = performance.now() + 1 // a timer may come so early
    unwound = unwound.filter(({ at }) => at + grace > now)
    const fresh = Math.min(...unwound.map(({ from }) => from))
    const to = Math.min(dirty.to, dirty.from + CLEANED - 1, fresh - 1)
    if (to < dirty.from) return unwound[0]!.at + grace - now
    await cleanHeights(connection, row, { from: dirty.from, to })
    await change({ dirty: to < dirty.to ? { from: to + 1, to: dirty.to } : null })
    if (to < dirty.to) return 0
    isTorn = false
    return undefined
  }

  /** Removes the hot form of blocks that are cold for long enough. Returns the same. */
  async function removeMoved(): Promise<number | undefined> {
    const { cold } = row
    if (cold === null || cold.removed === cold.number) return undefined
    const now = performance.now() + 1
    const old = moved.findLast(({ at }) => at + grace <= now)
    const to = Math.min(cold.number, cold.removed + REMOVED, old?.to ?? cold.removed)
    if (to > cold.removed) {
      await cleanMoved(connection, row, { from: cold.removed + 1, to })
      await change({ cold: { ...cold, removed: to } })
    }
    moved = moved.filter((one) => one.to > to)
    return moved[0] && Math.max(0, moved[0].at + grace - now)
  }
}

const IN_FLIGHT = 32 // statements or batches in flight: of 384, some timed out on cold nodes
const DEEPEST = 8192 // 256 KiB of hashes in the row of `state`, until the commit ends
const CLEANED = 64
const REMOVED = 512
const AGAIN = 30_000
const WAIT = 100
