import { expect, onTestFinished, test, vi } from 'vitest'
import { createBreather, prefetch } from './long-work.ts'

test('others get their turn in a loop that awaits nothing else, once it has run for 50 ms', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const other = vi.fn()
  const breathe = createBreather()
  setImmediate(other)
  vi.advanceTimersByTime(49)
  await breathe()
  expect(other).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  await breathe()
  expect(other).toHaveBeenCalledOnce()
})

test('prefetching starts so many at a time, yields in order, and throws an error in its turn', async () => {
  const ends = [1, 2, 3, 4, 5].map(() => Promise.withResolvers<number>())
  const started: number[] = []
  const results = prefetch(
    ends.keys(),
    () => 3,
    (index) => {
      started.push(index)
      return ends[index]!.promise
    },
  )
  const first = results.next()
  ends[1]!.reject(new Error('It failed.'))
  await new Promise(setImmediate)
  expect(started).toEqual([0, 1, 2])
  ends[0]!.resolve(7)
  expect(await first).toEqual({ done: false, value: 7 })
  await expect(results.next()).rejects.toThrow('It failed.')
  expect(started).toEqual([0, 1, 2, 3])
})
