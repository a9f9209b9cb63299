import type { Socket } from 'node:net'
import { setImmediate as nextRound } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createServerState } from './in-flight.ts'
import { createResponses, createUploads } from './memory.ts'
import { createHttpPolicy } from '../http/policy.ts'
import { type Kind, sumWaits } from './queue.ts'
import { createSchedule, kindOf } from './schedule.ts'

let time = 0
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => time)
  time += 1_000
})
afterEach(() => void vi.restoreAllMocks())

let clients = 0

/** Connections to a server where each call takes as many milliseconds as it says. */
function createServer({ maxWait = 1_000_000, uploadBytes = 1_000_000 } = {}) {
  const state = createServerState()
  const waits: number[] = []
  const [uploads, responses] = [createUploads(uploadBytes), createResponses(1_000_000)]
  const onWait = (seconds: number) => void waits.push(seconds)
  const schedule = createSchedule({ maxWait, state, uploads, responses, pieceBytes: 1, onWait })
  const connect = (milliseconds: number, kind: Kind = 'call', client = `${clients++}`) => {
    const socket = {} as Socket
    const ask = async (bytes = 0, isGone = () => false) =>
      await schedule(
        { kind, socket, client, bytes, isGone },
        () => ((time += milliseconds), 'begun'),
        () => 'refused',
      )
    return ask
  }
  return { state, waits, responses, connect }
}
const count = (outcomes: readonly unknown[], outcome: unknown) =>
  outcomes.filter((each) => each === outcome).length

test('so long may a request have to wait; one that would wait longer is refused, one of another connection that asks for little is not', async () => {
  const { state, connect } = createServer({ maxWait: 50 })
  const readers = Array.from({ length: 10 }, () => connect(10))
  const wallet = connect(0.1)
  for (const ask of [...readers, wallet]) await ask() // from then on it is known what they take
  const asked = [...readers, wallet].map((ask) => ask())
  expect(state).toMatchObject({ queued: 7 })
  expect(sumWaits()).toBeGreaterThan(50 / 2)
  const outcomes = await Promise.all(asked)
  expect(outcomes.slice(0, 10)).toEqual([...Array(7).fill('begun'), ...Array(3).fill('refused')]) // one at once, one behind each 10 ms of 50
  expect(outcomes[10]).toBe('begun')
  expect(state).toMatchObject({ queued: 0 })
  expect(sumWaits()).toBe(0)
})

test('a refusal does not leave an idle server overloaded', async () => {
  await nextRound()
  using policy = createHttpPolicy({ limits: { uploadBytes: 100 } })
  const ask = async (milliseconds: number, bytes = 0) =>
    await policy.schedule(
      { kind: 'call', socket: {} as Socket, client: '', bytes, isGone: () => false },
      () => ((time += milliseconds), 'begun'),
      () => 'refused',
    )
  expect(await Promise.all([ask(10), ask(1, 101)])).toEqual(['begun', 'refused'])
  expect(policy.isOverloaded()).toBe(false)
})

test('what is large waits until clients have read enough of what is made; a call does not', async () => {
  const { responses, state, connect } = createServer()
  const unread = responses.hold(750_000, 'other') // of 1,000,000
  const large = (['block', 'batch'] as const).map((kind) => connect(1, kind)())
  expect(await connect(1)()).toBe('begun')
  expect(state).toMatchObject({ queued: 2 })
  unread[Symbol.dispose]()
  expect(await Promise.all(large)).toEqual(['begun', 'begun'])
})

test('bodies that wait take room for their bytes until they begin; one more is refused', async () => {
  const { connect } = createServer({ uploadBytes: 300 })
  const ask = async (bytes: number) => {
    await nextRound()
    const first = connect(10)() // the round has had its share: the others wait
    const outcomes = await Promise.all([100, 100, bytes].map((each) => connect(1)(each)))
    await first
    return outcomes
  }
  expect(await ask(100)).toEqual(['begun', 'begun', 'begun'])
  expect(await ask(101)).toEqual(['begun', 'begun', 'refused'])
  expect(await ask(100)).toEqual(['begun', 'begun', 'begun'])
})

test('a request whose client has left does not begin, and gives its room back', async () => {
  const { state, connect } = createServer({ uploadBytes: 100 })
  await nextRound()
  void connect(10)()
  let isGone = false
  const waiting = connect(1)(100, () => isGone)
  isGone = true
  expect(await waiting).toBeUndefined()
  await nextRound()
  void connect(10)()
  expect(state.queued).toBe(0)
  expect(await connect(1)(100)).toBe('begun')
})

test('each request that begins is reported with the seconds that it waited', async () => {
  const { waits, connect } = createServer()
  await nextRound()
  const asked = [connect(10)(), connect(10)(), connect(10)()]
  time += 3
  await Promise.all(asked)
  expect(count(waits, 0)).toBe(1)
  expect(waits.map((seconds) => Math.round(1_000 * seconds))).toEqual([0, 3, 13])
})

test('clients have equal shares of the time, however many connections one has and however much each asks at once', async () => {
  const { connect } = createServer()
  const order: string[] = []
  const ask = (connection: ReturnType<typeof connect>, name: string) =>
    connection().then(() => order.push(name))
  const many = Array.from({ length: 10 }, () => connect(10, 'block', 'many'))
  const two = Array.from({ length: 2 }, () => connect(10, 'block', 'two'))
  for (const connection of [...many, ...two]) await connection() // from then on it is known what they take
  await nextRound()
  const asked = [
    ...many.flatMap((connection) => Array.from({ length: 4 }, () => ask(connection, 'many'))),
    ...two.flatMap((connection) => Array.from({ length: 4 }, () => ask(connection, 'two'))),
  ]
  await Promise.all(asked)
  const lastOfTwo = order.lastIndexOf('two')
  const before = order.slice(0, lastOfTwo).filter((name) => name === 'many').length
  expect(before).toBeGreaterThan(3)
  expect(before).toBeLessThan(20)
})

test.for([
  ['call', '{"method":"eth_getBlockByNumber","params":["latest",false]}'],
  ['call', '{"method":"eth_getTransactionReceipt","params":["0x12"]}'],
  ['block', '{"method":"eth_getBlockByNumber","params":["latest",true]}'],
  ['block', ' {"params":["latest"],"method":"eth_getBlockReceipts"}'],
  ['batch', ' [{"method":"eth_getBlockReceipts"}]'],
] as const)('a %s: %s', ([kind, body]) => {
  expect(kindOf(new TextEncoder().encode(body))).toBe(kind)
})
