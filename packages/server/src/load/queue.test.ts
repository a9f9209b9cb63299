import { setImmediate as nextRound } from 'node:timers/promises'
import { createRandom } from '@lectern/fixtures'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  createShare,
  createJob,
  estimateWait,
  type Kind,
  mustWait,
  noteArrival,
  runLater,
  runNow,
  sumWaits,
  takeTurn,
} from './queue.ts'
import { turnMilliseconds } from '../rpc/limits.ts'

// The clock is the test's own: what work takes is what the test says, however busy the machine is.
let time = 0
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => time)
  time += 1_000
})
afterEach(() => void vi.restoreAllMocks())

/** A connection that asks for work of so many milliseconds, which writes its name down; `turns` is in how many. */
function createClient(order: string[], name: string, milliseconds: number, turns = 1) {
  const share = createShare()
  const ask = (kind: Kind = 'call') => {
    const work = createJob(kind, share)
    return runLater(work, async () => {
      for (let turn = 0; turn < turns; turn += 1) {
        if (turn > 0) await takeTurn(work)
        order.push(name)
        time += milliseconds
      }
    })
  }
  return { share, ask, repeat: (times: number) => Promise.all(Array.from({ length: times }, () => ask())) }
}

/** Whether a request of a new connection waits or runs. */
const isWaiting = () => mustWait(createJob('call', createShare()))
function run(milliseconds: number) {
  const work = createJob('call', createShare())
  return mustWait(work) ? 'waits' : runNow(work, () => ((time += milliseconds), 'runs'))
}

/** How often each name is there. */
const count = (order: readonly string[]) =>
  Object.fromEntries(
    Map.groupBy(order, String)
      .entries()
      .map(([name, all]) => [name, all.length]),
  )

test('a round of the event loop has turns until they come to as much as it may have', async () => {
  const order: string[] = []
  const all = Array.from({ length: 10 }, () => createClient(order, 'x', turnMilliseconds / 4).ask())
  await nextRound()
  expect(order).toHaveLength(4)
  await nextRound()
  expect(order).toHaveLength(8)
  await Promise.all(all)
})

test('work that takes long has one turn a round, and goes on before what came later', async () => {
  const order: string[] = []
  const all = Promise.all(
    ['1', '2', '3'].map((name) => createClient(order, name, turnMilliseconds, 3).ask('batch')),
  )
  for (let round = 0; round < 9; round += 1) {
    await nextRound()
    order.push('|')
  }
  await all
  expect(order.join('')).toBe('1|1|1|2|2|2|3|3|3|')
})

test('connections have equal shares of the time, however many requests each has waiting', async () => {
  const order: string[] = []
  const [greedy, modest] = [createClient(order, 'greedy', 4), createClient(order, 'modest', 4)]
  const all = [greedy.repeat(100), modest.repeat(10)]
  await Promise.all(all)
  expect(count(order.slice(0, 20))).toEqual({ greedy: 10, modest: 10 })
})

test('shares are of time, not of requests: who asks for a tenth as much has ten for one', async () => {
  const order: string[] = []
  const [large, small] = [createClient(order, 'large', 10), createClient(order, 'small', 1)]
  await Promise.all([large.ask(), small.ask()]) // from then on it is known what they ask for
  order.length = 0
  await Promise.all([large.repeat(20), small.repeat(200)])
  const { large: larges = 0 } = count(order.slice(0, 110))
  expect(Math.abs(larges - 10)).toBeLessThanOrEqual(1)
})

test.each(['the same', 'a new'])(
  'a wallet waits for no more than a round, behind 512 connections that ask for whole blocks again and again: %s connection',
  async (connection) => {
    const order: string[] = []
    const blocks = Array.from({ length: 512 }, () => createClient(order, 'block', 2))
    let wallet = createClient(order, 'wallet', 0.03)
    for (let times = 0; times < 100; times += 1) await wallet.ask() // from then on it is known what calls take
    const over = new AbortController()
    const asking = blocks.map(async ({ ask }) => {
      while (!over.signal.aborted) await ask('block')
    })
    for (let polls = 0; polls < 100; polls += 1) {
      for (let rounds = 0; rounds < 7; rounds += 1) await nextRound()
      const before = order.length
      if (connection === 'a new') wallet = createClient(order, 'wallet', polls % 3 === 0 ? 6 : 0.03) // now and then memory is collected
      await wallet.ask()
      expect(order.length - before).toBeLessThanOrEqual(4) // of 512
    }
    over.abort()
    await Promise.all(asking)
  },
)

test('calls without end leave half of each round to whole blocks', async () => {
  const order: string[] = []
  const callers = Array.from({ length: 64 }, () => createClient(order, 'call', 0.1))
  const blocks = Array.from({ length: 64 }, () => createClient(order, 'block', 0.5))
  await Promise.all([...callers.map(({ repeat }) => repeat(40)), ...blocks.map(({ ask }) => ask('block'))])
  const { call, block } = count(order.slice(0, 60))
  expect(block! / call!).toBeGreaterThan(0.15) // 0.2: as much time
})

test('who asks for about as much as the others waits for about as many, whatever chance adds to each', async () => {
  const random = createRandom(1)
  const connections = 128
  const over = new AbortController()
  const others: number[] = []
  let answered = 0
  const asking = Array.from({ length: connections }, async () => {
    const share = createShare()
    while (!over.signal.aborted) {
      const before = answered
      await runLater(createJob('call', share), () => {
        time += 1 + random(1_000) / 1_000 + (random(30) === 0 ? 6 : 0) // now and then memory is collected
      })
      answered += 1
      others.push(answered - before)
      await nextRound()
    }
  })
  while (others.length < 40 * connections) await nextRound()
  over.abort()
  await Promise.all(asking)
  const sorted = others.slice(4 * connections).toSorted((one, other) => one - other)
  expect(sorted[Math.floor(0.99 * sorted.length)]! / connections).toBeLessThanOrEqual(1.5)
})

test('a sender of full batches does not keep another connection from its calls', async () => {
  const order: string[] = []
  const batches = createClient(order, 'batch', turnMilliseconds, 40)
  const caller = createClient(order, 'call', 1)
  await Promise.all([batches.ask('batch'), caller.ask()]) // from then on it is known what they ask for
  order.length = 0
  const sent = Promise.all(Array.from({ length: 5 }, () => batches.ask('batch')))
  for (let calls = 0; calls < 20; calls += 1) await caller.ask()
  expect(order.filter((name) => name === 'batch').length).toBeLessThanOrEqual(20) // one a round
  await sent
})

test('work that cannot begin for want of memory keeps nobody else waiting, and begins once there is some', async () => {
  const order: string[] = []
  let isFull = true
  const blocked = createJob('batch', createShare(), { isBlocked: () => isFull })
  expect(mustWait(blocked)).toBe(true)
  const begun = runLater(blocked, () => order.push('blocked'))
  expect(sumWaits()).toBe(0)
  await createClient(order, 'other', 1).ask()
  await nextRound()
  expect(order).toEqual(['other'])
  isFull = false
  await createClient(order, 'more', 1).ask()
  await begun
  expect(order).toContain('blocked')
})

test('what need not wait runs at once, until the round has had its share', async () => {
  await nextRound()
  await nextRound()
  expect([run(turnMilliseconds - 1), run(1), run(1)]).toEqual(['runs', 'runs', 'waits'])
  await nextRound()
  expect(run(1)).toBe('runs')
})

test('while connections arrive round after round work waits, 25 ms at most, until a round brings none', async () => {
  await nextRound()
  for (let rounds = 0; rounds < 8; rounds += 1) {
    expect(isWaiting()).toBe(false)
    noteArrival()
    await nextRound()
  }
  expect(isWaiting()).toBe(true)
  const order: string[] = []
  time += 25
  noteArrival()
  const all = [createClient(order, 'first', turnMilliseconds).ask(), createClient(order, 'second', 1).ask()]
  for (let rounds = 0; rounds < 10; rounds += 1) {
    await nextRound()
    expect(order).toEqual(['first'])
    noteArrival()
  }
  time += 25
  await nextRound()
  expect(order).toEqual(['first', 'second'])
  await Promise.all(all)
  await nextRound()
  expect(isWaiting()).toBe(false)
})

test('the wait is what those before usually take, of which one that took long is not taken for all', async () => {
  const order: string[] = []
  const learn = createClient(order, 'x', 10)
  for (let times = 0; times < 100; times += 1) await learn.ask('proof')
  await runLater(createJob('proof', createShare()), () => (time += 5_000))
  const all = Array.from({ length: 8 }, () => createClient(order, 'x', 10).ask('proof'))
  const wait = estimateWait(createJob('proof', createShare()))
  expect(wait).toBeGreaterThan(79)
  expect(wait).toBeLessThan(100)
  await Promise.all(all)
  expect(sumWaits()).toBe(0)
})

test('what nobody waits for any more is not kept back for want of memory', async () => {
  const begin = vi.fn<() => void>()
  const work = createJob('batch', createShare(), { isBlocked: () => true, isGone: () => true })
  await runLater(work, begin)
  expect(begin).toHaveBeenCalledOnce()
})
