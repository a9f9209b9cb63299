import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { countQueued, estimateWait, reportWork, takeTurn } from './turns.ts'

/** A batch of three turns, after the one in which it begins; tells of each. */
async function run(name: number, tell: (name: number) => void): Promise<void> {
  for (let step = 0; step < 4; step += 1) {
    await takeTurn({ isBegun: step > 0 })
    tell(name)
  }
}

test('each round of the event loop is one batch’s, and one that is begun goes first', async () => {
  const order: string[] = []
  const all = Promise.all([1, 2, 3].map((name) => run(name, (told) => order.push(`${told}`))))
  expect(countQueued()).toBeGreaterThan(0)
  for (let round = 0; round < 12; round += 1) {
    await nextRound()
    order.push('|')
  }
  await all
  expect(order.filter((entry) => entry !== '|').join('')).toBe('111122223333')
  expect(order.join('')).not.toMatch(/\d\d/)
  expect(countQueued()).toBe(0)
})

test('the wait is told from those that have not begun, and from what batches take', async () => {
  for (let batch = 0; batch < 100; batch += 1) reportWork(20)
  const turns = [takeTurn(), takeTurn({ isBegun: false }), takeTurn({ isBegun: false })]
  expect(Math.round(estimateWait())).toBe(40)
  await Promise.all(turns)
  expect(estimateWait()).toBe(0)
})
