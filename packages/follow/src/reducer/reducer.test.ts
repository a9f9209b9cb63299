import type { BlockName, Head } from '@lectern/history'
import { expect, test } from 'vitest'
import type { Branch } from '../branch.ts'
import type { Effect } from './effect.ts'
import type { FollowCode } from '../error.ts'
import type { Outline } from '../node/outline.ts'
import { type FollowEvent, reduce } from './reducer.ts'
import { type FollowSettings, type FollowState, startState, type Word } from './state.ts'

// The reducer alone: no node, no store, no clock.

const settings: FollowSettings = {
  quorum: 1,
  reorgLimit: 64,
  reorgBytes: 2 ** 26,
  from: 0n,
  distance: 0,
  poll: undefined,
  finality: 'nodes',
  latest: 'nodes',
  once: false,
}

/** The hash of a block of a branch: its letter and its number. */
const hashOf = (number: number, branch = 'a') => Uint8Array.of(number, branch.charCodeAt(0))
const outline = (number: number, branch = 'a', parent = branch): Outline => ({
  number: BigInt(number),
  hash: hashOf(number, branch),
  parentHash: hashOf(number - 1, parent),
  timestamp: 1_000n + 12n * BigInt(number),
  transactions: [],
  uncles: 0,
})
const headAt = (number: number, more: Partial<Head> = {}): Head => ({
  ...outline(number),
  lowest: 0n,
  anchor: null,
  safe: null,
  finalized: null,
  ...more,
})
/** The clock of schedules, and the wall's: neither is known by the other. */
const NOW = 7_000
const TIME = 2_000_000

const at = (now = NOW, time = TIME) => ({ now, time, random: 0.5 })

/** Reduces events one after the other: the last state, the last event's effects, and all log codes. */
function run(
  events: readonly FollowEvent[],
  {
    head = headAt(10),
    nodes = 1,
    ...options
  }: Partial<FollowSettings> & { head?: Head | null; nodes?: number } = {},
): { state: FollowState; effects: readonly Effect[]; codes: string[] } {
  let state = startState(
    head,
    Array.from({ length: nodes }, (_, index) => ({ name: `node-${index}`, host: `host-${index}` })),
  )
  let effects: readonly Effect[] = []
  const codes: string[] = []
  for (const event of [{ type: 'woken' } as const, ...events]) {
    const step = reduce(state, event, at(), { ...settings, ...options })
    ;({ state, effects } = step)
    codes.push(...effects.flatMap((effect) => (effect.type === 'log' ? [effect.line.code] : [])))
  }
  return { state, effects, codes }
}

const name = (number: number, branch = 'a') => ({ number: BigInt(number), hash: hashOf(number, branch) })
const up = (source = 0): FollowEvent => ({ type: 'identified', source })
const word = ({ number, hash }: BlockName, isStored = false): Word => ({ number, hash, isStored })
const polled = (tip: Outline | null, isStored = false, source = 0, more = {}): FollowEvent => ({
  type: 'polled',
  source,
  tip,
  words: tip ? [word(tip, isStored)] : [],
  numbers: [],
  safe: null,
  finalized: null,
  epoch: 0,
  ...more,
})
const traced = (block: BlockName, branch: Omit<Branch, 'source'>, source = 0): FollowEvent => ({
  type: 'traced',
  block,
  branch: { ...branch, source },
  marks: null,
})
const failed = (code: FollowCode, more: object = {}): FollowEvent => ({
  type: 'failed',
  source: 0,
  isWork: false,
  code,
  message: 'It failed.',
  ...more,
})
const range = (from: number, to: number, branch = 'a') =>
  Array.from({ length: to - from + 1 }, (_, index) => outline(from + index, branch))
const work = (effects: readonly Effect[]) =>
  effects.filter(({ type }) => !['poll', 'identify', 'wake', 'log'].includes(type))
const fork = (after: number, to: number, from = 10): Omit<Branch, 'source'> => ({
  ancestor: outline(after),
  depth: BigInt(from - after),
  outlines: range(after + 1, to, 'b'),
})

test('it begins by identifying each node', () => {
  expect(run([], { nodes: 2 }).effects).toEqual([
    { type: 'identify', source: 0 },
    { type: 'identify', source: 1 },
  ])
})

test.each([
  ['is new', 0, 3_000],
  ['is older than nine seconds: when the next one is due', 10_000, 2_000],
  ['is about to have a child', 11_900, 250],
  ['may have a child', 14_000, 250],
  ['should have had a child', 23_900, 250],
  ['is without a child for longer than a block takes', 24_000, 3_000],
  ['is of a time that is ahead of the clock', -60_000, 3_000],
])('with 12 s between blocks the tip that %s is looked at again soon enough', (_, age, wait) => {
  const tip = { ...outline(10), timestamp: 1_000n }
  const state = { ...run([up()]).state, blockTime: 12_000 }
  const { effects } = reduce(state, polled(tip, true), at(NOW, 1_000_000 + age), settings)
  expect(effects).toContainEqual({ type: 'wake', at: NOW + wait })
})

test('a node that can be used is asked for its tip at once, then every quarter of a block', () => {
  expect(run([up()]).effects).toContainEqual({ type: 'poll', source: 0, epoch: 0, numbers: [] })
  expect(run([up(), polled(outline(10), true)]).effects).toContainEqual({ type: 'wake', at: NOW + 250 })
  expect(run([up(), polled(outline(10), true)], { poll: 5_000 }).effects).toContainEqual({
    type: 'wake',
    at: NOW + 5_000,
  })
})

test('the child of the head is taken without a look at the rest', () => {
  const { effects, state } = run([up(), polled(outline(11))])
  expect(work(effects)).toMatchObject([
    { type: 'extend', source: 0, branch: { depth: 0n, outlines: [{ number: 11n }] } },
  ])
  expect(state.phase).toBe('follow')
})

test.each([[42], [45]])(
  'what continues the head up to block %d is taken: more than 32 blocks below the tip are a backfill',
  (last) => {
    const branch = { ancestor: outline(10), depth: 0n, outlines: range(11, last) }
    const { effects, state } = run([up(), polled(outline(last)), traced(outline(last), branch)])
    expect([work(effects)[0]!.type, state.phase]).toEqual(
      last === 42 ? ['extend', 'follow'] : ['backfill', 'backfill'],
    )
    if (last === 45) expect(work(effects)[0]).toMatchObject({ to: 43n })
  },
)

test('1: what is late costs rank, and nobody is blamed', () => {
  const { state, codes } = run([up(), polled(outline(11)), failed('late', { isWork: true })])
  expect(state).toMatchObject({
    work: null,
    blamed: {},
    sources: [{ standing: 'usable', penalty: 1, words: [] }],
  })
  expect(codes).toContain('source-late')
})

test.each<FollowCode>(['refuted', 'other', 'large'])(
  '2 to 12, 30: a node that is found out by %s is blamed for a minute, then four, up to an hour',
  (code) => {
    const again = [failed(code, { check: 'receiptsRoot' }), up()]
    for (const [times, seconds] of [
      [1, 60],
      [2, 240],
      [4, 3_600],
      [9, 3_600],
    ] as const) {
      const { state, codes } = run([
        up(),
        ...Array.from({ length: times - 1 }, () => again).flat(),
        again[0]!,
      ])
      expect(state.sources[0]!.next).toBe(NOW + 1_000 * seconds)
      expect(state.blamed).toEqual({ 'node-0': { receiptsRoot: times } })
      expect(codes).toContain('source-blamed')
    }
  },
)

const wakes = (...events: readonly FollowEvent[]) =>
  run([up(), up(1), ...events], { nodes: 2 }).effects.filter(({ type }) => type === 'wake')

test('where too few others can be used a blamed node is asked again sixty times as soon', () => {
  const [first, second] = [failed('refuted'), failed('refuted', { source: 1 })]
  const polls = [polled(outline(10), true), polled(outline(10), true, 1)]
  expect(wakes(...polls, first)).not.toEqual([{ type: 'wake', at: NOW + 1_000 }])
  expect(wakes(...polls, first, second)).toEqual([{ type: 'wake', at: NOW + 1_000 }])
  expect(wakes(...polls, first, second, failed('unreachable'), failed('unreachable', { source: 1 }))).toEqual(
    [{ type: 'wake', at: NOW + 1_000 }],
  )
})

test('a look that was in flight when its node was blamed changes nothing', () => {
  const { state } = run([
    up(),
    failed('refuted', { isWork: true }),
    polled(outline(11)),
    failed('unreachable'),
  ])
  expect(state.sources[0]).toMatchObject({ next: NOW + 60_000, tip: null })
})

test('a node that is blamed is not asked sooner because another one gave a block', () => {
  const stored: FollowEvent = {
    type: 'stored',
    source: 1,
    head: headAt(11),
    blocks: 1,
    transactions: 0,
    depth: 0,
    isDone: true,
  }
  const { state } = run([up(0), up(1), failed('refuted'), stored], { nodes: 2 })
  expect(state.sources.map(({ next }) => next)).toEqual([NOW + 60_000, 0])
})

test('a node that gives a block is blamed for a minute again, not for four', () => {
  const stored = {
    type: 'stored',
    source: 0,
    head: headAt(11),
    blocks: 1,
    transactions: 0,
    depth: 0,
    isDone: true,
  } as const
  const { state } = run([up(), failed('refuted'), up(), stored, failed('refuted')])
  expect(state.sources[0]!.next).toBe(NOW + 60_000)
})

test.each<FollowCode>(['chain', 'genesis'])(
  '13 to 15: a node of another %s is out for good; when it was the last, exit code 2',
  (code) => {
    const { state, effects } = run([failed(code)])
    expect(state.sources[0]!.standing).toBe('out')
    expect(effects.at(-1)).toMatchObject({ type: 'end', exitCode: 2 })
    expect(run([failed(code)], { nodes: 2 }).state.phase).toBe('identify')
  },
)

test('16 and 17: a lower tip of the stored chain is lag', () => {
  const { effects, state } = run([up(), polled(outline(7), true)])
  expect(work(effects)).toEqual([])
  expect(state.phase).toBe('follow')
})

test.each([1, 64])('18 and 19: a branch in place of %d blocks is one change, on the ancestor', (depth) => {
  const branch = fork(100 - depth, 101, 100)
  const { effects, state } = run([up(), polled(outline(101, 'b')), traced(outline(101, 'b'), branch)], {
    head: headAt(100),
  })
  expect(work(effects)).toMatchObject([
    { type: 'extend', branch: { depth: BigInt(depth), outlines: { length: depth + 1 } } },
  ])
  expect(state.phase).toBe('switch')
})

test('21: a chain that changes between two calls is looked at again, and nobody is blamed', () => {
  const { state } = run([up(), polled(outline(12)), failed('changed', { isWork: true })])
  expect(state).toMatchObject({ work: null, phase: 'locate', blamed: {}, sources: [{ next: NOW + 250 }] })
})

test('23: a branch that shares no block within the limit needs a person', () => {
  const branch = { ancestor: null, depth: 11n, outlines: [] }
  const { effects } = run([up(), polled(outline(12, 'b')), traced(outline(12, 'b'), branch)])
  expect(effects.at(-2)).toMatchObject({ type: 'log', line: { level: 'error', code: 'reorg-deep' } })
  expect(effects.at(-1)).toMatchObject({ type: 'end', exitCode: 1 })
})

test('23: a branch as deep as the limit is taken, one block more is not', () => {
  const events = [up(), polled(outline(12, 'b')), traced(outline(12, 'b'), fork(5, 12))]
  expect(run(events, { reorgLimit: 5 }).state.phase).toBe('switch')
  expect(run(events, { reorgLimit: 4 }).state.halt!.code).toBe('reorg-deep')
})

test.each([
  ['finalized', { safe: 8n, finalized: 6n }],
  ['trusted', { anchor: { number: 6n, hash: hashOf(6), grounds: null } }],
])('24: a branch below the %s block needs a person; one on it does not', (name, more) => {
  const switched = (after: number) =>
    run([up(), polled(outline(12, 'b')), traced(outline(12, 'b'), fork(after, 12))], {
      head: headAt(10, more),
    }).state
  expect(switched(5).halt).toMatchObject({
    code: 'reorg-final',
    message: expect.stringContaining(`block 6 is ${name}`),
  })
  expect(switched(6).phase).toBe('switch')
})

test('25: a node that asks for time gets it', () => {
  const { state, codes } = run([up(), failed('limited', { retryAfter: 7_000 })])
  expect(state.sources[0]!.next).toBe(NOW + 7_000)
  expect(codes).toContain('source-limited')
})

test('26, 29, 31: a node that fails is asked again after 250 ms, twice as long each time up to 30 s', () => {
  const delays = [1, 2, 3, 8, 20].map((times) => {
    const { state } = run(Array.from({ length: times }, () => failed('timeout')))
    return state.sources[0]!.next - NOW
  })
  expect(delays).toEqual([250, 500, 1_000, 30_000, 30_000])
  expect(run([failed('timeout'), failed('timeout')]).codes).toEqual(['source-timeout', 'stalled'])
})

test('32: without a node it is stalled, once in the log; a node that answers again is asked', () => {
  const down = run([up(), failed('unreachable'), failed('unreachable')])
  expect(down.state.phase).toBe('stalled')
  expect(down.codes.filter((code) => code === 'stalled')).toHaveLength(1)
  expect(run([failed('unreachable'), up(), polled(outline(10), true)]).state.phase).toBe('follow')
})

test('34: a store that cannot be written needs a person', () => {
  const { effects } = run([{ type: 'broken', halt: { code: 'unwritable', message: 'The disk is full.' } }])
  expect(effects).toMatchObject([
    { type: 'log', line: { code: 'unwritable' } },
    { type: 'end', exitCode: 1, message: 'The disk is full.' },
  ])
})

test('38: a block from the future is a warning, once', () => {
  const tip = { ...outline(10), timestamp: BigInt(TIME / 1_000 + 61) }
  expect(run([up(), polled(tip, true), polled(tip, true)]).codes).toEqual(['source-up', 'clock'])
  expect(run([up(), polled({ ...tip, timestamp: tip.timestamp - 1n }, true)]).codes).toEqual(['source-up'])
})

test('of a branch and the stored chain the one that more nodes are on is taken; of as many, the stored one', () => {
  const onBranch = (source: number) => [up(source), polled(outline(12, 'b'), false, source)]
  const look = (source: number) => traced(outline(12, 'b'), fork(8, 12), source)
  const onOurs = [up(2), polled(outline(10), true, 2)]
  expect(work(run([...onBranch(0), ...onOurs, look(0)], { nodes: 3 }).effects)).toEqual([])
  const two = [...onBranch(0), ...onBranch(1), ...onOurs, look(0), look(1)]
  expect(work(run(two, { nodes: 3 }).effects)).toMatchObject([{ type: 'extend', branch: { depth: 2n } }])
})

test('a quorum waits until so many nodes have named a block by its hash', () => {
  const options = { nodes: 2, quorum: 2 }
  const one = [up(0), polled(outline(11), false, 0)]
  expect(work(run(one, options).effects)).toEqual([])
  const with11 = (block: Outline) => [...one, up(1), polled(block, false, 1)]
  expect(work(run(with11(outline(11)), options).effects)).toMatchObject([{ type: 'extend', witnesses: [1] }])
  expect(work(run(with11(outline(11, 'b')), options).effects)).toEqual([])
})

test('two nodes of one host have one voice', () => {
  const options = { nodes: 3, quorum: 2 }
  const events = [0, 1].flatMap((node) => [up(node), polled(outline(11), false, node)])
  expect(work(run(events, options).effects)).toMatchObject([{ type: 'extend' }])
  const one = { name: 'one', host: 'one' }
  let state = startState(headAt(10), [one, one])
  for (const event of events) {
    const step = reduce(state, event, at(), { ...settings, quorum: 2 })
    state = step.state
    expect(work(step.effects)).toEqual([])
  }
})

test('a node ahead is asked soon for its block of the others number, so that a quorum can name that', () => {
  const options = { nodes: 2, quorum: 2, poll: 5_000 }
  const events = [up(0), polled(outline(30), false, 0), up(1), polled(outline(12), false, 1)]
  const { state, effects } = run(events, options)
  expect(work(effects)).toEqual([])
  expect(effects).toContainEqual({ type: 'wake', at: NOW + 50 })
  const { effects: later } = reduce(state, { type: 'woken' }, at(NOW + 50), { ...settings, ...options })
  expect(later).toContainEqual({ type: 'poll', source: 0, epoch: 0, numbers: [12n] })
  const words = [word(outline(30)), word(outline(12))]
  const heard = polled(outline(30), false, 0, { words, numbers: [12n] })
  expect(work(run([...events, heard], options).effects)).toMatchObject([{ type: 'trace', block: name(12) }])
})

test('a task stays with its block: another node goes on where one fails or changes its mind', () => {
  const options = { nodes: 3, quorum: 2 }
  const on = (source: number, branch = 'b') => [up(source), polled(outline(12, branch), false, source)]
  const events = [...on(0), ...on(1), up(2), polled(outline(10), true, 2)]
  const first = run(events, options)
  expect(work(first.effects)).toEqual([])
  expect(first.state).toMatchObject({ work: 'trace', task: { block: name(12, 'b'), givers: [0, 1] } })
  const flap = [polled(outline(13, 'c'), false, 0), traced(outline(12, 'b'), fork(8, 12), 0)]
  const second = run([...events, ...flap], options)
  expect(work(second.effects)).toMatchObject([{ type: 'extend', source: 0, block: name(12, 'b') }])
  const third = run([...events, ...flap, failed('changed', { isWork: true })], options)
  expect(work(third.effects)).toMatchObject([{ type: 'extend', source: 1, branch: { depth: 2n } }])
  const refused = failed('refuted', { isWork: true, source: 1 })
  const last = run([...events, ...flap, failed('changed', { isWork: true }), refused], options)
  expect(last.state).toMatchObject({ work: null, task: null, halt: null })
})

const reduceAt = (state: FollowState, event: FollowEvent, now: number) =>
  reduce(state, event, at(now), settings)

test.each([
  ['a second at least', 20, 1_000],
  ['eight times what the other one takes', 500, 4_000],
])(
  '48: a node that keeps waiting is given up after %s, where another one has the block',
  (_, took, limit) => {
    const blocks = [polled(outline(11)), polled(outline(11), false, 1)]
    let { state } = run([up(), up(1)], { nodes: 2 })
    let effects: readonly Effect[] = []
    for (const event of blocks) ({ state, effects } = reduceAt(state, event, NOW + took))
    expect(state.errand).toMatchObject({ source: 0, since: NOW + took })
    expect(effects).toContainEqual({ type: 'wake', at: expect.any(Number) })
    ;({ state, effects } = reduceAt(state, { type: 'woken' }, NOW + took + limit - 1))
    expect(work(effects)).toEqual([])
    ;({ state, effects } = reduceAt(state, { type: 'woken' }, NOW + took + limit))
    expect(work(effects)).toEqual([{ type: 'giveUp', source: 0, milliseconds: limit }])
    ;({ state, effects } = reduceAt(state, { type: 'woken' }, NOW + took + 2 * limit))
    expect(work(effects)).toEqual([])
    ;({ state, effects } = reduceAt(state, failed('slow', { isWork: true }), NOW + took + 2 * limit))
    expect(work(effects)).toMatchObject([{ type: 'extend', source: 1 }])
    expect(state.sources).toMatchObject([
      { standing: 'usable', penalty: 8 },
      { standing: 'usable', penalty: 0 },
    ])
  },
)

test('48: a node that alone has the block is waited for', () => {
  const { state } = run([up(), up(1), polled(outline(11)), polled(outline(10), true, 1)], { nodes: 2 })
  const { effects } = reduce(state, { type: 'woken' }, at(NOW + 9_500), settings)
  expect(work(effects)).toEqual([])
})

const delay = (...events: readonly FollowEvent[]) => run([up(), ...events]).state.sources[0]!.next - NOW

test('45: a node that names other blocks of the same numbers is asked more slowly each time, up to 30 s', () => {
  const looks = (times: number) =>
    Array.from({ length: times }, (_, index) => polled(outline(12, index % 2 ? 'b' : 'c')))
  expect([1, 2, 3, 4, 20].map((times) => delay(...looks(times)))).toEqual([250, 500, 1_000, 2_000, 30_000])
  expect(delay(...looks(2), polled(outline(12, 'b')), polled(outline(13, 'b')))).toBe(250)
})

test('46: where no quorum names a block the log says once what the nodes have; with once that is the end', () => {
  const options = { nodes: 2, quorum: 2 }
  const events = [0, 1].flatMap((node) => [up(node), polled(outline(11, node ? 'a' : 'b'), false, node)])
  const { state } = run(events, options)
  const late = (once: boolean, from = state) =>
    reduce(from, { type: 'woken' }, at(NOW + 10_000), { ...settings, ...options, once })
  const lines = late(false).effects.flatMap((effect) => (effect.type === 'log' ? [effect.line] : []))
  expect(lines).toMatchObject([{ level: 'warn', code: 'no-quorum' }])
  expect(lines[0]!.message).toMatch(
    /^No 2 nodes name the same block above block 10: node-0 has block 11 0x0b62, node-1 has block 11 0x0b61\.$/,
  )
  expect(late(false, late(false).state).effects.filter(({ type }) => type === 'log')).toEqual([])
  expect(late(true).effects.at(-1)).toMatchObject({ type: 'end', exitCode: 1 })
})

test('47: a node below the lowest stored block is lag', () => {
  const { state, effects } = run([up(), polled(outline(5))], { head: headAt(10, { lowest: 7n }) })
  expect(work(effects)).toEqual([])
  expect(state.halt).toBe(null)
})

const say = (source: number, safe: number | null, finalized: number | null) => [
  up(source),
  polled(outline(10), true, source, {
    safe: safe && name(safe),
    finalized: finalized && name(finalized),
  }),
]

test('the highest blocks that a quorum calls safe and finalized are stored; neither goes back', () => {
  const two = [...say(0, 9, 8), ...say(1, 7, 6)]
  expect(work(run(two, { nodes: 2, quorum: 2 }).effects)).toEqual([
    { type: 'finalize', safe: name(7), finalized: name(6), isSigned: false },
  ])
  expect(work(run(two, { nodes: 2, quorum: 2, finality: 'none' }).effects)).toEqual([])
  const head = headAt(10, { safe: 9n, finalized: 9n })
  expect(work(run(two, { nodes: 2, quorum: 2, head }).effects)).toEqual([])
})

test('what is safe is stored while nothing is finalized, and what is finalized is safe', () => {
  expect(work(run(say(0, 9, null)).effects)).toEqual([
    { type: 'finalize', safe: name(9), finalized: null, isSigned: false },
  ])
  const head = headAt(10, { safe: 5n })
  expect(work(run(say(0, null, 8), { head }).effects)).toMatchObject([{ safe: name(8), finalized: name(8) }])
  expect(work(run(say(0, 9, 8), { head: headAt(10, { safe: 9n }) }).effects)).toMatchObject([
    { safe: null, finalized: name(8) },
  ])
  expect(work(run(say(0, 6, null), { head: headAt(10, { finalized: 8n }) }).effects)).toEqual([])
})

const reorganized = (last: object): FollowEvent[] => [
  up(),
  up(1),
  polled(outline(12, 'b'), false, 1),
  traced(outline(12, 'b'), fork(8, 12), 1),
  polled(outline(7), true, 0, { safe: name(7), finalized: name(7) }), // in a look at the chain that is left
  {
    type: 'stored',
    source: 1,
    head: { ...headAt(12), hash: hashOf(12, 'b') },
    blocks: 4,
    transactions: 0,
    depth: 2,
    isDone: true,
  } as const,
  polled(outline(7), true, 0, { safe: name(7), finalized: name(7), ...last }),
]

test('after a reorg nothing is safe or finalized by what a node said of the chain before it', () => {
  const { state, effects } = run(reorganized({}), { nodes: 2 })
  expect(work(effects)).toEqual([])
  expect(state.sources[0]).toMatchObject({ safe: null, finalized: null })
  expect(effects).toContainEqual({ type: 'poll', source: 0, epoch: 1, numbers: [] })
  expect(work(run(reorganized({ epoch: 1 }), { nodes: 2 }).effects)).toMatchObject([{ type: 'finalize' }])
})

test('39: a clock that is set changes no schedule', () => {
  const { state } = run([up(), polled(outline(10), true)])
  const { effects } = reduce(state, { type: 'woken' }, at(NOW + 250, TIME - 3_600_000), settings)
  expect(effects).toContainEqual({ type: 'poll', source: 0, epoch: 0, numbers: [] })
})

test('40: a store that does not answer is tried again after 250 ms, twice as long each time up to 30 s; nothing else is begun', () => {
  const away = { type: 'unavailable', message: 'The cluster does not answer.', asked: null } as const
  const once = run([up(), polled(outline(11)), away])
  expect(once.codes).toContain('store-unavailable')
  expect(work(once.effects)).toEqual([])
  expect(once.effects).toContainEqual({ type: 'wake', at: NOW + 250 })
  const due = (state: FollowState, now: number) => reduce(state, { type: 'woken' }, at(now), settings)
  const again = due(once.state, NOW + 250)
  expect(work(again.effects)).toEqual([{ type: 'reload' }])
  expect(reduce(again.state, away, at(NOW + 250), settings).effects).toContainEqual({
    type: 'wake',
    at: NOW + 750,
  })
  const back = reduce(again.state, { type: 'reloaded', head: headAt(11) }, at(NOW + 250), settings)
  expect(back.state).toMatchObject({ head: { number: 11n }, work: null, outage: null, epoch: 1 })
  expect(back.state.sources[0]).toMatchObject({ next: 0, words: [] })
})

test('with once it ends when the newest block is stored, and when no node answers', () => {
  expect(run([up(), polled(outline(10), true)], { once: true }).effects).toContainEqual(
    expect.objectContaining({ type: 'end', exitCode: 0 }),
  )
  const down = Array.from({ length: 5 }, () => failed('unreachable'))
  expect(run(down, { once: true }).effects.at(-1)).toMatchObject({ type: 'end', exitCode: 1 })
})

const down = (times: number) => Array.from({ length: times }, () => failed('unreachable', { source: 1 }))

test('with once it ends where fewer nodes than a quorum answer', () => {
  const options = { once: true, nodes: 2, quorum: 2 }
  const one = [up(), polled(outline(10), true)]
  expect(run([...one, ...down(4)], options).state.halt).toBe(null)
  const { state, effects } = run([...one, ...down(5)], options)
  expect(state.halt).toMatchObject({
    code: 'no-source',
    message: '1 of the 2 nodes that a quorum needs answer. It failed.',
  })
  expect(effects.at(-1)).toMatchObject({ type: 'end', exitCode: 1 })
})

const signed = (number: number, branch = 'a', attested = number + 2): FollowEvent => ({
  type: 'signed',
  finalized: { number: BigInt(number), hash: hashOf(number, branch) },
  attested: { number: BigInt(attested), hash: hashOf(attested, branch) },
  why: null,
})

test('with the finality beacon the signed block is finalized once it is stored, whatever nodes say', () => {
  const events = say(0, 9, 9)
  const finalize = (event: FollowEvent) =>
    work(run([...events, event], { finality: 'beacon', head: headAt(10, { lowest: 3n }) }).effects)
  expect(work(run(events, { finality: 'beacon' }).effects)).toEqual([])
  const eighth = { type: 'finalize', finalized: name(8), isSigned: true }
  expect(finalize(signed(8))).toEqual([{ ...eighth, safe: name(9) }])
  expect(finalize(signed(8, 'a', 8))).toEqual([{ ...eighth, safe: name(8) }])
  expect(finalize(signed(11))).toEqual([])
  expect(finalize(signed(2))).toEqual([])
})

test('an older signed block and a beacon chain that cannot be followed change nothing', () => {
  const options = { finality: 'beacon', head: headAt(10, { safe: 8n, finalized: 8n }) } as const
  const down: FollowEvent = { type: 'signed', finalized: null, attested: null, why: 'It is down.' }
  const { state, effects, codes } = run(
    [up(), polled(outline(10), true), signed(8), down, down, signed(7)],
    options,
  )
  expect(codes).toEqual(['source-up', 'beacon-up', 'beacon-down', 'beacon-up'])
  expect(work(effects)).toEqual([])
  expect(state.head).toMatchObject({ finalized: 8n, safe: 8n })
})

test('nodes on a chain that the beacon chain contradicts are blamed, and a branch of another node is taken', () => {
  const conflict: FollowEvent = {
    type: 'contradicted',
    finalized: { number: 9n, hash: hashOf(9, 'b') },
    stored: { number: 9n, hash: hashOf(9) },
  }
  const { state, codes, effects } = run([up(), polled(outline(10), true), signed(9, 'b'), conflict], {
    finality: 'beacon',
  })
  expect(codes).toEqual(['source-up', 'beacon-up', 'finality-conflict', 'source-blamed', 'stalled'])
  expect(state).toMatchObject({ head: { finalized: null }, blamed: { 'node-0': { finality: 1 } } })
  expect(work(effects)).toEqual([])
  const other = [up(1), polled(outline(11, 'b'), false, 1), traced(outline(9, 'b'), fork(8, 9), 1)]
  const two = run([up(), polled(outline(10), true), signed(9, 'b'), conflict, ...other], {
    finality: 'beacon',
    nodes: 2,
  })
  expect(work(two.effects)).toMatchObject([{ type: 'extend', source: 1, branch: { depth: 2n } }])
})

test('a node below the block that the beacon chain finalized is not blamed, and finalizes nothing', () => {
  const conflict: FollowEvent = {
    type: 'contradicted',
    finalized: { number: 9n, hash: hashOf(9, 'b') },
    stored: { number: 9n, hash: hashOf(9) },
  }
  const events = [
    up(),
    up(1),
    polled(outline(10), true),
    polled(outline(8), true, 1),
    signed(9, 'b'),
    conflict,
  ]
  const { state, effects } = run(events, { finality: 'beacon', nodes: 2 })
  expect(state.blamed).toEqual({ 'node-0': { finality: 1 } })
  expect(state.sources[1]).toMatchObject({ standing: 'usable', words: [{ isStored: true }] })
  expect(work(effects)).toEqual([])
})

test('with the newest block attested none above it is stored, and none before the beacon chain has spoken', () => {
  const options = { finality: 'beacon', latest: 'attested' } as const
  const ahead = [up(), polled(outline(13))]
  expect(work(run(ahead, options).effects)).toEqual([])
  const attested = (number: number) => [...ahead, signed(8, 'a', number)]
  expect(work(run(attested(12), options).effects)).toMatchObject([
    { type: 'trace', source: 0, block: name(12), isSigned: true },
  ])
  const branch = { ancestor: outline(10), depth: 0n, outlines: range(11, 12) }
  expect(work(run([...attested(12), traced(outline(12), branch)], options).effects)).toMatchObject([
    { type: 'extend', branch: { outlines: range(11, 12) } },
  ])
  expect(
    work(run([...attested(12), traced(outline(12), branch)], { ...options, distance: 1 }).effects),
  ).toMatchObject([{ type: 'extend', branch: { outlines: range(11, 11) } }])
  for (const number of [14, 10])
    // no node has it yet; it is stored
    expect(work(run(attested(number), options).effects).map(({ type }) => type)).toEqual(['finalize'])
})

test('with once, the newest block attested and a beacon chain that cannot be followed it ends with exit code 1', () => {
  const options = { finality: 'beacon', latest: 'attested', once: true } as const
  const down: FollowEvent = { type: 'signed', finalized: null, attested: null, why: 'It is down.' }
  const { state, effects } = run([up(), polled(outline(10), true), down], options)
  expect(work(effects)).toMatchObject([{ type: 'end', exitCode: 1 }])
  expect(state.halt).toMatchObject({ code: 'no-beacon', message: expect.stringContaining('It is down.') })
})

test('a branch with the finalized block is taken from one node against two', () => {
  const events = [
    ...[0, 1].flatMap((node) => [up(node), polled(outline(10), true, node)]),
    up(2),
    polled(outline(10, 'b'), false, 2),
  ]
  const options = { finality: 'beacon', nodes: 3, quorum: 2 } as const
  expect(work(run(events, options).effects)).toEqual([])
  expect(work(run([...events, signed(9, 'b')], options).effects)).toMatchObject([{ type: 'finalize' }])
  const conflict = { type: 'contradicted', finalized: name(9, 'b'), stored: name(9) } as const
  const found = [...events, signed(9, 'b'), conflict]
  expect(work(run(found, options).effects)).toMatchObject([
    { type: 'trace', source: 2, block: name(9, 'b'), isSigned: true },
  ])
  expect(work(run([...found, traced(name(9, 'b'), fork(8, 9), 2)], options).effects)).toMatchObject([
    { type: 'extend', source: 2, branch: { depth: 2n } },
  ])
})

test('with once and the finality beacon it ends after the first word of the beacon chain', () => {
  const options = { finality: 'beacon', once: true } as const
  const events = [up(), polled(outline(10), true)]
  expect(work(run(events, options).effects)).toEqual([])
  const down: FollowEvent = { type: 'signed', finalized: null, attested: null, why: 'It is down.' }
  expect(work(run([...events, down], options).effects)).toMatchObject([{ type: 'end', exitCode: 0 }])
})
