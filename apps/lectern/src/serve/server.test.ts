import { expect, onTestFinished, test, vi } from 'vitest'
import { deduplicate, shareMetrics } from './server.ts'

test('all who ask while an answer is made share it; who asks later has a new one, also after an error', async () => {
  const ask = vi.fn(async () => ask.mock.calls.length)
  const once = deduplicate(ask)
  expect(await Promise.all([once(), once(), once()])).toEqual([1, 1, 1])
  expect(await once()).toBe(2)
  ask.mockRejectedValueOnce(new Error('no'))
  await expect(Promise.all([once(), once()])).rejects.toThrow('no')
  expect(await once()).toBe(4)
})

test('metrics are written once for all who ask at about the same time, however many, and anew after an error', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const write = vi.fn(async () => `metrics ${write.mock.calls.length}`)
  const ask = shareMetrics(write)
  const first = await ask()
  expect(String(first)).toBe('metrics 1')
  for (let asked = 0; asked < 1_800; asked++) expect(await ask()).toBe(first) // the same bytes, which are compressed once
  vi.advanceTimersByTime(1_000)
  write.mockRejectedValueOnce(new Error('no'))
  await expect(ask()).rejects.toThrow('no')
  expect(String(await ask())).toBe('metrics 3')
})
