// What a thread is given at once: enough that the transfer costs little, and little enough that 2 × the threads of it are small.
const BATCH_ITEMS = 128
const BATCH_BYTES = 2 ** 19

/** How items are verified by threads. */
interface BatchOptions<I, R> {
  readonly threads: number
  /** Bytes. */
  readonly sizeOf: (item: I) => number
  /** `isShort` says that these few are all there are. */
  readonly verify: (batch: readonly I[], isShort: boolean) => Promise<R>
}

/** Verifies items in batches, at most 2 × threads + 1 in flight, and yields their results in order. Throws what reading the items throws, after the results of those before. */
export async function* verifyBatches<I, R>(
  items: Iterable<I> | AsyncIterable<I>,
  { threads, sizeOf, verify }: BatchOptions<I, R>,
): AsyncGenerator<{ readonly batch: readonly I[]; readonly result: R }> {
  const inFlight: { batch: readonly I[]; verified: Promise<R> }[] = []
  let failure: { readonly cause: unknown } | undefined
  for await (const { batch, isFull, ...end } of inBatches(items, sizeOf)) {
    failure = end.failure
    if (batch.length === 0) break
    const verified = verify(batch, inFlight.length === 0 && !isFull)
    verified.catch(() => {}) // it is awaited in its turn
    inFlight.push({ batch, verified })
    if (inFlight.length <= 2 * threads) continue
    const first = inFlight.shift()!
    yield { batch: first.batch, result: await first.verified }
  }
  for (const { batch, verified } of inFlight) yield { batch, result: await verified }
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
 * Room in one buffer for byte strings that are transferred to another thread together: `copy` puts the next of them there and gives the
 * copy. Thousands of small buffers would each cost as much as the one.
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
