import type { Parent, VerifiedBlock } from '@lectern/chain'
import { endOfRange, readRange } from './ancestors.ts'
import type { Confirm } from './branch.ts'
import { type BlockName, checkLinks, type Outline } from './node/outline.ts'
import type { Source } from './node/source.ts'

/** Blocks to fetch, each the child of the one before it. */
export interface Fetching {
  readonly source: Source
  /** The block before the first; null if that one is trusted. */
  readonly parent: (BlockName & Parent) | null
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

/**
 * The outlines of a range, from the child of `parent` on, each the child of the one before it. Those of 64 blocks are given once what is known
 * of the last one confirms it. Throws FollowError `changed` where something does not fit.
 */
export async function* readOutlines(
  { from, to, confirm }: { readonly from: bigint; readonly to: bigint; readonly confirm: Confirm },
  { source, parent, signal }: Fetching,
): AsyncGenerator<Outline> {
  let before = parent
  let next = read(from)
  while (next) {
    const { last, outlines, compare } = next
    const found = await outlines
    checkLinks(source.name, before ? [before, ...found] : found)
    before = found.at(-1)!
    await compare(before)
    next = read(last + 1n)
    yield* found
  }

  /** Asks for a range, while the one before it is worked on. */
  function read(first: bigint) {
    if (first > to) return undefined
    const last = endOfRange(first) < to ? endOfRange(first) : to
    const outlines = readRange(source, { from: first, to: last }, signal)
    outlines.catch(() => {}) // it is awaited in its turn
    return { last, outlines, compare: confirm(last) }
  }
}

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
