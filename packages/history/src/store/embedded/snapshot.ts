import { HistoryError } from '../../error.ts'
import { type Answers, createAnswers } from '../results/results.ts'
import type { RenderedAnswers } from '../results/rendered-results.ts'
import type { Anchor, State } from './state.ts'
import { type StoredBlock, storedBlocks, type StoredHeader, storedHeaders } from './stored-block.ts'
import type { Tables } from './tables.ts'
import { createView, type StateCache, type View } from './view.ts'

/** What a store holds. */
export interface Head {
  /** The highest block's. */
  readonly number: bigint
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** The lowest block held. */
  readonly lowest: bigint
  /** The highest block whose hash is trusted. */
  readonly anchor: Anchor | null
  /** The highest safe block, as `safe` is answered. */
  readonly safe: bigint | null
  /** The highest finalized block, as `finalized` is answered. */
  readonly finalized: bigint | null
}

/**
 * Reads a store as it was at one commit, whatever is written meanwhile. While a snapshot is open no page of the file that was in use at its
 * commit is used again, so what is written meanwhile makes the file longer: read for long through one snapshot after another, and compare
 * `blockHash` of the last block that was read, since a reorg may have replaced it. Throws HistoryError `closed` once it is disposed of.
 */
export interface Snapshot extends Answers, Disposable {
  /** null where the store holds nothing. */
  readonly head: Head | null
  /** 32 bytes; undefined where the block is not stored. */
  blockHash(number: bigint): Uint8Array | undefined
  /** The stored headers from one number to another, both included; a hundredth of the cost of a block. */
  headers(from?: bigint, to?: bigint): Iterable<StoredHeader>
  /** The stored blocks from one number to another, both included. */
  blocks(from?: bigint, to?: bigint): Iterable<StoredBlock>
  /** Where the transaction of a 32-byte hash is, without its answer; undefined where it is not stored. */
  locate(hash: Uint8Array): { readonly number: bigint; readonly index: number } | undefined
}

/** A snapshot of tables as they are now. */
export function createSnapshot(
  tables: Tables,
  { cache, rendered }: { cache: StateCache; rendered: RenderedAnswers },
  onDispose: () => void,
): Snapshot {
  const transaction = tables.root.useReadTransaction()
  let open = true
  const options = {
    get transaction() {
      // LMDB would read freed memory.
      if (!open) throw new HistoryError('closed', 'The snapshot has been disposed of.')
      return transaction
    },
  }
  const view = createView(tables, options, cache)
  return {
    ...createAnswers(view, rendered),
    get head() {
      return toHead(view.state())
    },
    blockHash: (number) => hashOf(view, number),
    headers: (from, to) => storedHeaders(view, from, to),
    blocks: (from, to) => storedBlocks(view, from, to),
    locate(hash) {
      const found = view.transaction(hash)
      return found && { number: BigInt(found.number), index: found.index }
    },
    [Symbol.dispose]() {
      if (!open) return
      open = false
      transaction.done()
      onDispose()
    },
  }
}

/** The hash of a block that a view holds. */
export function hashOf(view: View, number: bigint): Uint8Array | undefined {
  const { head, lowest } = view.state()
  const isHeld = head !== null && number >= BigInt(lowest) && number <= BigInt(head.number)
  return isHeld ? view.place(Number(number))!.hash : undefined
}

/** The head of a state. */
export function toHead({ head, lowest, anchor, safe, finalized }: State): Head | null {
  return (
    head && {
      number: BigInt(head.number),
      hash: head.hash,
      lowest: BigInt(lowest),
      anchor: anchor && { ...anchor, number: BigInt(anchor.number) },
      safe: safe === null ? null : BigInt(safe),
      finalized: finalized === null ? null : BigInt(finalized),
    }
  )
}
