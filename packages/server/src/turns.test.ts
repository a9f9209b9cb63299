import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { countWaiting, takeTurn } from './turns.ts'

test('one of all who wait has each round of the event loop, in their order', async () => {
  const order: (number | 'round')[] = []
  const long = async (name: number) => {
    for (let step = 0; step < 3; step += 1) {
      await takeTurn()
      order.push(name)
    }
  }
  const all = Promise.all([long(1), long(2), long(3)])
  expect(countWaiting()).toBe(3)
  for (let round = 0; round < 9; round += 1) {
    await nextRound()
    order.push('round')
  }
  await all
  expect(order.filter((entry) => entry !== 'round')).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3])
  const longest = Math.max(
    ...order
      .join()
      .split('round')
      .map((between) => between.match(/\d/g)?.length ?? 0),
  )
  expect(longest).toBe(1)
  expect(countWaiting()).toBe(0)
})
