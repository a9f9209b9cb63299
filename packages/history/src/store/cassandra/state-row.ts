import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { equalBytes } from '@lectern/chain/internal'
import { damaged, HistoryError } from '../../error.ts'
import { decodeIdentity, sealIdentity } from '../records/identity.ts'
import { decodeState, encodeState, type State, toHead } from '../records/state.ts'
import type { ChainIdentity, Head } from '../interface.ts'
import { toBytes } from './cells.ts'
import type { Connection, Consistency, Row } from './connection.ts'

/** The one row of `state`: who may write the store, and what its readers see. */
export interface StateRow {
  readonly chain: ChainIdentity | null
  /** The number of writers so far. */
  readonly epoch: bigint
  /** The number of changes of this row so far. */
  readonly sequence: bigint
  readonly state: State
  /** Of the head; null without one. */
  readonly timestamp: bigint | null
  /** The hashes of the newest blocks, the head's first: they decide there, `canon` below. At most `RECENT`, or all that a deeper reorg in flight
   * replaces. */
  readonly recent: Uint8Array
  /** Heights that may have rows of other blocks, or an old `canon` on some node. */
  readonly dirty: Heights | null
  /** The blocks in the cold form: all up to one. Null if there are none. */
  readonly cold: ColdHeights | null
  /** The last writer, in words, with a unique id. */
  readonly writer: string | null
}

/** The last block in the cold form, and the last one of which the rows of the hot form are removed; -1 before block 0. */
export interface ColdHeights {
  readonly number: number
  readonly removed: number
}

export interface Heights {
  readonly from: number
  readonly to: number
}

export const numbersOf = ({ from, to }: Heights): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** The number of blocks up to the head in `recent` after a commit. */
export const RECENT = 128

/** Returns the fencing token of a state, which is the timestamp of its rows: higher for a later epoch or sequence, with room for sixteen. */
export const stampOf = ({ epoch, sequence }: Pick<StateRow, 'epoch' | 'sequence'>): bigint =>
  (epoch << 32n) + (sequence << 4n)

/** Returns the hash of one of the newest blocks; undefined if the list lacks it. */
export function recentHash({ state: { head }, recent }: StateRow, number: number): Uint8Array | undefined {
  if (head === null || number > head.number) return undefined
  const at = 32 * (head.number - number)
  return at < recent.length ? recent.subarray(at, at + 32) : undefined
}

export const isDirty = ({ dirty }: Pick<StateRow, 'dirty'>, number: number): boolean =>
  dirty !== null && number >= dirty.from && number <= dirty.to

export const isCold = ({ cold }: Pick<StateRow, 'cold'>, number: number): boolean =>
  cold !== null && number <= cold.number

export const nextCold = ({ cold, state }: Pick<StateRow, 'cold' | 'state'>): number =>
  cold === null ? state.lowest : cold.number + 1

/** Returns the cold blocks that are left once those above a number are removed; null if none is stored any more. */
export const lowerCold = (cold: StateRow['cold'], to: number, { head }: State): StateRow['cold'] =>
  cold && head && { number: Math.min(cold.number, to), removed: Math.min(cold.removed, to) }

/** Adds the next blocks, which are written in the cold form at once. If rows of their hot form are there, too, cleaning finds them at dirty heights. */
export function addCold(cold: StateRow['cold'], { from, to }: Heights): StateRow['cold'] {
  if (!(to >= from)) return cold
  const removed = cold?.removed ?? from - 1
  return { number: to, removed: removed === from - 1 ? to : removed }
}

export const joinRanges = (a: Heights | null, b: Heights | null): Heights | null =>
  a && b ? { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) } : (a ?? b)

/** Reads the row; returns `last` if it has not changed. Throws HistoryError `missing`, `newer`, `older`, `damaged` or `unavailable`. */
export async function readStateRow(
  connection: Connection,
  copies: Consistency,
  last?: StateRow,
): Promise<StateRow> {
  const { keyspace } = connection
  const [row] = await connection.read(`SELECT * FROM ${keyspace}.state WHERE id = 'store'`, [], copies)
  if (row === undefined)
    throw new HistoryError(
      'missing',
      `The keyspace ${keyspace} holds no store: run lectern store create first.`,
    )
  if (last && row['epoch'] === last.epoch && row['sequence'] === last.sequence) return last
  const now = decodeRow(row)
  return last && isDeepStrictEqual(now.state, last.state) ? { ...now, state: last.state } : now
}

function decodeRow(row: Row): StateRow {
  const pair = (...names: readonly [string, string]) => {
    const [a, b] = names.map((name) => row[name] as bigint | null)
    return a == null || b == null ? null : ([Number(a), Number(b)] as const)
  }
  const [dirty, cold] = [pair('dirty_from', 'dirty_to'), pair('cold', 'removed')]
  return {
    chain: decodeIdentity(requireCell(row, 'identity')),
    epoch: row['epoch'] as bigint,
    sequence: row['sequence'] as bigint,
    state: decodeState(requireCell(row, 'state')),
    timestamp: row['timestamp'] as bigint | null,
    recent: requireCell(row, 'recent').slice(),
    dirty: dirty && { from: dirty[0], to: dirty[1] },
    cold: cold && { number: cold[0], removed: cold[1] },
    writer: row['writer'] as string | null,
  }
}

function requireCell(row: Row, name: string): Uint8Array {
  const bytes = toBytes(row[name])
  if (bytes === undefined) throw damaged('its state')
  return bytes
}

/** Changes the row, to a higher epoch or sequence, unless another writer did. Throws HistoryError `fenced` if one did. */
export async function changeStateRow(
  connection: Connection,
  before: StateRow,
  next: StateRow,
): Promise<StateRow> {
  const { dirty, cold } = next
  const query = `UPDATE ${connection.keyspace}.state SET identity = ?, epoch = ?, sequence = ?, state = ?, timestamp = ?,
    recent = ?, dirty_from = ?, dirty_to = ?, cold = ?, removed = ?, writer = ? WHERE id = 'store' IF epoch = ? AND sequence = ?`
  const values = [
    sealIdentity(next.chain),
    next.epoch,
    next.sequence,
    encodeState(next.state),
    next.timestamp,
    next.recent,
    dirty && BigInt(dirty.from),
    dirty && BigInt(dirty.to),
    cold && BigInt(cold.number),
    cold && BigInt(cold.removed),
    next.writer,
  ]
  for (let attempt = 1; ; attempt++) {
    if (await connection.update(query, [...values, before.epoch, before.sequence])) return next
    // Refused, or unknown after a timeout: the row decides whether it was applied.
    const now = await readStateRow(connection, 'serial')
    if (now.epoch === next.epoch && now.sequence === next.sequence && now.writer === next.writer) return next
    if (now.epoch !== before.epoch || now.sequence !== before.sequence) throw fenced(now.writer)
    if (attempt === ATTEMPTS)
      throw new HistoryError(
        'unavailable',
        `The cluster of ${connection.hosts.join(', ')} does not change the store's state.`,
      )
    await setTimeout(50 * 2 ** attempt)
  }
}

const ATTEMPTS = 8

export const fenced = (by: string | null): HistoryError =>
  new HistoryError(
    'fenced',
    `Another writer took the store over, ${by ?? 'unknown'}: this one writes no more.`,
  )

/** Returns the head of a row: the same object for the same state. */
export function headOf(row: StateRow): Head | null {
  const { state, timestamp } = row
  let head = heads.get(state)
  if (head === undefined) {
    const known = toHead(state)
    heads.set(state, (head = known && { ...known, timestamp: timestamp! }))
  }
  return head
}

const heads = new WeakMap<State, Head | null>()

export const isEqual = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a !== undefined && b !== undefined && equalBytes(a, b)
