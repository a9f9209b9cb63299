/** Runs something for each item, up to a limit at a time. Throws the first error, once all that was begun has ended. */
export async function inParallel<T>(
  items: Iterable<T>,
  limit: number,
  run: (item: T) => Promise<unknown>,
): Promise<void> {
  const iterator = items[Symbol.iterator]()
  let hasFailed = false
  const work = async () => {
    while (!hasFailed) {
      const { done, value } = iterator.next()
      if (done) return
      try {
        await run(value)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const done = await Promise.allSettled(Array.from({ length: limit }, work))
  const failed = done.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
