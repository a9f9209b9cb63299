import type { RawBlock } from '@lectern/chain'
import { unpackBlock } from '../src/archive/era-block.ts'
import type { EraEntries } from '../src/archive/era-block.ts'
import { ITEM_LIMIT } from '../src/archive/rlp-file.ts'

/** The blocks of a file out of their entries. */
export async function* unpackBlocks(
  entries: AsyncIterable<EraEntries>,
): AsyncGenerator<RawBlock & { number: bigint }> {
  for await (const block of entries)
    yield Object.assign(unpackBlock({ path: 'the file' }, block, ITEM_LIMIT), { number: block.number })
}
