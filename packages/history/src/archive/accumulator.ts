import { createHash } from 'node:crypto'

/** A block as the accumulator of its era counts it: 32 bytes of hash, and the total difficulty as 32 little-endian bytes. */
export interface AccumulatorRecord {
  readonly hash: Uint8Array
  readonly totalDifficulty: Uint8Array
}

/** The 32-byte root over an era's blocks: the hash_tree_root of SSZ's List[{ block_hash: Bytes32, total_difficulty: uint256 }, 8192]. */
export function accumulatorRoot(records: readonly AccumulatorRecord[]): Uint8Array {
  let level = records.map(({ hash, totalDifficulty }) => sha256(hash, totalDifficulty))
  let zero: Uint8Array = new Uint8Array(32)
  for (let depth = 0; depth < DEPTH; depth++) {
    const above: Uint8Array[] = []
    for (let i = 0; i < level.length; i += 2) above.push(sha256(level[i]!, level[i + 1] ?? zero))
    level = above
    zero = sha256(zero, zero)
  }
  const count = new Uint8Array(32)
  new DataView(count.buffer).setUint32(0, records.length, true)
  return sha256(level[0] ?? zero, count)
}

const DEPTH = 13 // 2^13 = 8,192 blocks

const sha256 = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  createHash('sha256').update(left).update(right).digest()
