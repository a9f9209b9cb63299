import { toError, type Verdicts } from './verdicts.ts'

// Enough for a thread that the transfer costs little, and few enough that those in flight are small.
const BATCH_ITEMS = 128
const BATCH_BYTES = 2 ** 19

/** How items are verified by threads. */
interface BatchOptions<I, V> {
  readonly threads: number
  /** Bytes. */
  readonly sizeOf: (item: I) => number
  /** `isShort` says that these few are all there are. */
  readonly verify: (batch: readonly I[], isShort: boolean) => Promise<Verdicts<V>>
  /** Adds what an item says to the error that it failed with. */
  readonly explain?: (error: Error, item: I) => Error
}

/** An item, and its verdict. */
export interface VerifiedItem<I, V> {
  readonly item: I
  readonly verdict: V
}

/**
 * Verifies items in batches, at most 2 × threads + 1 in flight, and yields them in order. Throws what is wrong with the first that fails,
 * or what reading the items throws, after the items before it.
 */
export async function* verifyBatches<I, V>(
  items: Iterable<I> | AsyncIterable<I>,
  { threads, sizeOf, verify, explain = (error) => error }: BatchOptions<I, V>,
): AsyncGenerator<VerifiedItem<I, V>> {
  const inFlight: { batch: readonly I[]; verified: Promise<Verdicts<V>> }[] = []
  async function* takeFirst(): AsyncGenerator<VerifiedItem<I, V>> {
    const { batch, verified } = inFlight.shift()!
    const { blocks, fault } = await verified
    for (const [index, verdict] of blocks.entries()) yield { item: batch[index]!, verdict }
    if (fault) throw explain(toError(fault), batch[blocks.length]!)
  }
  let failure: { readonly cause: unknown } | undefined
  for await (const { batch, isFull, ...end } of inBatches(items, sizeOf)) {
    failure = end.failure
    if (batch.length === 0) break
    const verified = verify(batch, inFlight.length === 0 && !isFull)
    verified.catch(() => {}) // it is awaited in its turn
    inFlight.push({ batch, verified })
    if (inFlight.length > 2 * threads) yield* takeFirst()
  }
  while (inFlight.length > 0) yield* takeFirst()
  if (failure) throw failure.cause
}

interface ItemBatch<I> {
  readonly batch: readonly I[]
  readonly isFull: boolean
  /** Why reading ended early. */
  readonly failure?: { readonly cause: unknown }
}

async function* inBatches<I>(
  items: Iterable<I> | AsyncIterable<I>,
  sizeOf: (item: I) => number,
): AsyncGenerator<ItemBatch<I>> {
  let batch: I[] = []
  let bytes = 0
  try {
    for await (const item of items) {
      batch.push(item)
      bytes += sizeOf(item)
      if (batch.length < BATCH_ITEMS && bytes < BATCH_BYTES) continue
      yield { batch, isFull: true }
      batch = []
      bytes = 0
    }
  } catch (cause) {
    return yield { batch, isFull: false, failure: { cause } }
  }
  yield { batch, isFull: false }
}

/**
 * Makes room in one buffer for byte strings that are transferred to another thread together. `copy` puts the next of them there and
 * returns the copy: thousands of small buffers would each cost as much as the one.
 */
export function gather(parts: readonly Uint8Array[]): { buffer: ArrayBuffer; copy: () => Uint8Array } {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let next = 0
  let at = 0
  return {
    buffer: bytes.buffer,
    copy() {
      const part = parts[next++]!
      bytes.set(part, at)
      return bytes.subarray(at, (at += part.length))
    },
  }
}
