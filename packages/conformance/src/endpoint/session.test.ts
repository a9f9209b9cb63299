import { expect, test } from 'vitest'
import { createSession } from './session.ts'
import { functionTarget } from './target.ts'

test('what several checks look at is made once where it can be, and a name has the same seed in every session', async () => {
  const target = functionTarget(() => undefined)
  const session = createSession(target, { seed: 7 })
  const key = {}
  let made = 0
  const make = async () => ++made
  await expect(session.once(key, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect([await session.once(key, make), await session.once(key, make)]).toEqual([1, 1])
  expect(session.seedOf('a')).toBe(createSession(target, { seed: 7 }).seedOf('a'))
  expect(session.seedOf('a')).not.toBe(createSession(target, { seed: 8 }).seedOf('a'))
})
