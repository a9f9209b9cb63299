import type { MaybePromise } from '@lectern/spec'

/** Uses a value, at once if it is no promise: one implementation for stores that read at once and those that do not. */
export function when<T, U>(value: MaybePromise<T>, use: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(use) : use(value)
}

/** The same in steps: a value that is a promise is one step, which is over once the promise that it yields is, and that never rejects. */
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
