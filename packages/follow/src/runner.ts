import type { VerifiedBlock } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { type BlockName, bytesOf, HistoryError, readHead, type Store } from '@lectern/history'
import { fetchBlocks, readOutlines } from './backfill.ts'
import { readRange } from './ancestors.ts'
import { type Branch, endOfBranch, findBranch, isStored } from './branch.ts'
import { confirmer, findMarks } from './confirm.ts'
import { GAP } from './reducer/tasks.ts'
import type { BranchToStore, Effect, LogLine } from './reducer/effect.ts'
import { FollowError } from './error.ts'
import { isErrand } from './reducer/hedge.ts'
import { type FollowEvent, reduce } from './reducer/reducer.ts'
import { isSame, type Outline } from './node/outline.ts'
import type { Source } from './node/source.ts'
import { type BeaconFinality, watchBeacon } from './beacon.ts'
import { type FollowSettings, type FollowState, type Halt, startState, type Word } from './reducer/state.ts'

export interface RunParts {
  readonly store: Pick<Store, 'snapshot' | 'commit'>
  readonly sources: readonly Source[]
  readonly settings: FollowSettings
  readonly signal: AbortSignal
  /** Follows the beacon chain, with the finality `beacon`. */
  readonly beacon?: BeaconFinality | undefined
  readonly onLog: (line: LogLine) => void
  readonly onState: (state: FollowState) => void
}

/** The end of a follower: its exit code, and the reason. */
export interface RunEnd {
  readonly exitCode: 0 | 1 | 2
  readonly message: string
}

/** Runs the effects of a follower until it ends, or until the signal aborts it; a commit in flight is ended first. */
export async function runFollower(parts: RunParts): Promise<RunEnd> {
  const { store, sources, settings, onLog, onState } = parts
  const ending = new AbortController()
  const { promise: ended, resolve: end } = Promise.withResolvers<RunEnd>()
  const stop = () => finish({ exitCode: 0, message: 'Stopped.' })
  if (parts.signal.aborted) stop()
  parts.signal.addEventListener('abort', stop)
  const running = new Set<Promise<void>>()
  let alarm: NodeJS.Timeout | undefined
  let errand = new AbortController() // of the request to a node that can be given up
  const tools: Tools = { ...parts, signal: ending.signal, take }
  await trustStored(store, settings.trusted)
  let state = startState(await readHead(store), sources)
  onState(state)
  take({ type: 'woken' })
  if (parts.beacon) track(watchBeacon(parts.beacon, tools))
  const result = await ended
  await Promise.allSettled(running)
  parts.signal.removeEventListener('abort', stop)
  return result

  function finish(result: RunEnd): void {
    clearTimeout(alarm)
    ending.abort(new Error(result.message))
    end(result)
  }

  function take(event: FollowEvent): void {
    if (ending.signal.aborted) return
    const moment = { now: performance.now(), time: Date.now(), random: Math.random() }
    const step = reduce(state, event, moment, settings)
    state = step.state
    onState(state)
    for (const effect of step.effects) start(effect)
  }

  function start(effect: Effect): void {
    if (effect.type === 'log') return onLog(effect.line)
    if (effect.type === 'end') return finish({ exitCode: effect.exitCode, message: effect.message })
    if (effect.type === 'giveUp') return errand.abort(toSlow(sources[effect.source]!, effect.milliseconds))
    if (effect.type !== 'wake') {
      errand = isErrand(effect) ? new AbortController() : errand
      const signal = isErrand(effect) ? AbortSignal.any([ending.signal, errand.signal]) : ending.signal
      return track(runners[effect.type](effect as never, { ...tools, signal }), effect, signal)
    }
    clearTimeout(alarm)
    alarm = setTimeout(() => take({ type: 'woken' }), Math.max(1, effect.at - performance.now()))
  }

  function track(work: Promise<void>, effect?: Effect, signal?: AbortSignal): void {
    const done = work.catch((error: unknown) => {
      const cause = signal?.aborted && !(error instanceof HistoryError) ? signal.reason : error
      if (!ending.signal.aborted) take(toEvent(cause, effect))
    })
    running.add(done)
    void done.finally(() => running.delete(done))
  }
}

const toSlow = ({ name }: Source, milliseconds: number): FollowError =>
  new FollowError('slow', `${name} keeps waiting for ${milliseconds} ms: another node is asked.`)

function toEvent(error: unknown, effect: Effect | undefined): FollowEvent {
  if (error instanceof FollowError && effect && 'source' in effect) {
    const { code, message, check, retryAfter } = error
    const isWork = effect.type !== 'identify' && effect.type !== 'poll'
    return { type: 'failed', source: effect.source, isWork, code, message, check, retryAfter }
  }
  if (error instanceof HistoryError && error.code === 'unavailable')
    return {
      type: 'unavailable',
      message: error.message,
      asked: effect?.type === 'poll' ? effect.source : null,
    }
  if (error instanceof HistoryError)
    return { type: 'broken', halt: { code: String(error.code), message: error.message } }
  throw error
}

interface Tools extends Pick<RunParts, 'store' | 'sources' | 'settings' | 'signal'> {
  readonly take: (event: FollowEvent) => void
}

type Runners = {
  readonly [T in Exclude<Effect['type'], 'log' | 'end' | 'wake' | 'giveUp'>]: (
    effect: Extract<Effect, { type: T }>,
    tools: Tools,
  ) => Promise<void>
}

const runners: Runners = {
  async identify({ source }, { sources, signal, take }) {
    await sources[source]!.identify(signal)
    take({ type: 'identified', source })
  },

  async poll({ source, epoch, numbers }, { store, sources, signal, take }) {
    const [{ latest, safe, finalized }, others] = await Promise.all([
      sources[source]!.tip(signal),
      numbers.length > 0 ? sources[source]!.outlines(numbers, signal) : [],
    ])
    await using snapshot = await store.snapshot()
    const ifStored = async (block: BlockName | null) =>
      block && (await isStored(snapshot, block)) ? block : null
    const parent = latest && { number: latest.number - 1n, hash: latest.parentHash }
    const words: Word[] = []
    for (const block of [latest, parent, ...others])
      if (block && block.number >= 0n)
        words.push({ number: block.number, hash: block.hash, isStored: await isStored(snapshot, block) })
    take({
      type: 'polled',
      source,
      tip: latest,
      words,
      numbers,
      safe: await ifStored(safe),
      finalized: await ifStored(finalized),
      epoch,
    })
  },

  async trace(effect, tools) {
    const { block, source } = effect
    const { store, sources, settings, signal, take } = tools
    const limits = { depth: settings.reorgLimit, ahead: Number(GAP) + 1, from: settings.from }
    const to = endOfBranch(await readHead(store), block, limits)
    const marks = await findMarks(effect, to, tools)
    const search = { source: sources[source]!, store, confirm: confirmer({ ...effect, marks }, tools) }
    const branch = await findBranch(search, block, limits, signal)
    take({ type: 'traced', block, marks, branch: { ...branch, source } })
  },

  async extend(effect, tools) {
    const { sources, settings, signal } = tools
    const { branch } = effect
    const source = sources[effect.source]!
    const outlines = await readAgain(effect, tools)
    const blocks: VerifiedBlock[] = []
    let bytes = 0
    for await (const some of fetchBlocks(outlines, { source, parent: branch.ancestor, signal })) {
      const more = some.reduce((sum, block) => sum + bytesOf(block), 0)
      const isTooMuch = bytes + more > settings.reorgBytes
      if (isTooMuch && branch.depth > 0n)
        return tools.take({ type: 'broken', halt: tooLarge(source, branch, settings) })
      if (isTooMuch && blocks.length > 0) {
        await storeBlocks(effect, blocks.splice(0), false, tools)
        bytes = 0
      }
      blocks.push(...some)
      bytes += more
    }
    await storeBlocks(effect, blocks, true, tools)
  },

  async backfill(effect, tools) {
    const { to, branch } = effect
    const source = tools.sources[effect.source]!
    const from = branch.outlines[0]!.number
    const marks = await findMarks(effect, from, tools)
    const options = { source, parent: branch.ancestor, signal: tools.signal }
    const outlines = readOutlines({ from, to, confirm: confirmer({ ...effect, marks }, tools) }, options)
    for await (const blocks of fetchBlocks(outlines, options))
      await storeBlocks(effect, blocks, blocks.at(-1)!.number === to, tools)
  },

  async finalize({ safe, finalized, isSigned }, { store, take }) {
    if (isSigned && finalized) {
      await using snapshot = await store.snapshot()
      const hash = await snapshot.blockHash(finalized.number)
      if (hash && !equalBytes(hash, finalized.hash))
        return take({ type: 'contradicted', finalized, stored: { number: finalized.number, hash } })
    }
    const names = { ...(safe && { safe }), ...(finalized && { finalized }) }
    await store.commit({
      ...(safe && { safe: safe.number }),
      ...(finalized && { finalized: finalized.number }),
      expected: Object.values(names),
      ...(isSigned && finalized && { anchor: { ...finalized, grounds: 'sync-committee' as const } }),
    })
    take({ type: 'finalized', head: (await readHead(store))! })
  },

  async reload(_, { store, take }) {
    take({ type: 'reloaded', head: await readHead(store) })
  },
}

const tooLarge = ({ name }: Source, { depth }: Branch, { reorgBytes }: FollowSettings): Halt => ({
  code: 'reorg-deep',
  message: `${name} replaces ${depth} blocks by more than ${reorgBytes} bytes of blocks and receipts. If the node is right, raise --reorg.memory or begin a new store.`,
})

/** Trusts a hash if its block is stored; otherwise the block is trusted when it is stored. */
async function trustStored(store: RunParts['store'], hash: Uint8Array | undefined): Promise<void> {
  if (hash === undefined) return
  await using snapshot = await store.snapshot()
  const number = snapshot.head === null ? undefined : await snapshot.blockNumber(hash)
  if (number !== undefined) await store.commit({ anchor: { number, hash, grounds: 'stated' } })
}

/** Commits blocks, in place of stored ones if there is a depth. */
async function storeBlocks(
  { source, branch: { depth, ancestor } }: BranchToStore,
  blocks: readonly VerifiedBlock[],
  isDone: boolean,
  { store, settings, take }: Tools,
): Promise<void> {
  const trusted = settings.trusted && blocks.find(({ hash }) => equalBytes(hash, settings.trusted!))
  await store.commit({
    ...(depth > 0n && { keepUpTo: ancestor?.number ?? -1n }),
    blocks,
    ...(trusted && { anchor: { number: trusted.number, hash: trusted.hash, grounds: 'stated' } }),
  })
  take({
    type: 'stored',
    source,
    head: (await readHead(store))!,
    blocks: blocks.length,
    transactions: blocks.reduce((sum, { transactions }) => sum + transactions.length, 0),
    depth: Number(depth),
    isDone,
  })
}

/** Returns the outlines of a branch as the node that sends its blocks has them: no hash commits to their lists of transactions. */
async function readAgain(
  { source: giver, branch: { source, outlines } }: BranchToStore,
  { sources, signal }: Tools,
): Promise<readonly Outline[]> {
  if (giver === source) return outlines
  const node = sources[giver]!
  const range = { from: outlines[0]!.number, to: outlines.at(-1)!.number }
  const found = await readRange(node, range, signal)
  const other = found.find((outline, index) => !isSame(outline, outlines[index]!))
  if (other) throw new FollowError('changed', `${node.name} has another block ${other.number} meanwhile.`)
  return found
}
