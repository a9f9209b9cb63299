import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  countQueued,
  estimateWait,
  mustWait,
  noteArrival,
  reportWork,
  spend,
  takeTurn,
  turnMilliseconds,
} from './turns.ts'

/** Work of three turns, after the one in which it begins, each as long as a turn may be; reports each. */
async function run(name: number, report: (name: number) => void): Promise<void> {
  for (let step = 0; step < 4; step += 1) {
    await takeTurn(step > 0 ? 'begun' : 'fresh')
    report(name)
    spend(turnMilliseconds)
  }
}

test('each round of the event loop is that of one piece of work, and one that is begun goes first', async () => {
  const order: string[] = []
  const all = Promise.all([1, 2, 3].map((name) => run(name, (reported) => order.push(`${reported}`))))
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

test('a round has turns until they come to as much as it may have', async () => {
  const order: number[] = []
  const all = Array.from({ length: 10 }, async (_, index) => {
    await takeTurn('fresh')
    order.push(index)
    spend(turnMilliseconds / 4)
  })
  await nextRound()
  expect(order).toEqual([0, 1, 2, 3])
  await nextRound()
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  await Promise.all(all)
})

test('calls have turns of their own in each round, beside longer work', async () => {
  const order: string[] = []
  const wait = async (waiting: 'call' | 'fresh', index: number) => {
    await takeTurn(waiting)
    order.push(`${waiting} ${index}`)
    spend(turnMilliseconds)
  }
  const all = [0, 1].flatMap((index) => [wait('fresh', index), wait('call', index)])
  expect(mustWait('call')).toBe(true) // behind those that wait
  await nextRound()
  expect(order).toEqual(['call 0', 'fresh 0'])
  await Promise.all(all)
  expect(order).toEqual(['call 0', 'fresh 0', 'call 1', 'fresh 1'])
})

test('work waits in a round that has had its share, and not in the next one', async () => {
  expect([mustWait(), mustWait('call')]).toEqual([false, false])
  spend(turnMilliseconds - 1)
  expect([mustWait(), mustWait('call')]).toEqual([false, false])
  spend(1)
  expect([mustWait(), mustWait('call')]).toEqual([true, true])
  await nextRound()
  expect([mustWait(), mustWait('call')]).toEqual([false, false])
})

test('the wait is estimated from those that have not begun, and from what they take', async () => {
  for (let batch = 0; batch < 100; batch += 1) reportWork(20)
  const turns = [takeTurn(), takeTurn('fresh'), takeTurn('fresh')]
  expect(Math.round(estimateWait())).toBe(40)
  await Promise.all(turns)
  expect(estimateWait()).toBe(0)
})

test('while connections arrive round after round calls wait, until a round brings none', async () => {
  for (let round = 0; round < 8; round += 1) {
    expect(mustWait('call')).toBe(false)
    noteArrival()
    await nextRound()
  }
  expect(mustWait('call')).toBe(true)
  await nextRound()
  expect(mustWait('call')).toBe(false)
})
