import { expect, test, vi } from 'vitest'
import { deduplicate } from './server.ts'

test('all who ask while an answer is made share it; who asks later has a new one, also after an error', async () => {
  const ask = vi.fn(async () => ask.mock.calls.length)
  const once = deduplicate(ask)
  expect(await Promise.all([once(), once(), once()])).toEqual([1, 1, 1])
  expect(await once()).toBe(2)
  ask.mockRejectedValueOnce(new Error('no'))
  await expect(Promise.all([once(), once()])).rejects.toThrow('no')
  expect(await once()).toBe(4)
})
