import type { MaybePromise } from './methods.gen.ts'

/** Uses a value, at once if it is no promise: one implementation for methods with and without promises. */
export function when<T, U>(value: MaybePromise<T>, use: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(use) : use(value)
}
