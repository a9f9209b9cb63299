import type { RawBlock } from '@lectern/chain'
import { type BlockEntries, type EraEntries, splitPacked, unpackParts } from '../src/archive/era-block.ts'
import { ITEM_LIMIT } from '../src/archive/rlp-file.ts'

/** Unpacks the entries of a block. */
export const unpackBlock = (
  file: { readonly path: string },
  entries: BlockEntries,
  limit: number = ITEM_LIMIT,
): RawBlock => splitPacked(file, entries, unpackParts(file, entries, limit))

/** Unpacks the blocks of a file. */
export async function* unpackBlocks(
  entries: AsyncIterable<EraEntries>,
): AsyncGenerator<RawBlock & { number: bigint }> {
  for await (const block of entries)
    yield Object.assign(unpackBlock({ path: 'the file' }, block), { number: block.number })
}
