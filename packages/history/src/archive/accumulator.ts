import { createHash } from 'node:crypto'

/** A block as the accumulator of its era counts it: 32 bytes of hash, and the total difficulty as 32 little-endian bytes. */
export interface AccumulatorRecord {
  readonly hash: Uint8Array
  readonly totalDifficulty: Uint8Array
}

/** The 32-byte root over an era's blocks: the hash_tree_root of SSZ's List[{ block_hash: Bytes32, total_difficulty: uint256 }, 8192]. */
export function accumulatorRoot(records: readonly AccumulatorRecord[]): Uint8Array {
  return listRoot(
    records.map(({ hash, totalDifficulty }) => sha256(hash, totalDifficulty)),
    13, // 2^13 = 8,192 blocks
  )
}

/**
 * The 32-byte root over the accumulator roots of all eras before the merge, as EIP-7643 publishes it: the hash_tree_root of SSZ's
 * { historical_epochs: List[Bytes32, 2048], current_epoch }, whose second part is empty, since the last era was ended by the merge.
 */
export function historyRoot(eras: readonly Uint8Array[]): Uint8Array {
  return sha256(listRoot(eras, 11), accumulatorRoot([])) // 2^11 = 2,048 eras
}

/** The hash_tree_root of a list of 2^depth chunks of 32 bytes at most. */
function listRoot(chunks: readonly Uint8Array[], depth: number): Uint8Array {
  let level = chunks
  let zero: Uint8Array = new Uint8Array(32)
  for (let height = 0; height < depth; height++) {
    const above: Uint8Array[] = []
    for (let i = 0; i < level.length; i += 2) above.push(sha256(level[i]!, level[i + 1] ?? zero))
    level = above
    zero = sha256(zero, zero)
  }
  const count = new Uint8Array(32)
  new DataView(count.buffer).setUint32(0, chunks.length, true)
  return sha256(level[0] ?? zero, count)
}

const sha256 = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  createHash('sha256').update(left).update(right).digest()
