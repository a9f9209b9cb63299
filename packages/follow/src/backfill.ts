import type { Parent, VerifiedBlock } from '@lectern/chain'
import { readRange } from './branch.ts'
import { checkLinks, type Outline } from './outline.ts'
import type { Source } from './source.ts'

/** Blocks to fetch, each the child of the one before it. */
export interface Fetching {
  readonly source: Source
  /** The block before the first; null if that one is trusted. */
  readonly parent: Parent | null
  readonly signal: AbortSignal
}

/** Fetches the blocks of outlines, verified and in order: as many requests at a time as the node's pace allows. */
export async function* fetchBlocks(
  outlines: Iterable<Outline> | AsyncIterable<Outline>,
  { source, parent, signal }: Fetching,
): AsyncGenerator<readonly VerifiedBlock[]> {
  const ending = new AbortController()
  using _ = { [Symbol.dispose]: () => ending.abort() }
  const either = AbortSignal.any([signal, ending.signal])
  const inFlight: Promise<readonly VerifiedBlock[]>[] = []
  let before = parent
  for await (const chunk of inChunks(outlines)) {
    const blocks = source.blocks(chunk, before, either)
    blocks.catch(() => {}) // it is awaited in its turn
    inFlight.push(blocks)
    before = chunk.at(-1)!
    while (inFlight.length >= source.width) yield await inFlight.shift()!
  }
  for (const blocks of inFlight) yield await blocks
}

/** The outlines of a range, from the child of `parent` on. Throws FollowError `changed` where one is not the child of the one before it. */
export async function* readOutlines(
  { from, to }: { readonly from: bigint; readonly to: bigint },
  { source, parent, signal }: Fetching,
): AsyncGenerator<Outline> {
  let before = parent
  for (let first = from; first <= to; first += RANGE) {
    const last = first + RANGE - 1n
    const outlines = await readRange(source, { from: first, to: last < to ? last : to }, signal)
    checkLinks(source.name, before ? [before, ...outlines] : outlines)
    before = outlines.at(-1)!
    yield* outlines
  }
}

/** Headers of this many blocks are asked for at once. */
const RANGE = 64n

/** Outlines whose blocks are asked for in one request: at most 32, of about 4 MiB. */
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
