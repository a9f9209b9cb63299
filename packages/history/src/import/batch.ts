import type { VerifiedBlock } from '@lectern/chain'
import type { Store } from '../store/interface.ts'

/** Verified blocks to be stored. The newest waits until something confirms it. */
export interface Batch {
  /** Takes the next block; it follows, and so confirms, the one that waits. Writes when enough are ready. */
  add(block: VerifiedBlock): Promise<void>
  /** Takes the waiting block as confirmed. */
  confirm(): void
  /** Lets the waiting block go. */
  drop(): void
  /** Writes what is confirmed, durably. */
  write(): Promise<void>
}

/** When a batch is written: after so many blocks, or bytes of blocks and receipts. */
export interface BatchLimits {
  readonly blocks: number
  readonly bytes: number
}

/** The default limits of a batch: they bound the memory of an import, and what an interruption loses. */
export const defaultBatchLimits: BatchLimits = { blocks: 256, bytes: 8 * 2 ** 20 }

/** Creates a batch, which collects verified blocks and commits them to a store once a limit is reached; `isExecuted`: all up to them were executed. */
export function createBatch(store: Pick<Store, 'commit'>, limits: BatchLimits, isExecuted = false): Batch {
  let ready: VerifiedBlock[] = []
  let waiting: VerifiedBlock | undefined
  let bytes = 0
  const batch: Batch = {
    async add(block) {
      batch.confirm()
      waiting = block
      if (ready.length >= limits.blocks || bytes >= limits.bytes) await batch.write()
    },
    confirm() {
      if (waiting === undefined) return
      ready.push(waiting)
      bytes += waiting.size + waiting.transactions.reduce((sum, { receipt }) => sum + receipt.length, 0)
      waiting = undefined
    },
    drop() {
      waiting = undefined
    },
    async write() {
      const blocks = ready
      ready = []
      bytes = 0
      if (blocks.length === 0) return
      const follower = waiting
      waiting = undefined // what the store refuses takes what follows it along
      await store.commit({ blocks, ...(isExecuted && { executed: blocks.at(-1)!.number }) })
      waiting = follower
    },
  }
  return batch
}
