import type { RawBlock } from '@lectern/chain'
import { type EraEntries, unpackBlock } from '../src/archive/e2store.ts'

/** Unpacks the blocks of a file. */
export async function* unpackBlocks(
  entries: AsyncIterable<EraEntries>,
): AsyncGenerator<RawBlock & { number: bigint }> {
  for await (const block of entries)
    yield Object.assign(unpackBlock({ path: 'the file' }, block), { number: block.number })
}
