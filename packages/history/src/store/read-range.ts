import { decodeHeader, type Header } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import type { BlockName } from '@lectern/consensus'
import { HistoryError } from '../error.ts'
import type { Snapshot, Store, StoredBlock, StoredHeader } from './interface.ts'

/** A range of blocks, and the function that reads it. */
export interface RangeOptions<T extends BlockName> {
  readonly from: bigint
  readonly to: bigint
  /** The block before the first: it must be stored, unless the store begins above it. @default any */
  readonly after?: BlockName | null | undefined
  /** Reads a part of the range through one snapshot, in order. */
  readonly read: (snapshot: Snapshot, from: bigint, to: bigint) => Iterable<T> | AsyncIterable<T>
  /** The most milliseconds that one snapshot is read for. @default 1000 */
  readonly age?: number
}

/**
 * Reads a range of blocks in order, through successive snapshots of at most `PART` blocks or `age` milliseconds. An open snapshot makes an
 * embedded store's file longer, and a cluster's expires. Each must have the last block of the one before, so all are of one chain.
 *
 * @throws HistoryError `conflict` once a block of the range is replaced or removed
 */
export async function* readRange<T extends BlockName>(
  store: Pick<Store, 'snapshot'>,
  { from, to, after, read, age = AGE }: RangeOptions<T>,
): AsyncGenerator<T, void> {
  let last = after
  for (let next = from; next <= to;) {
    const begin = next
    await using snapshot = await store.snapshot()
    const end = performance.now() + age
    const lowest = snapshot.head?.lowest ?? 0n
    if (last && last.number >= lowest && !(await hasBlock(snapshot, last))) throw replaced(last.number)
    const part = begin + PART > to ? to : begin + PART - 1n
    try {
      for await (const block of read(snapshot, begin, part)) {
        yield block
        last = { number: block.number, hash: block.hash }
        next = block.number + 1n
        if (performance.now() > end) break
      }
    } catch (error) {
      // This process may have been suspended for longer than the snapshot lasts.
      if ((error as HistoryError).code !== 'closed' || next === begin) throw error
    }
    if (next === begin) throw replaced(begin)
  }
}

export const readBlocks: RangeOptions<StoredBlock>['read'] = (snapshot, from, to) => snapshot.blocks(from, to)

export const readHeaders: RangeOptions<StoredHeader>['read'] = (snapshot, from, to) =>
  snapshot.headers(from, to)

/** Reads the header of a block that is stored. Throws HistoryError `missing` without it. */
export async function readHeader(snapshot: Pick<Snapshot, 'headers'>, number: bigint): Promise<Header> {
  for await (const { header } of snapshot.headers(number, number)) return decodeHeader(header)
  throw new HistoryError('missing', `block ${number} is not stored.`)
}

const PART = 1024n
const AGE = 1000

export async function hasBlock(
  snapshot: Pick<Snapshot, 'blockHash'>,
  { number, hash }: BlockName,
): Promise<boolean> {
  const stored = await snapshot.blockHash(number)
  return stored !== undefined && equalBytes(stored, hash)
}

export const replaced = (number: bigint): HistoryError =>
  new HistoryError('conflict', `block ${number} was replaced or taken away while it was read.`)
