import { toQuantity } from '@lectern/chain/internal'
import type { FollowStatus } from '@lectern/follow'
import type { SyncStatus } from '@lectern/spec'

/** Creates eth_syncing of a server that follows nodes: false for a head near theirs, and until the follower reports a tip. */
export function createSyncStatus(report: () => FollowStatus | null): () => SyncStatus {
  let start: number | undefined
  return () => {
    const { head, tip = null, lagBlocks = null } = report() ?? {}
    if (tip === null || lagBlocks === null || lagBlocks <= NEAR) {
      start = undefined
      return false
    }
    const current = head?.number ?? 0
    start ??= current
    return {
      currentBlock: toQuantity(current),
      highestBlock: toQuantity(tip),
      startingBlock: toQuantity(start),
    }
  }
}

/** A head so many blocks behind is near: a follower uses such a node, too. */
const NEAR = 32
