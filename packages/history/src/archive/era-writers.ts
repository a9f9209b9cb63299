import { decodeHeader, hashHeader, type RawBlock, toHex } from '@lectern/chain'
import {
  dropBloom,
  encodeBody,
  encodeList,
  encodeEnvelopes,
  envelopeType,
  fromBigInt,
  listItems,
} from '@lectern/chain/internal'
import { type BlockName, presets } from '@lectern/consensus'
import { accumulatorBranches, accumulatorRoot, type AccumulatorRecord } from './proofs/accumulator.ts'
import { encodeProof } from './proofs/block-proofs.ts'
import { encodeEntryHead, ENTRY_HEAD, type EntryType } from './e2store.ts'
import { ERA_BLOCKS } from './eras.ts'
import { encodeFrame } from './snappy-frame.ts'

type WriteBytes = (bytes: Uint8Array) => void | Promise<void>

/** Returns the proof of each block by its index; undefined if not all can be proven. `records` are of blocks of proof of work. */
export type Prove = (
  blocks: readonly BlockName[],
  records: readonly AccumulatorRecord[],
) => ((index: number) => Uint8Array) | undefined

/** Proves the blocks of a full era of proof of work with its accumulator. */
export const proveByAccumulator: Prove = (blocks, records) => {
  if (records.length < ERA_BLOCKS || blocks[0]!.number % BigInt(ERA_BLOCKS) !== 0n) return undefined
  const branchOf = accumulatorBranches(records)
  return (index) => encodeProof({ kind: 'accumulator', proof: branchOf(index) }, presets.mainnet)
}

type Blocks = AsyncIterable<RawBlock> | Iterable<RawBlock>

/** Writes an era1 file, and returns the end of its name. `difficultyBefore` is of all blocks before the first. */
export async function writeEra1(
  blocks: Blocks,
  difficultyBefore: bigint,
  write: WriteBytes,
): Promise<{ name: string; totalDifficulty: bigint }> {
  const entries = createEntries(write)
  const rows: HeaderRow[] = []
  const offsets: number[] = []
  let total = difficultyBefore
  await entries.put('version', new Uint8Array())
  for await (const block of blocks) {
    const row = toRow(block.header, total)
    rows.push(row)
    total += row.difficulty
    offsets.push(await entries.put('header', encodeFrame(block.header)))
    await entries.put('body', encodeFrame(encodeBody(block)))
    await entries.put('receipts', encodeFrame(encodeEnvelopes(block.receipts)))
    await entries.put('totalDifficulty', row.totalDifficulty)
  }
  const root = accumulatorRoot(rows)
  const first = rows[0]?.number ?? 0n
  await entries.put('accumulator', root)
  await entries.put('blockIndex', encodeIndex(first, [offsets], entries.end(), [offsets.length]))
  const era = String(first / BigInt(ERA_BLOCKS)).padStart(5, '0')
  return { name: `${era}-${toHex(root).slice(2, 10)}.era1`, totalDifficulty: total }
}

/** Writes an ere file column by column: the headers are read once, the blocks twice. Without `isProven`, the name needs `-noproofs`. */
export async function writeEre(
  source: { headers(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>; blocks(): Blocks },
  difficultyBefore: bigint,
  write: WriteBytes,
  prove?: Prove,
): Promise<{ totalDifficulty: bigint; isProven: boolean }> {
  const entries = createEntries(write)
  const columns: number[][] = []
  const rows: HeaderRow[] = []
  let total = difficultyBefore
  const putColumn = async <T>(
    type: EntryType,
    items: AsyncIterable<T> | Iterable<T>,
    encode: (item: T) => Uint8Array,
  ): Promise<void> => {
    const offsets: number[] = []
    for await (const item of items) offsets.push(await entries.put(type, encode(item)))
    columns.push(offsets)
  }

  await entries.put('version', new Uint8Array())
  await putColumn('header', source.headers(), (header) => {
    const row = toRow(header, total)
    rows.push(row)
    total += row.difficulty
    return encodeFrame(header)
  })
  await putColumn('body', source.blocks(), (block) => encodeFrame(encodeBody(block)))
  await putColumn('slimReceipts', source.blocks(), ({ receipts }) =>
    encodeFrame(encodeList(receipts.map(encodeSlim))),
  )
  const records = rows.filter(({ difficulty }) => difficulty > 0n)
  const proofOf = prove?.(rows, records)
  if (proofOf) await putColumn('proof', rows.keys(), (index) => encodeFrame(proofOf(index)))
  if (records.length > 0) {
    await putColumn('totalDifficulty', rows, ({ totalDifficulty }) => totalDifficulty)
    await entries.put('accumulator', accumulatorRoot(records))
  }
  const counts = [columns.length, rows.length]
  const index = encodeIndex(rows[0]?.number ?? 0n, columns, entries.end(), counts)
  await entries.put('dynamicBlockIndex', index)
  return { totalDifficulty: total, isProven: proofOf !== undefined }
}

interface HeaderRow extends BlockName, AccumulatorRecord {
  readonly difficulty: bigint
}

function toRow(header: Uint8Array, before: bigint): HeaderRow {
  const { number, difficulty } = decodeHeader(header)
  const totalDifficulty = fromBigInt(before + difficulty, 32).toReversed()
  return { number, hash: hashHeader(header), difficulty, totalDifficulty }
}

/** Creates the entries of a new file: `put` writes one and returns its offset. */
function createEntries(write: WriteBytes) {
  let at = 0
  return {
    end: () => at,
    async put(type: EntryType, data: Uint8Array): Promise<number> {
      const offset = at
      await write(encodeEntryHead(type, data.length))
      await write(data)
      at += ENTRY_HEAD + data.length
      return offset
    },
  }
}

/** Returns a receipt as a list that begins with the type and has no bloom. */
function encodeSlim(receipt: Uint8Array): Uint8Array {
  const type = envelopeType(receipt, 'receipt')
  const slim = dropBloom(receipt)
  const [name, fields] = type === 0 ? [Uint8Array.of(0x80), slim] : [slim.subarray(0, 1), slim.subarray(1)]
  return encodeList([name, ...listItems(fields)])
}

/** Writes an index: the first block, the offsets of each block's entries, counted from `at`, and the counts. */
function encodeIndex(
  first: bigint,
  columns: readonly (readonly number[])[],
  at: number,
  counts: readonly number[],
): Uint8Array {
  const rows = columns[0]!.map((_, index) => columns.map((offsets) => BigInt(offsets[index]! - at)))
  const numbers = [first, ...rows.flat(), ...counts.map(BigInt)]
  const view = new DataView(new ArrayBuffer(8 * numbers.length))
  for (const [index, number] of numbers.entries()) view.setBigInt64(8 * index, number, true)
  return new Uint8Array(view.buffer)
}
