import { decodeHeader, hashHeader, type RawBlock, toHex } from '@lectern/chain'
import { encodeBody, encodeReceipts, fromBigInt } from '@lectern/chain/internal'
import { accumulatorRoot, type AccumulatorRecord } from './accumulator.ts'
import { encodeEntryHead, ENTRY_HEAD, type EntryType } from './e2store.ts'
import { ERA_BLOCKS } from './era-name.ts'
import { encodeFrame } from './snappy-frame.ts'

/** Writes the next bytes of a file. */
export type WriteBytes = (bytes: Uint8Array) => void | Promise<void>

/** Writes an era1 file, and gives the end of its name: the era, and the first 4 bytes of its accumulator. */
export async function writeEra1(
  blocks: AsyncIterable<RawBlock> | Iterable<RawBlock>,
  /** Of all blocks before the first. */
  difficultyBefore: bigint,
  write: WriteBytes,
): Promise<{ name: string; totalDifficulty: bigint }> {
  const records: AccumulatorRecord[] = []
  const offsets: number[] = []
  let first: bigint | undefined
  let at = 0
  let total = difficultyBefore
  const put = async (type: EntryType, data: Uint8Array): Promise<void> => {
    await write(encodeEntryHead(type, data.length))
    await write(data)
    at += ENTRY_HEAD + data.length
  }

  await put('version', new Uint8Array())
  for await (const block of blocks) {
    const { number, difficulty } = decodeHeader(block.header)
    first ??= number
    total += difficulty
    const totalDifficulty = fromBigInt(total, 32).toReversed()
    offsets.push(at)
    records.push({ hash: hashHeader(block.header), totalDifficulty })
    await put('header', encodeFrame(block.header))
    await put('body', encodeFrame(encodeBody(block)))
    await put('receipts', encodeFrame(encodeReceipts(block.receipts)))
    await put('totalDifficulty', totalDifficulty)
  }
  const root = accumulatorRoot(records)
  await put('accumulator', root)
  await put('blockIndex', encodeIndex(first ?? 0n, offsets, at))
  const era = String((first ?? 0n) / BigInt(ERA_BLOCKS)).padStart(5, '0')
  return { name: `${era}-${toHex(root).slice(2, 10)}.era1`, totalDifficulty: total }
}

/** Where each block's header stands, counted from the index itself. */
function encodeIndex(first: bigint, offsets: readonly number[], at: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 * offsets.length + 16))
  view.setBigUint64(0, first, true)
  for (const [index, offset] of offsets.entries()) view.setBigInt64(8 + 8 * index, BigInt(offset - at), true)
  view.setBigUint64(8 + 8 * offsets.length, BigInt(offsets.length), true)
  return new Uint8Array(view.buffer)
}
