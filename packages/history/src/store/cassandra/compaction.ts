import { bytesOf, type CompactOptions, type CompactStep, type StoredBlock } from '../interface.ts'
import { prefetch } from '../../long-work.ts'
import { compressBlock } from '../cold/compression.ts'
import { createBlockStatements } from './block-rows.ts'
import { encodeFrames } from './cold-rows.ts'
import type { Connection } from './connection.ts'
import { inParallel } from './in-parallel.ts'
import { createReader } from './reader.ts'
import { createRows } from './rows.ts'
import { readBlock } from './snapshot.ts'
import { nextCold, numbersOf, stampOf, type StateRow } from './state-row.ts'

/** Writes the frames of the oldest hot blocks; `state` must then say that they are cold. Returns the step, or null if no block is left. */
export async function writeFrames(
  connection: Connection,
  row: StateRow,
  { hot, blocks: most = 64, bytes: limit = 2 ** 24 }: CompactOptions,
): Promise<CompactStep | null> {
  const { head } = row.state
  const from = nextCold(row)
  const last = (head?.number ?? -1) - hot
  if (from > last) return null
  const reader = createReader(createRows(connection), () => row)
  const numbers = numbersOf({ from, to: Math.min(last, from + most - 1) })
  const moved: StoredBlock[] = []
  let bytes = 0
  for await (const block of prefetch(numbers, ahead, (number) => readBlock(reader, number))) {
    moved.push(block)
    if ((bytes += bytesOf(block)) >= limit) break
  }
  const { frames } = createBlockStatements(connection)
  await inParallel(moved, AT_ONCE, async (block) => {
    const number = Number(block.number)
    const packed = encodeFrames(number, compressBlock(block.transactions))
    for (const some of frames(block, packed, stampOf(row))) await connection.write(some, 'majority')
  })
  const { number } = moved.at(-1)!
  return { number, blocks: moved.length, left: last - Number(number) }
}

const ahead = () => 8
const AT_ONCE = 16
