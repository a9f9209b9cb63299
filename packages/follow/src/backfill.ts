import type { Parent, VerifiedBlock } from '@lectern/chain'
import { prefetch } from '@lectern/history'
import { type BlockRange, listRanges, readRange } from './ancestors.ts'
import type { Confirm } from './branch.ts'
import { checkLinks, type Outline } from './node/outline.ts'
import type { Source } from './node/source.ts'

export interface Fetching {
  readonly source: Source
  /** The block before the first; null if that one is trusted. */
  readonly parent: Parent | null
  readonly signal: AbortSignal
}

/** Fetches the blocks of outlines, verified and in order, with as many requests in flight as the node's pace allows. */
export async function* fetchBlocks(
  outlines: Iterable<Outline> | AsyncIterable<Outline>,
  { source, parent, signal }: Fetching,
): AsyncGenerator<readonly VerifiedBlock[]> {
  const ending = new AbortController()
  using _ = { [Symbol.dispose]: () => ending.abort() }
  const either = AbortSignal.any([signal, ending.signal])
  let before = parent
  yield* prefetch(
    inChunks(outlines),
    () => source.width,
    (chunk) => {
      const blocks = source.blocks(chunk, before, either)
      before = chunk.at(-1)!
      return blocks
    },
  )
}

/** Reads the outlines of a range, from the child of `parent` on. Yields those of 64 blocks once the last one is confirmed. */
export async function* readOutlines(
  { from, to, confirm }: BlockRange & { readonly confirm: Confirm },
  { source, parent, signal }: Fetching,
): AsyncGenerator<Outline> {
  const read = async (range: BlockRange) => {
    const compare = confirm(range.to)
    return { compare, outlines: await readRange(source, range, signal) }
  }
  let before = parent
  // A range is read while the one before it is worked on.
  for await (const { outlines, compare } of prefetch(listRanges(from, to), () => 2, read)) {
    checkLinks(source.name, before ? [before, ...outlines] : outlines)
    before = outlines.at(-1)!
    await compare(before)
    yield* outlines
  }
}

/** Groups outlines into requests for blocks: at most 32 in each, of about 4 MiB. */
async function* inChunks(outlines: Iterable<Outline> | AsyncIterable<Outline>): AsyncGenerator<Outline[]> {
  let chunk: Outline[] = []
  let bytes = 0
  for await (const outline of outlines) {
    const weight = HEADER_BYTES + TRANSACTION_BYTES * outline.transactions.length
    if (chunk.length > 0 && (chunk.length >= 32 || bytes + weight > CHUNK_BYTES)) {
      yield chunk
      chunk = []
      bytes = 0
    }
    chunk.push(outline)
    bytes += weight
  }
  if (chunk.length > 0) yield chunk
}

const CHUNK_BYTES = 2 ** 22
// A block of 150 transactions with a log each is 367 kB of JSON with its receipts.
const HEADER_BYTES = 2_000
const TRANSACTION_BYTES = 2_500
