import { decodeHeader, hashHeader, type RawBlock } from '@lectern/chain'
import {
  dropBloom,
  encodeBody,
  encodeList,
  envelopeType,
  fromBigInt,
  listItems,
} from '@lectern/chain/internal'
import { accumulatorRoot, type AccumulatorRecord } from './accumulator.ts'
import { ENTRY_HEAD, encodeEntryHead, type EntryType } from './e2store.ts'
import type { WriteBytes } from './era1-writer.ts'
import { encodeFrame } from './snappy-frame.ts'

/**
 * Writes an ere file, whose columns come one after the other: the blocks are gone through once for each of headers, bodies and receipts.
 * Where it holds blocks of proof of work it has total difficulties and their accumulator too. It holds no proofs, so that `-noproofs`
 * belongs into its name.
 */
export async function writeEre(
  blocks: () => AsyncIterable<RawBlock> | Iterable<RawBlock>,
  /** Of all blocks before the first. */
  difficultyBefore: bigint,
  write: WriteBytes,
): Promise<{ totalDifficulty: bigint }> {
  const columns: number[][] = []
  const records: AccumulatorRecord[] = []
  const difficulties: Uint8Array[] = []
  let first = 0n
  let at = 0
  let total = difficultyBefore
  const put = async (type: EntryType, data: Uint8Array): Promise<number> => {
    const offset = at
    await write(encodeEntryHead(type, data.length))
    await write(data)
    at += ENTRY_HEAD + data.length
    return offset
  }
  const putColumn = async (type: EntryType, encode: (block: RawBlock) => Uint8Array): Promise<void> => {
    const offsets: number[] = []
    for await (const block of blocks()) offsets.push(await put(type, encodeFrame(encode(block))))
    columns.push(offsets)
  }

  await put('version', new Uint8Array())
  await putColumn('header', ({ header }) => {
    const { number, difficulty } = decodeHeader(header)
    if (difficulties.length === 0) first = number
    total += difficulty
    const totalDifficulty = fromBigInt(total, 32).toReversed()
    difficulties.push(totalDifficulty)
    if (difficulty > 0n) records.push({ hash: hashHeader(header), totalDifficulty })
    return header
  })
  await putColumn('body', encodeBody)
  await putColumn('slimReceipts', ({ receipts }) => encodeList(receipts.map(encodeSlim)))
  if (records.length > 0) {
    const offsets: number[] = []
    for (const difficulty of difficulties) offsets.push(await put('totalDifficulty', difficulty))
    columns.push(offsets)
    await put('accumulator', accumulatorRoot(records))
  }
  await put('dynamicBlockIndex', encodeIndex(first, columns, at))
  return { totalDifficulty: total }
}

/** A receipt as the list that holds its type first and has no bloom. */
function encodeSlim(receipt: Uint8Array): Uint8Array {
  const type = envelopeType(receipt, 'receipt')
  const slim = dropBloom(receipt)
  const [name, fields] = type === 0 ? [Uint8Array.of(0x80), slim] : [slim.subarray(0, 1), slim.subarray(1)]
  return encodeList([name, ...listItems(fields)])
}

/** Where each block's entries stand, block by block, counted from the index itself. */
function encodeIndex(first: bigint, columns: readonly (readonly number[])[], at: number): Uint8Array {
  const count = columns[0]!.length
  const view = new DataView(new ArrayBuffer(8 * columns.length * count + 24))
  view.setBigUint64(0, first, true)
  let next = 8
  for (let index = 0; index < count; index++)
    for (const offsets of columns) {
      view.setBigInt64(next, BigInt(offsets[index]! - at), true)
      next += 8
    }
  view.setBigUint64(next, BigInt(columns.length), true)
  view.setBigUint64(next + 8, BigInt(count), true)
  return new Uint8Array(view.buffer)
}
