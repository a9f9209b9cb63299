import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createServerState } from './in-flight.ts'
import { createInFlight } from './in-flight.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const create = () => {
  const state = createServerState()
  return { state, inFlight: createInFlight(state, 2_000) }
}
const createRequest = (isGone = false) => ({ client: '', isGone: () => isGone, cut: vi.fn() })

test('an answer is cut once its time is over, a few milliseconds late at most', () => {
  const { state, inFlight } = create()
  const request = createRequest()
  vi.advanceTimersByTime(100)
  inFlight.start(request)
  vi.advanceTimersByTime(1_999)
  expect([request.cut.mock.calls.length, state.inflight]).toEqual([0, 1])
  vi.advanceTimersByTime(26)
  expect([request.cut.mock.calls.length, state.inflight]).toEqual([1, 0])
  vi.advanceTimersByTime(10_000)
  expect(request.cut).toHaveBeenCalledOnce()
})

test('one that ends in time is not, and counts once', () => {
  const { state, inFlight } = create()
  const request = createRequest()
  inFlight.start(request)
  inFlight.end(request)
  inFlight.end(request)
  vi.advanceTimersByTime(10_000)
  expect([request.cut.mock.calls.length, state.inflight]).toEqual([0, 0])
})

test('one whose connection is gone is forgotten', () => {
  const { state, inFlight } = create()
  const request = createRequest(true)
  inFlight.start(request)
  vi.advanceTimersByTime(500)
  expect([request.cut.mock.calls.length, state.inflight]).toEqual([0, 0])
})
