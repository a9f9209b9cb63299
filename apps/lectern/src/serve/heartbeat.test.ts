import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beatMilliseconds, watchHeartbeats } from './heartbeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a process that is silent for the timeout is reported once; one that sends beats is not', () => {
  const silent: string[] = []
  const watch = watchHeartbeats<string>(60, (one) => silent.push(one))
  watch.hear('hung')
  watch.hear('well')
  const beats = setInterval(() => watch.hear('well'), beatMilliseconds(60))
  vi.advanceTimersByTime(60_000)
  expect(silent).toEqual([])
  vi.advanceTimersByTime(beatMilliseconds(60))
  expect(silent).toEqual(['hung'])
  vi.advanceTimersByTime(600_000)
  expect(silent).toEqual(['hung'])
  clearInterval(beats)
  vi.advanceTimersByTime(65_000)
  expect(silent).toEqual(['hung', 'well'])
})

test('a process that never sent a beat, or is forgotten, may be silent; with a timeout of 0 all may', () => {
  const silent: string[] = []
  const watch = watchHeartbeats<string>(60, (one) => silent.push(one))
  watch.hear('debugged')
  watch.forget('debugged')
  watchHeartbeats<string>(0, (one) => silent.push(one)).hear('any')
  vi.advanceTimersByTime(600_000)
  expect(silent).toEqual([])
})
