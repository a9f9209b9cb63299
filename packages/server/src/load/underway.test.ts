import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createServerState } from './state.ts'
import { createUnderway } from './underway.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const create = () => {
  const state = createServerState()
  return { state, underway: createUnderway(state, 2_000) }
}
const createAnswering = (isGone = false) => ({ isGone: () => isGone, cut: vi.fn() })

test('an answer is cut once its time is over, a few milliseconds late at most', () => {
  const { state, underway } = create()
  const answering = createAnswering()
  vi.advanceTimersByTime(100)
  underway.start(answering)
  vi.advanceTimersByTime(1_999)
  expect([answering.cut.mock.calls.length, state.inflight]).toEqual([0, 1])
  vi.advanceTimersByTime(26)
  expect([answering.cut.mock.calls.length, state.inflight]).toEqual([1, 0])
  vi.advanceTimersByTime(10_000)
  expect(answering.cut).toHaveBeenCalledOnce()
})

test('one that ends in time is not, and counts once', () => {
  const { state, underway } = create()
  const answering = createAnswering()
  underway.start(answering)
  underway.end(answering)
  underway.end(answering)
  vi.advanceTimersByTime(10_000)
  expect([answering.cut.mock.calls.length, state.inflight]).toEqual([0, 0])
})

test('one whose connection is gone is forgotten', () => {
  const { state, underway } = create()
  const answering = createAnswering(true)
  underway.start(answering)
  vi.advanceTimersByTime(500)
  expect([answering.cut.mock.calls.length, state.inflight]).toEqual([0, 0])
})
