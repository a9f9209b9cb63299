import type { MaybePromise } from '@lectern/spec'

/** Returns a value in steps: a promise is one step, which ends when the yielded promise settles. That one never rejects. */
export function* settle<T>(value: MaybePromise<T>): Generator<Promise<void>, T> {
  if (!(value instanceof Promise)) return value
  let end: (() => T) | undefined
  yield value.then(
    (result) => void (end = () => result),
    (error: unknown) =>
      void (end = () => {
        throw error
      }),
  )
  return end!()
}
