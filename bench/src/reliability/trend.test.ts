import { expect, test } from 'vitest'
import { toResult } from './finding.ts'
import { judgeGrowth } from './trend.ts'

/** Samples of twenty minutes of memory that grows by MB per hour and jumps by MB up and down. */
const samples = (growth: number, jump: number) =>
  Array.from({ length: 20 }, (_, minutes) => ({
    minutes,
    anonymous: 1e6 * (100 + (growth * minutes) / 60 + (minutes % 2 === 0 ? jump : -jump)),
  }))

test.each([
  [0.1, 0, 'yes'],
  [-20, 1, 'yes'],
  [3, 0, '**no**'],
  [45.7, 0.1, '**no**'],
  [0.1, 5, 'not decided'],
  [45.7, 20, 'not decided'],
])('memory that grows by %d MB an hour and jumps by %d MB: %s', (growth, jump, shown) => {
  expect(toResult([judgeGrowth(samples(growth, jump))]).rows[0]!.at(-1)).toBe(shown)
})
