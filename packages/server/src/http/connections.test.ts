import { expect, test } from 'vitest'
import { fitConnections } from './connections.ts'

test('so many connections are let in that those too many, which are answered, can be open beside them', () => {
  expect(fitConnections(4_000, Infinity)).toBe(4_000)
  expect(fitConnections(4_000, 4_500)).toBe(4_000)
  expect(fitConnections(4_000, 4_499)).toBe(3_999)
  expect(fitConnections(4_000, 40)).toBe(32)
  expect(fitConnections(4_000, 10)).toBe(2)
  for (const open of [9, 8, 1, 0, -50]) expect(fitConnections(4_000, open)).toBe(1)
  expect(fitConnections(5, 4_500)).toBe(5)
})
