import { setImmediate } from 'node:timers/promises'

/** Creates a function to call often in a long loop. Every 50 ms it waits, so that timers are served. Throws the signal's reason. */
export function createBreather(signal?: AbortSignal): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last >= 50) {
      await setImmediate()
      last = performance.now()
    }
    signal?.throwIfAborted()
  }
}

/** Starts something for each item, up to a width at a time, and yields the results in order. */
export async function* prefetch<I, T>(
  items: Iterable<I> | AsyncIterable<I>,
  width: () => number,
  start: (item: I) => Promise<T>,
): AsyncGenerator<T> {
  const inFlight: Promise<T>[] = []
  for await (const item of items) {
    const result = start(item)
    result.catch(() => {}) // thrown in its turn
    inFlight.push(result)
    while (inFlight.length >= width()) yield await inFlight.shift()!
  }
  for (const result of inFlight) yield await result
}
