import { expect, test } from 'vitest'
import { ownDescriptors, readDescriptorLimit } from './serving-process.ts'

test('the system says how many files may be open, or nothing', () => {
  expect(readDescriptorLimit()).toBeGreaterThan(ownDescriptors)
})
