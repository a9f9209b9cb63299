import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPressure } from './pressure.ts'
import { createServerState } from './in-flight.ts'
import { reportWork, takeTurn } from './turns.ts'

// The timer and the clock are the test's own, so that a loop can be late without a wait.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

function createLoop(loopDelay = 100) {
  const state = createServerState()
  const clock = { time: 0, cpu: 0 }
  const pressure = createPressure(state, loopDelay, { now: () => clock.time, cpu: () => clock.cpu })
  const pause = (milliseconds: number) => void (clock.time += milliseconds)
  return {
    state,
    /** So many requests come at once, each the work of so many milliseconds: how many are refused. */
    ask(requests: number, each = 0) {
      let refused = 0
      for (let index = 0; index < requests; index += 1) {
        if (pressure.isTooMuch()) refused += 1
        else this.work(each)
      }
      return refused
    },
    pause,
    work(milliseconds: number) {
      pause(milliseconds)
      clock.cpu += milliseconds
    },
    /** The loop comes round, and finds its timer due. */
    tick: () => void vi.advanceTimersByTime(20),
  }
}

test('a loop that is in time refuses nobody', () => {
  const loop = createLoop()
  for (let round = 0; round < 100; round += 1) {
    expect(loop.ask(2_000, 0.05)).toBe(0)
    loop.tick()
  }
})

test('a turn lets in no more once it has lasted as long as the loop may be late', () => {
  const loop = createLoop()
  expect(loop.ask(1_000, 1)).toBe(1_000 - 121)
  expect(loop.state.overloaded).toBe(true)
  loop.tick()
  expect(loop.ask(1)).toBe(1) // that tick was late
  loop.tick()
  expect([loop.ask(1), loop.state.overloaded]).toEqual([0, false])
})

test('batches that are being made make a late loop a busy one', async () => {
  const loop = createLoop()
  loop.ask(8)
  const turns = Array.from({ length: 8 }, () => takeTurn())
  loop.work(121)
  loop.tick()
  expect(loop.ask(1)).toBe(1)
  await Promise.all(turns)
})

test('answers that nobody reads do not', () => {
  const loop = createLoop()
  loop.state.inflight = 1_000
  loop.ask(1)
  loop.work(121)
  loop.tick()
  expect(loop.ask(1)).toBe(0)
})

test('a pause of the machine refuses nobody, however many wait', () => {
  const loop = createLoop()
  loop.ask(1_000, 0.01)
  loop.pause(5_000)
  expect(loop.ask(1_000, 0.01)).toBe(0)
  loop.tick()
  expect(loop.ask(1_000, 0.01)).toBe(0)
})

test('a few clients are never refused, whatever they ask', () => {
  const loop = createLoop()
  for (let round = 0; round < 10; round += 1) {
    expect(loop.ask(8, 200)).toBe(0)
    loop.tick()
  }
})

test('batches wait half a second at most, by what batches take', async () => {
  const loop = createLoop()
  for (let batch = 0; batch < 100; batch += 1) reportWork(50)
  const turns = Array.from({ length: 11 }, () => takeTurn('fresh'))
  expect(loop.ask(1)).toBe(1)
  await turns[0]
  expect(loop.ask(1)).toBe(0)
  await Promise.all(turns)
})

test('a loop that nobody asks is not watched, and is found in time again by the first who does', () => {
  const loop = createLoop()
  for (let round = 0; round < 3; round += 1) {
    expect(vi.getTimerCount()).toBe(0)
    expect(loop.ask(1)).toBe(0)
    expect(vi.getTimerCount()).toBe(1)
    loop.tick()
    loop.work(1_000) // another thing than a request
    loop.tick()
    expect(loop.ask(100, 0.1)).toBe(0)
    loop.tick()
    loop.tick()
  }
})
