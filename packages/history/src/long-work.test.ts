import { expect, onTestFinished, test, vi } from 'vitest'
import { createBreather } from './long-work.ts'

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
