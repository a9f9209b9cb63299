import { toHex, type VerifiedBlock } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { createRandom } from '@lectern/fixtures'
import { type Head, HistoryError, type Snapshot, type Store, type StoreChange } from '@lectern/history'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BeaconFinality } from './beacon.ts'
import type { LogLine } from './reducer/effect.ts'
import { type FollowCode, FollowError } from './error.ts'
import type { Outline } from './node/outline.ts'
import { runFollower } from './runner.ts'
import type { Source } from './node/source.ts'
import type { FollowSettings } from './reducer/state.ts'

// The follower against nodes of which some are an adversary's. These may answer anything at any time that a source lets through: headers that
// hash to their names, verified blocks, or a FollowError (`source.test.ts`). Time is virtual.

// Timers of promises are real ones otherwise.
vi.mock('node:timers/promises', () => ({
  setTimeout: (milliseconds: number, _: unknown, { signal }: { signal: AbortSignal }) =>
    sleep(milliseconds, signal),
}))

/** Sleeps in virtual time; rejects when the signal aborts. */
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}

/** Answers of adversaries and steps of the chain that are tried. */
const steps = Number(process.env['LECTERN_FUZZ'] ?? (process.env['CI'] ? 10_000 : 2_000))
const STEPS = 40 // of the chain, a run; a run has some hundred answers too

/** Milliseconds that an answer of an adversary may take, which is then a timeout. */
const TIMEOUT = 10_000

/** Milliseconds within which the follower has what the honest nodes have: a minute, and one for each node of the adversary. */
const boundOf = (adversaries: number): number => 60_000 * (1 + adversaries)

interface Toy extends Outline {
  readonly parent: Toy | null
}

let serial = 0
function makeToy(parent: Toy | null): Toy {
  const hash = new Uint8Array(32)
  new DataView(hash.buffer).setUint32(0, ++serial)
  return {
    parent,
    number: parent ? parent.number + 1n : 0n,
    hash,
    parentHash: parent?.hash ?? new Uint8Array(32),
    timestamp: BigInt(Math.floor(Date.now() / 1_000)),
    transactions: [],
    uncles: 0,
  }
}

function grow(parent: Toy, count: number): Toy {
  let tip = parent
  for (let i = 0; i < count; i++) tip = makeToy(tip)
  return tip
}

function at(tip: Toy, number: bigint): Toy | null {
  let block: Toy | null = tip
  while (block && block.number > number) block = block.parent
  return block?.number === number ? block : null
}

const isOn = (tip: Toy, block: Toy): boolean => at(tip, block.number) === block

/** The members of a verified block that the follower uses. */
const verified = (toy: Toy): VerifiedBlock =>
  Object.assign({} as VerifiedBlock, {
    number: toy.number,
    hash: toy.hash,
    header: { timestamp: toy.timestamp, parentHash: toy.parentHash },
    size: 100,
    raw: { receipts: [] },
    transactions: [],
  })

interface World {
  readonly random: () => number
  readonly below: (end: number) => number
  readonly all: Map<string, Toy>
  canonical: Toy
  /** Which hosts have named a block; blocks that a quorum or the beacon chain vouches for, with all before them. */
  readonly named: Map<string, Set<number>>
  readonly vouched: Set<Toy>
  /** The store's head. */
  stored: Toy | undefined
  answers: number
}

const keep = (world: World, tip: Toy): Toy => {
  for (let toy: Toy | null = tip; toy && !world.all.has(toHex(toy.hash)); toy = toy.parent)
    world.all.set(toHex(toy.hash), toy)
  return tip
}

function vouch({ vouched }: World, block: Toy): void {
  for (let toy: Toy | null = block; toy && !vouched.has(toy); toy = toy.parent) vouched.add(toy)
}

function name(world: World, host: number, quorum: number, block: Toy | null): void {
  for (const one of [block, block?.parent]) {
    if (!one) continue
    const key = toHex(one.hash)
    const hosts = world.named.get(key) ?? new Set()
    world.named.set(key, hosts.add(host))
    if (hosts.size >= quorum) vouch(world, one)
  }
}

const blocksOf = (world: World, outlines: readonly Outline[]) =>
  outlines.map(({ hash }) => verified(world.all.get(toHex(hash))!))

const FINALIZED = 16n

/** An honest node: it is on the chain, or a little behind. */
interface HonestNode extends Source {
  view: Toy
}

function honestNode(world: World, host: number, quorum: number): HonestNode {
  const say = (block: Toy | null) => {
    name(world, host, quorum, block)
    return block
  }
  const node: HonestNode = {
    name: `honest-${host}`,
    host: `honest-${host}`,
    width: 4,
    view: world.canonical,
    identify: (signal) => sleep(5, signal),
    async tip(signal) {
      await sleep(world.below(200), signal)
      const { view } = node
      return {
        latest: say(view),
        safe: at(view, view.number - 4n),
        finalized: at(view, view.number - FINALIZED),
      }
    },
    async outlines(numbers, signal) {
      await sleep(world.below(200), signal)
      return numbers.map((number) => say(at(node.view, number)))
    },
    async named(hash, signal) {
      await sleep(world.below(200), signal)
      const block = world.all.get(toHex(hash))
      return block && isOn(node.view, block) ? block : null
    },
    async blocks(outlines, _, signal) {
      await sleep(world.below(200), signal)
      if (
        !outlines.every(({ number, hash }) => equalBytes(at(node.view, number)?.hash ?? hash.slice(1), hash))
      )
        throw new FollowError('changed', `${node.name} is on another chain.`)
      return blocksOf(world, outlines)
    },
  }
  return node
}

const codes: readonly FollowCode[] = [
  'unreachable', 'timeout', 'limited', 'error', 'method', 'late', 'changed', 'malformed', 'large', 'other', 'refuted',
] // oxfmt-ignore

/** A node of the adversary: for each answer it draws what it does, from a mood that lasts for some answers. */
function hostileNode(world: World, host: number, quorum: number): Source {
  const { below, random } = world
  const label = `hostile-${host}`
  let fork = world.canonical
  let mood = 0
  const draw = () => {
    world.answers++
    if (random() < 0.1) mood = below(6)
    if (random() < 0.1) {
      const root = at(world.canonical, BigInt(below(Number(world.canonical.number) + 1)))!
      const near = at(world.canonical, world.canonical.number - BigInt(below(9))) ?? root
      const base = random() < 0.4 ? (world.stored ?? near) : random() < 0.7 ? near : root
      fork = keep(world, grow(base, 1 + below(random() < 0.3 ? 200 : 12)))
    }
  }
  const chain = (isRange: boolean): Toy => {
    if (mood === 0) return world.canonical
    if (mood === 1) return fork
    if (mood === 2) return isRange ? fork : world.canonical
    if (mood === 3) return at(world.canonical, world.canonical.number - BigInt(below(20))) ?? world.canonical
    if (mood === 4) return keep(world, makeToy(world.canonical))
    return random() < 0.5 ? fork : world.canonical
  }
  async function act(signal: AbortSignal): Promise<void> {
    draw()
    const dice = random()
    if (dice < 0.05) await sleep(TIMEOUT, signal).then(() => fail('timeout'))
    await sleep(dice < 0.15 ? below(TIMEOUT) : below(100), signal)
    if (dice > 0.85) fail(codes[below(codes.length)]!)
  }
  const fail = (code: FollowCode): never => {
    const retryAfter = random() < 0.2 ? below(60_000) : undefined
    throw new FollowError(code, `${label} failed.`, { ...(retryAfter !== undefined && { retryAfter }) })
  }
  const say = (block: Toy | null) => {
    name(world, host, quorum, block)
    return block
  }
  const any = () =>
    random() < 0.3 ? null : at(chain(false), BigInt(below(Number(world.canonical.number) + 20)))
  return {
    name: label,
    host: label,
    width: 4,
    identify: (signal) => (random() < 0.7 ? sleep(5, signal) : act(signal)),
    async tip(signal) {
      await act(signal)
      return { latest: random() < 0.05 ? null : say(chain(false)), safe: any(), finalized: any() }
    },
    async outlines(numbers, signal) {
      await act(signal)
      const tip = chain(numbers.length > 1)
      return numbers.map((number) => (random() < 0.01 ? null : say(at(random() < 0.02 ? fork : tip, number))))
    },
    async named(hash, signal) {
      await act(signal)
      return random() < 0.5 ? null : (world.all.get(toHex(hash)) ?? null)
    },
    async blocks(outlines, _, signal) {
      await act(signal)
      return blocksOf(world, outlines)
    },
  }
}

/** Halts the follower. */
const refuse = (reason: string) => {
  throw new HistoryError('unwritable', reason)
}

/** A store in memory that holds each commit to what may be stored, and sometimes does not answer. */
function toyStore(world: World, { isFlaky }: { readonly isFlaky: boolean }) {
  let chain: Toy[] = []
  let finality: Pick<Head, 'safe' | 'finalized'> = { safe: null, finalized: null }
  const head = (): Head | null => {
    const tip = chain.at(-1)
    return tip ? { ...tip, lowest: chain[0]!.number, anchor: null, ...finality } : null
  }
  const find = (number: bigint) => chain[Number(number - (chain[0]?.number ?? 0n))]
  const away = () => {
    if (isFlaky && world.random() < 0.03) throw new HistoryError('unavailable', 'It does not answer.')
  }
  const store = {
    snapshot: () =>
      ({
        head: head(),
        blockHash: (number: bigint) => find(number)?.hash,
        blockNumber: (hash: Uint8Array) => chain.find((toy) => equalBytes(toy.hash, hash))?.number,
        async [Symbol.asyncDispose]() {},
      }) as unknown as Snapshot,
    async commit({ keepUpTo, blocks = [], expected = [], safe, finalized }: StoreChange) {
      away()
      let next = chain
      if (keepUpTo !== undefined) {
        if (keepUpTo < (finality.finalized ?? -1n)) refuse('A finalized block goes.')
        next = chain.filter(({ number }) => number <= keepUpTo)
      }
      for (const { hash } of blocks) {
        const toy = world.all.get(toHex(hash))!
        if (next.length > 0 && toy.parent !== next.at(-1)) refuse('A block does not follow.')
        if (!world.vouched.has(toy)) refuse(`Nobody vouches for block ${toy.number}.`)
        next = [...next, toy]
      }
      chain = next
      world.stored = chain.at(-1)
      const lower = finality.safe !== null && keepUpTo !== undefined && finality.safe > keepUpTo
      const before = { ...finality, ...(lower && { safe: keepUpTo }) }
      for (const { number, hash } of expected)
        if (!equalBytes(find(number)?.hash ?? hash.slice(1), hash)) refuse(`Block ${number} is another.`)
      finality = { safe: safe ?? before.safe, finalized: finalized ?? before.finalized }
      if (finalized != null && !isOn(world.canonical, find(finalized)!)) refuse('It is not finalized.')
      away()
    },
  }
  return store satisfies Pick<Store, 'snapshot' | 'commit'>
}

type Act =
  | { readonly do: 'grow'; readonly count: number }
  | { readonly do: 'reorg'; readonly depth: number; readonly more: number }
  | { readonly do: 'lag'; readonly node: number; readonly by: number }
  | { readonly do: 'wait'; readonly milliseconds: number }

const acts = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('grow' as const), count: fc.constantFrom(1, 1, 1, 2, 5, 150) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reorg' as const), depth: fc.integer({ min: 1, max: 8 }), more: fc.integer({ min: -2, max: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('lag' as const), node: fc.nat(9), by: fc.integer({ min: 1, max: 5 }) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), milliseconds: fc.constantFrom(50, 300, 2_000, 12_000) }) },
  ),
  { minLength: STEPS, maxLength: STEPS },
) // oxfmt-ignore

interface Case {
  readonly seed: number
  readonly honest: number
  readonly hostile: number
  readonly acts: readonly Act[]
  readonly isFlaky: boolean
}

/** Follows while the chain goes its way, then stands still; checks what was stored and when. Returns the number of answers of the adversary. */
async function play(
  { seed, honest, hostile, acts, isFlaky }: Case,
  latest: FollowSettings['latest'],
): Promise<number> {
  const below = createRandom(seed)
  const random = () => below(2 ** 30) / 2 ** 30
  const world: World = {
    random,
    below,
    all: new Map(),
    canonical: grow(makeToy(null), 20),
    named: new Map(),
    vouched: new Set(),
    stored: undefined,
    answers: 0,
  }
  keep(world, world.canonical)
  const count = honest + hostile
  const quorum = latest === 'nodes' ? Math.floor(count / 2) + 1 : Infinity
  const good = Array.from({ length: honest }, (_, index) => honestNode(world, index, quorum))
  const bad = Array.from({ length: hostile }, (_, index) => hostileNode(world, honest + index, quorum))
  const sources = [...bad, ...good].toSorted(() => random() - 0.5)
  const store = toyStore(world, { isFlaky })
  const lines: LogLine[] = []
  const abort = new AbortController()
  const beacon: BeaconFinality = {
    interval: 2_000,
    async follow() {
      const attested = at(world.canonical, world.canonical.number - 1n)!
      vouch(world, attested)
      return { attested, finalized: at(world.canonical, world.canonical.number - FINALIZED)! }
    },
  }
  const settings: FollowSettings = {
    quorum: Math.floor(count / 2) + 1,
    reorgLimit: 64,
    reorgBytes: 2 ** 26,
    from: 0n,
    distance: 0,
    poll: undefined,
    finality: latest === 'nodes' ? 'nodes' : 'beacon',
    latest,
    once: false,
  }
  let fault: unknown
  const running = runFollower({
    store,
    sources,
    settings,
    signal: abort.signal,
    beacon: latest === 'nodes' ? undefined : beacon,
    onLog: (line) => void lines.push(line),
    onState() {},
  }).then(
    (end) => (fault ??= abort.signal.aborted ? undefined : new Error(end.message)),
    (error: unknown) => (fault ??= error),
  )
  const check = () => {
    if (fault !== undefined) throw fault as Error
  }
  const see = () => {
    for (const node of good) node.view = world.canonical
  }
  const step = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    check()
  }
  for (const act of acts) {
    if (act.do === 'grow') world.canonical = keep(world, grow(world.canonical, act.count))
    if (act.do === 'reorg') {
      const root = at(world.canonical, world.canonical.number - BigInt(act.depth))!
      world.canonical = keep(world, grow(root, Math.max(1, act.depth + act.more)))
    }
    if (act.do !== 'wait') see()
    if (act.do === 'lag') {
      const node = good[act.node % good.length]!
      node.view = at(world.canonical, world.canonical.number - BigInt(act.by))!
    }
    await step(act.do === 'wait' ? act.milliseconds : 20)
  }
  see()
  const goal = latest === 'nodes' ? world.canonical : at(world.canonical, world.canonical.number - 1n)!
  const isThere = () => world.stored !== undefined && isOn(world.stored, goal) // a lower block that is attested again is lag
  for (let waited = 0; waited < boundOf(hostile) && !isThere(); waited += 500) await step(500)
  abort.abort()
  await vi.advanceTimersByTimeAsync(TIMEOUT)
  await running
  check()
  if (!isThere())
    throw new Error(
      lines
        .slice(-40)
        .map(({ message }) => message)
        .join('\n'),
    )
  return world.answers
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const seed = fc.integer({ min: 1, max: 2 ** 31 - 1 })
const isFlaky = fc.boolean()

test.each([
  [
    'a minority, by what a quorum named',
    'nodes',
    [
      [2, 1],
      [3, 2],
      [3, 1],
      [4, 3],
    ],
  ],
  [
    'all but one, by what the beacon chain attested',
    'attested',
    [
      [1, 1],
      [1, 2],
      [2, 2],
    ],
  ],
] as const)(
  'against %s: nothing else is stored, it never halts, and is late by a bound',
  async (_, latest, sizes) => {
    const sides = fc.constantFrom(...sizes).map(([honest, hostile]) => ({ honest, hostile }))
    let done = 0
    await fc.assert(
      fc.asyncProperty(seed, sides, acts, isFlaky, async (seed, side, acts, isFlaky) => {
        done += acts.length + (await play({ seed, ...side, acts, isFlaky }, latest))
      }),
      {
        numRuns: Math.ceil(steps / STEPS / 2),
        ...(process.env['LECTERN_SEED'] && { seed: Number(process.env['LECTERN_SEED']) }),
      },
    )
    expect(done).toBeGreaterThanOrEqual(steps / 2)
  },
  600_000,
)
