import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPressure } from './pressure.ts'
import { createServerState } from './state.ts'

// The timer and the clock are the test's own, so that a loop can be late without a wait.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

function createLoop(loopDelay = 100) {
  const state = createServerState()
  const clock = { time: 0 }
  const pressure = createPressure(state, loopDelay, () => clock.time)
  return {
    state,
    /** So many requests come at once: how many are refused. */
    ask: (requests: number) =>
      Array.from({ length: requests }, () => pressure.isTooMuch()).filter(Boolean).length,
    work: (milliseconds: number) => void (clock.time += milliseconds),
    /** The loop comes round after so many milliseconds. */
    tick(milliseconds = 20) {
      clock.time += milliseconds
      vi.advanceTimersByTime(20)
    },
  }
}

test('a loop that is in time refuses nobody', () => {
  const loop = createLoop()
  expect(loop.ask(10_000)).toBe(0)
  loop.tick(120)
  expect(loop.ask(10_000)).toBe(0)
})

test('a turn that lasts longer than its bound lets in no more', () => {
  const loop = createLoop()
  expect(loop.ask(100)).toBe(0)
  loop.work(120)
  expect(loop.ask(1)).toBe(0)
  loop.work(1)
  expect(loop.ask(5)).toBe(5)
  expect(loop.state.overloaded).toBe(true)
})

test('a late loop refuses until it is in time again', () => {
  const loop = createLoop()
  loop.ask(100)
  loop.tick(121)
  expect([loop.ask(1), loop.state.overloaded]).toEqual([1, true])
  loop.tick()
  expect([loop.ask(1), loop.state.overloaded]).toEqual([0, false])
})

test('batches that are being answered make a late loop a busy one', () => {
  const loop = createLoop()
  loop.state.inflight = 32
  loop.tick(121)
  expect(loop.ask(1)).toBe(1)
})

test('a pause of the machine refuses no lone caller', () => {
  const loop = createLoop()
  loop.ask(1)
  loop.work(5_000)
  expect(loop.ask(1)).toBe(0)
  loop.tick(5_000)
  expect(loop.ask(1)).toBe(0)
})
