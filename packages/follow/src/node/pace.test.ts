import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPace } from './pace.ts'

const never = new AbortController().signal

/** Runs so many requests that end when they are told, and counts how many are in flight. */
function begin(pace: ReturnType<typeof createPace>, count: number, signal = never) {
  const ends: (() => void)[] = []
  const all = Array.from({ length: count }, () =>
    pace.run(() => new Promise<void>((resolve) => void ends.push(resolve)), signal),
  )
  return { ends, all }
}

test('as many requests run at a time as the width says; the next begins when one ends', async () => {
  const { ends, all } = begin(createPace(2, 0), 3)
  await wait(1)
  expect(ends).toHaveLength(2)
  ends[0]!()
  await wait(1)
  expect(ends).toHaveLength(3)
  for (const end of ends) end()
  await Promise.all(all)
})

test('the width is halved, to 1 at least, and grows by one, to its first value at most', () => {
  const pace = createPace(8, 0)
  const widths = [pace.slower, pace.slower, pace.slower, pace.slower, pace.faster].map((change) => {
    change()
    return pace.width
  })
  expect(widths).toEqual([4, 2, 1, 1, 2])
  for (let i = 0; i < 10; i++) pace.faster()
  expect(pace.width).toBe(8)
})

test('a request that waits is left out once its signal aborts', async () => {
  const pace = createPace(1, 0)
  const running = begin(pace, 1)
  const controller = new AbortController()
  const waiting = begin(pace, 1, controller.signal)
  controller.abort(new Error('no more'))
  await expect(waiting.all[0]).rejects.toThrow('no more')
  running.ends[0]!()
  await running.all[0]
  await expect(pace.run(async () => 1, never)).resolves.toBe(1)
})

test('with a rate requests begin one after the other, and none is lost', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const pace = createPace(8, 100)
  const starts: number[] = []
  const all = Array.from({ length: 4 }, () =>
    pace.run(async () => void starts.push(performance.now()), never),
  )
  await vi.advanceTimersByTimeAsync(100)
  await Promise.all(all)
  expect(starts.map((start) => start - starts[0]!)).toEqual([0, 10, 20, 30])
})
