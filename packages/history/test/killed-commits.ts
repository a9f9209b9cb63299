import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { expect, onTestFailed, onTestFinished } from 'vitest'
import { type Store, type StoreLocation, verifyHistory } from '../src/index.ts'
import { openAt } from './open-at.ts'
import { emptyModel, everything, headOf, makeHistory, type Model } from './store-model.ts'

/** How a store is written and killed. */
export interface KilledCommits {
  readonly location: StoreLocation
  /** Chooses the commits. */
  readonly seed: number
  readonly kills: number
  /** The most milliseconds that a process lives once it has committed. */
  readonly life: number
  /** Moves all but the newest so many blocks into the cold form after each commit. */
  readonly hot?: number
  /** Milliseconds until what a killed process sent has arrived. */
  readonly settle?: number
}

/**
 * Makes random commits of every shape in a process that is killed at any moment, again and again. The store must open after each, be what a
 * model is after the last commit that was acknowledged or the one in flight, and verify.
 */
export async function killCommits({
  location,
  seed,
  kills,
  life,
  hot,
  settle = 0,
}: KilledCommits): Promise<void> {
  const { models } = makeHistory(seed)
  onTestFailed(() => console.error(`The commits are those of LECTERN_SEED=${seed}.`))
  let done = 0
  for (let kill = 0; kill < kills && done < models.length - 1; kill++) {
    const child = startChild(location, { seed, from: done, hot })
    await child.first
    await setTimeout(Math.random() * life)
    const acknowledged = await child.kill()
    await setTimeout(settle)
    await using store = await openAt(location, { readOnly: true })
    done = await countCommits(store, models, acknowledged)
    await checkContent(store, models[done]!)
  }
  expect(done).toBeGreaterThan(kills) // commits are made between the kills
}

/** How many commits were made: those that were acknowledged, or one more; of two that look the same the later. */
async function countCommits(store: Store, models: readonly Model[], acknowledged: number): Promise<number> {
  await using snapshot = await store.snapshot()
  const isInFlight = isDeepStrictEqual(snapshot.head, headOf(models[acknowledged + 1] ?? emptyModel))
  const count = acknowledged + (isInFlight ? 1 : 0)
  expect(snapshot.head).toEqual(headOf(models[count]!))
  return count
}

async function checkContent(store: Store, { blocks }: Model): Promise<void> {
  await using snapshot = await store.snapshot()
  const stored = new Set(blocks)
  for (const block of everything)
    expect(await snapshot.blockNumber(block.hash)).toBe(stored.has(block) ? block.number : undefined)
  const transactions = blocks.reduce((sum, block) => sum + block.transactions.length, 0)
  if (blocks.length === 0) return
  expect(await verifyHistory(store, { workers: 0 })).toMatchObject({ blocks: blocks.length, transactions })
}

/** Starts a process that makes the commits from one on. */
function startChild(
  location: StoreLocation,
  { seed, from, hot }: { readonly seed: number; readonly from: number; readonly hot: number | undefined },
) {
  const program = new URL('commits-child.ts', import.meta.url).pathname
  const args = [
    program,
    JSON.stringify(location),
    String(seed),
    String(from),
    ...(hot === undefined ? [] : [String(hot)]),
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface(child.stdout)
  const closed = once(lines, 'close')
  let acknowledged = from
  lines.on('line', (line) => (acknowledged = Number(line)))
  return {
    /** Resolves with its first commit, or its end. */
    first: Promise.race([once(lines, 'line'), closed]),
    /** Kills it; how many commits it acknowledged, and those before. */
    async kill(): Promise<number> {
      child.kill('SIGKILL')
      await closed
      return acknowledged
    },
  }
}
