import { equalBytes } from '@lectern/chain/internal'
import { encodeColdRow } from '../cold/cold-row.ts'
import { compressBlock, type NewFrame } from '../cold/compression.ts'
import type { FrameTransaction } from '../cold/frames.ts'
import type { CompactOptions, CompactStep } from '../interface.ts'
import { COLUMN } from '../records/records.ts'
import { sealOf } from '../records/seal.ts'
import type { State } from '../records/state.ts'
import { appendRows, type PlacedRow } from './cold-rows.ts'
import { appendStream } from './cold-stream.ts'
import type { Tables } from './tables.ts'
import { createView, type View } from './view.ts'
import { commitState } from './writer.ts'

/** Creates the function that moves the oldest hot blocks into the cold form: `Store.compact`. */
export function createCompactor(
  tables: Tables,
  view: View,
): (options: CompactOptions) => Promise<CompactStep | null> {
  return async ({ hot, blocks: most = 64, bytes: limit = 2 ** 24 }) => {
    const { head, lowest, cold } = view.state()
    const from = cold === undefined ? lowest : cold.number + 1
    const last = (head?.number ?? -1) - hot
    if (from > last) return null
    const moved: HotBlock[] = []
    for (let number = from, size = 0; number <= last && moved.length < most && size < limit; number++) {
      const block = copyBlock(view, number)
      moved.push(block)
      size += block.size
    }
    const packed = await Promise.all(moved.map(packBlock))
    const size = packed.reduce((sum, { size }) => sum + size, 0)
    // A reorg may have removed blocks meanwhile; then the next call moves those in their place.
    commitState(tables, size, (state) =>
      isSame(tables, state, packed) ? addCold(tables, state, packed) : state,
    )
    const number = view.state().cold?.number ?? from - 1
    return { number: BigInt(number), blocks: number - from + 1, left: Math.max(0, last - number) }
  }
}

interface HotBlock {
  readonly number: number
  readonly hash: Uint8Array
  readonly first: number
  readonly count: number
  readonly size: number
  readonly transactions: readonly FrameTransaction[]
}

type PackedBlock = Omit<HotBlock, 'transactions'> & { readonly frames: readonly NewFrame[] }

async function packBlock({ transactions, ...block }: HotBlock): Promise<PackedBlock> {
  return { ...block, frames: await compressBlock(transactions, sealOf('cold', block.first)) }
}

function copyBlock(view: View, number: number): HotBlock {
  const row = view.requireRow(number)
  let { size } = row
  const transactions = Array.from(view.transactions(row) as Iterable<FrameTransaction>, (record) => {
    const { hash, from, bytes, receipt, gasUsed } = record
    size += receipt.length
    return { hash: hash.slice(), from: from.slice(), bytes: bytes.slice(), receipt: receipt.slice(), gasUsed }
  })
  const { hash, first, count } = row
  return { number, hash, first, count, size, transactions }
}

/** Whether compressed blocks are still the oldest hot ones. */
function isSame(tables: Tables, state: State, blocks: readonly PackedBlock[]): boolean {
  const { head, lowest, cold } = state
  const [first, last] = [blocks[0]!, blocks.at(-1)!]
  if (first.number !== (cold === undefined ? lowest : cold.number + 1)) return false
  return (
    head !== null &&
    last.number <= head.number &&
    equalBytes(createView(tables, { state: () => state }).requireRow(last.number).hash, last.hash)
  )
}

function addCold(tables: Tables, state: State, blocks: readonly PackedBlock[]): State {
  let bytes = state.cold?.bytes ?? 0
  let transactions = state.cold?.transactions ?? 0
  const rows: PlacedRow[] = []
  const parts: Uint8Array[] = []
  for (const { number, first, count, frames } of blocks) {
    if (count === 0) continue
    const own = [
      ...frames.flatMap(({ bodies, receipts }) => [bodies.bytes, receipts.bytes]),
      ...frames.map(({ hashes }) => hashes.bytes),
    ]
    rows.push({ first, row: encodeColdRow({ number, count, frames }, first, bytes) })
    for (let position = first; position < first + count; position++) tables.records.removeSync(position)
    for (let index = 0; index < count; index += COLUMN) tables.hashes.removeSync(first + index)
    for (const { length } of own) bytes += length
    parts.push(...own)
    transactions = first + count
  }
  appendRows(tables.cold, rows)
  appendStream(tables.frames, state.cold?.bytes ?? 0, parts)
  return { ...state, cold: { number: blocks.at(-1)!.number, transactions, bytes } }
}
