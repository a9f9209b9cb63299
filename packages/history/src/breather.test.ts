import { expect, test } from 'vitest'
import { createBreather } from './breather.ts'

test('a timer gets its turn in a loop that awaits nothing else', async () => {
  const timer = { fired: false }
  setTimeout(() => (timer.fired = true), 1)
  const breathe = createBreather()
  const end = performance.now() + 10_000
  while (!timer.fired && performance.now() < end) await breathe()
  expect(timer.fired).toBe(true)
})
