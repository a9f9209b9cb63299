import { expect, test } from 'vitest'
import { fitConnections, readDescriptorLimit } from './descriptors.ts'

test('connections leave room for the files of the process and for connections that are refused', () => {
  expect(fitConnections(4_000, Infinity)).toBe(4_000)
  expect(fitConnections(4_000, 4_556)).toBe(4_000)
  expect(fitConnections(4_000, 4_555)).toBe(3_999)
  expect(fitConnections(4_000, 96)).toBe(35)
  expect(fitConnections(4_000, 1)).toBe(1)
})

test('the system says how many files may be open, or nothing', () => {
  expect(readDescriptorLimit()).toBeGreaterThan(64)
})
