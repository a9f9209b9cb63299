import { decodeHeader, toHex } from '@lectern/chain'
import { equalBytes, fromBigInt } from '@lectern/chain/internal'
import { ERA_BLOCKS } from '../archive/eras.ts'
import { type AccumulatorRecord, accumulatorRoot } from '../archive/proofs/accumulator.ts'
import { HistoryError } from '../error.ts'
import type { Head, Store } from '../store/interface.ts'
import { readHeaders, readRange } from '../store/read-range.ts'

/** Computes the accumulators up to the highest built-in anchor again, of a store from block 0 on. Throws HistoryError `block`. */
export async function checkBuiltIn(
  store: Pick<Store, 'snapshot'>,
  { anchor, earlier = [], lowest, number: top }: Head,
  roots: readonly Uint8Array[],
  signal?: AbortSignal,
): Promise<void> {
  const vouched = [...earlier, ...(anchor ? [anchor] : [])].findLast(({ grounds }) => grounds === 'built-in')
  if (vouched === undefined) return
  if (vouched.number / ERA >= roots.length)
    throw new HistoryError('block', `block ${vouched.number}: no root that is built in vouches for it.`)
  if (lowest > 0n) return
  let total = 0n
  for (let era = 0; BigInt(era) * ERA <= vouched.number; era++) {
    const first = BigInt(era) * ERA
    const last = first + ERA - 1n
    const records: AccumulatorRecord[] = []
    let isWhole = top >= last
    const range = { from: first, to: isWhole ? last : top, read: readHeaders }
    for await (const { hash, header } of readRange(store, range)) {
      const { difficulty } = decodeHeader(header)
      if (difficulty === 0n) {
        isWhole = true // the merge ended the era
        break
      }
      records.push({ hash, totalDifficulty: fromBigInt((total += difficulty), 32).toReversed() })
      signal?.throwIfAborted()
    }
    const root = accumulatorRoot(records)
    if (isWhole && !equalBytes(root, roots[era]!))
      throw new HistoryError(
        'block',
        `block ${first}: the accumulator of its era is ${toHex(root)}, not ${toHex(roots[era]!)}, the one that is built in.`,
      )
  }
}

const ERA = BigInt(ERA_BLOCKS)
