import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addHashes, findHash, removeHash } from './hashes.ts'
import { emptyState, type Run, type State } from './state.ts'
import { openTables, type Tables } from './tables.ts'

const FROZEN = 100
const hashAt = (position: number): Uint8Array =>
  Uint8Array.from(createHash('sha256').update(String(position)).digest())

async function openScratch(): Promise<Tables> {
  const datadir = await mkdtemp(join(tmpdir(), 'lectern-'))
  const tables = openTables(datadir, { readOnly: false })
  onTestFinished(async () => {
    await tables.root.close()
    await rm(datadir, { recursive: true })
  })
  return tables
}

function add(tables: Tables, state: State, count: number): State {
  const hashes = Array.from({ length: count }, (_, index) => hashAt(state.transactions + index))
  return tables.root.transactionSync(() => addHashes(tables, state, hashes, FROZEN))
}

/** The buckets that a run has: its own that are done, and those of its sources that are not. */
function bucketsOf({ bits, merging }: Run): number {
  if (!merging) return 2 ** bits
  const part = Math.min(bits, ...merging.from.map((run) => run.bits))
  const sum = (runs: readonly Run[]) => runs.reduce((count, run) => count + 2 ** (run.bits - part), 0)
  return merging.done * 2 ** (bits - part) + (2 ** part - merging.done) * sum(merging.from)
}

test('hashes are found while they are recent, frozen, and being joined; the index keeps no bucket it does not need', async () => {
  const tables = await openScratch()
  let state = emptyState
  let joining = 0
  for (let i = 0; i < 160; i++) {
    state = add(tables, state, 10 + (i % 30))
    if (state.runs.some(({ merging }) => merging && merging.done > 0)) joining++
    expect(tables.recent.getCount()).toBe(state.recent)
    expect(state.recent).toBeLessThan(FROZEN)
    expect(tables.runs.getCount()).toBe(state.runs.reduce((sum, run) => sum + bucketsOf(run), 0))
    expect(state.runs.reduce((sum, { count }) => sum + count, state.recent)).toBe(state.transactions)
    expect(state.runs.length).toBeLessThanOrEqual(1 + Math.log2(1 + state.transactions / FROZEN))
    for (let position = i % 7; position < state.transactions; position += 7)
      expect(findHash(tables, state, hashAt(position), (at) => (at === position ? at : undefined))).toBe(
        position,
      )
    expect(findHash(tables, state, hashAt(-1 - i), (at) => at)).toBeUndefined()
  }
  expect(joining).toBeGreaterThan(3)
  expect(Math.max(...state.runs.map(({ level }) => level))).toBeGreaterThan(3)
})

test('a hash that is taken away is found no more, except in a run, where the record decides', async () => {
  const tables = await openScratch()
  let state = add(tables, add(tables, emptyState, FROZEN), 5)
  state = tables.root.transactionSync(() =>
    removeHash(tables, removeHash(tables, state, hashAt(102)), hashAt(7)),
  )
  expect(state.recent).toBe(4)
  expect(findHash(tables, state, hashAt(102), (at) => at)).toBeUndefined()
  expect(findHash(tables, state, hashAt(7), (at) => at)).toBe(7)
  // A recent entry goes with its record, so one that leads to another is damaged.
  expect(findHash(tables, state, hashAt(7), () => undefined)).toBeUndefined()
  expect(() => findHash(tables, state, hashAt(101), () => undefined)).toThrow(
    expect.objectContaining({ code: 'damaged' }),
  )
})
