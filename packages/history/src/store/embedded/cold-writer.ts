import { compressBlock } from '../cold/compression.ts'
import type { FrameTransaction } from '../cold/frames.ts'
import type { CompactOptions, CompactStep } from '../interface.ts'
import { addCold, type NewColdBlock } from './cold-stream.ts'
import type { Tables } from './tables.ts'
import type { View } from './view.ts'
import { commitState, nextCold, removeHot } from './writer.ts'

/** Creates the function that moves the oldest hot blocks into the cold form: `Store.compact`. */
export function createCompactor(tables: Tables, view: View): (options: CompactOptions) => CompactStep | null {
  return ({ hot, blocks: most = 64, bytes: limit = 2 ** 24 }) => {
    const state = view.state()
    const from = nextCold(state)
    const last = (state.head?.number ?? -1) - hot
    if (from > last) return null
    const moved: NewColdBlock[] = []
    let size = 0
    for (let number = from; number <= last && moved.length < most && size < limit; number++) {
      const row = view.requireRow(number)
      const transactions = copyTransactions(view.transactions(row))
      size += transactions.reduce((sum, { receipt }) => sum + receipt.length, row.size)
      moved.push({ ...row, number, frames: compressBlock(transactions) })
    }
    commitState(tables, size, (state) => {
      for (const { first, count } of moved) removeHot(tables, first, count)
      return { ...state, cold: addCold(tables, state.cold, moved)! }
    })
    const { number } = moved.at(-1)!
    return { number: BigInt(number), blocks: moved.length, left: last - number }
  }
}

function copyTransactions(transactions: ReturnType<View['transactions']>): FrameTransaction[] {
  return Array.from(transactions as Iterable<FrameTransaction>, (record) => {
    const { hash, from, bytes, receipt, gasUsed } = record
    return { hash: hash.slice(), from: from.slice(), bytes: bytes.slice(), receipt: receipt.slice(), gasUsed }
  })
}
