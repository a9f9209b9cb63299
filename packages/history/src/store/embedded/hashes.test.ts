import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findPositions } from './buckets.ts'
import { addHashes, checkHashes, findHash, findNumbers } from './hashes.ts'
import { SEAL } from '../records/seal.ts'
import { emptyState, type State } from '../records/state.ts'
import { openTables, type Tables } from './tables.ts'

const RECENT = 100
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

function add(tables: Tables, state: State, count: number, salt = 0): State {
  const transactions = Array.from({ length: count }, (_, index) => hashAt(salt + state.transactions + index))
  return tables.root.transactionSync(() =>
    addHashes(tables, state, { transactions, blocks: [], number: 0 }, RECENT),
  )
}

const positionOf = (tables: Tables, state: State, hash: Uint8Array, position: number) =>
  findHash(tables, state, hash, (at) => (at === position ? at : undefined))

test('hashes are found in whichever level they are, and each is in one level', async () => {
  const tables = await openScratch()
  let state = emptyState
  for (let i = 0; i < 250; i++) {
    state = add(tables, state, 10 + (i % 40))
    const { levels, transactions } = state
    expect(levels.reduce((sum, { count }) => sum + count, 0)).toBe(transactions)
    for (const [level, { count }] of levels.entries()) expect(count).toBeLessThanOrEqual(RECENT * 32 ** level)
    for (let position = i % 7; position < transactions; position += 7)
      expect(positionOf(tables, state, hashAt(position), position)).toBe(position)
    expect(findHash(tables, state, hashAt(-1 - i), (at) => at)).toBeUndefined()
  }
  // Each bucket of the first level was emptied more than once, so the second is complete, and the third begun.
  expect(state.levels).toHaveLength(3)
  expect(state.levels[0]!.emptied).toBeGreaterThan(512)
  expect(tables.levels.getCount()).toBe(256 + 8192 + 32 * state.levels[1]!.emptied)
})

test('an append empties about as many entries of a level as it brings', async () => {
  const tables = await openScratch()
  let state = add(tables, emptyState, RECENT)
  expect(state.levels).toEqual([{ count: RECENT, emptied: 0 }])
  state = add(tables, state, 1)
  expect(state.levels.map(({ count }) => count)).toEqual([RECENT, 1])
  for (let i = 0; i < 200; i++) {
    const before = state.levels[0]!.count
    state = add(tables, state, 5)
    // All of a bucket goes down; the fullest has a few.
    expect(before + 5 - state.levels[0]!.count).toBeLessThan(15)
  }
})

test('what was unwound leads to no transaction, or to one that came later; what comes again is stored once', async () => {
  const tables = await openScratch()
  const whole = add(tables, emptyState, 80)
  const unwound = { ...whole, transactions: 50 }
  expect(positionOf(tables, unwound, hashAt(70), 70)).toBeUndefined()
  expect(positionOf(tables, unwound, hashAt(49), 49)).toBe(49)
  const again = add(tables, unwound, 30)
  expect(again).toEqual(whole)
  const other = add(tables, unwound, 30, 1000)
  for (let position = 50; position < 80; position++) {
    expect(positionOf(tables, other, hashAt(1000 + position), position)).toBe(position)
    expect(positionOf(tables, other, hashAt(position), position)).toBe(position)
  }
})

test('an index is checked while commits move its rows, and none is called damaged', async () => {
  const tables = await openScratch()
  let state = emptyState
  while ((state.levels[0]?.emptied ?? 0) < 300) state = add(tables, state, 100)
  const check = checkHashes(tables, () => state)
  let turns = 0
  for (; !check.next().done; turns++) if (turns < 7) state = add(tables, state, 100)
  expect(turns).toBeGreaterThan(7)
  expect([...checkHashes(tables, () => state)].length).toBe(turns)
})

test('blocks are found by their hashes beside the transactions, in whichever level they are', async () => {
  const tables = await openScratch()
  const lowest = 1_000_000
  const blockHash = (number: number) => hashAt(-number)
  let state: State = { ...emptyState, lowest }
  for (let number = lowest; number < lowest + 300; number += 3) {
    const transactions = Array.from({ length: 20 }, (_, index) => hashAt(state.transactions + index))
    const blocks = [0, 1, 2].map((index) => blockHash(number + index))
    state = tables.root.transactionSync(() =>
      addHashes(tables, state, { transactions, blocks, number }, RECENT),
    )
  }
  expect(state).toMatchObject({ transactions: 2000, levels: [{ count: RECENT }, { count: 2200 }] })
  for (let number = lowest; number < lowest + 300; number++)
    expect([...findNumbers(tables, state, blockHash(number))]).toEqual([number])
  for (let position = 0; position < 2000; position += 7)
    expect(positionOf(tables, state, hashAt(position), position)).toBe(position)
  expect([...findNumbers(tables, state, hashAt(7))]).toEqual([])
  expect(findHash(tables, state, blockHash(lowest), (at) => at)).toBeUndefined()
})

test('a bucket that is not there is damage, not absence', async () => {
  const tables = await openScratch()
  const state = add(tables, emptyState, 10)
  const hash = hashAt(-1)
  expect(findHash(tables, state, hash, (at) => at)).toBeUndefined()
  tables.levels.removeSync(hash[0]!)
  expect(() => findHash(tables, state, hash, (at) => at)).toThrow(
    expect.objectContaining({ code: 'damaged' }),
  )
})

test('the level that the last hash was found in is read first, and alone where it has the next one', async () => {
  const tables = await openScratch()
  let state = emptyState
  for (let i = 0; i < 20; i++) state = add(tables, state, RECENT)
  const { transactions } = state
  const levelOf = (position: number): number => {
    const hash = hashAt(position)
    const entries = tables.levels.get(hash[0]!)!.subarray(0, -SEAL)
    return findPositions(entries, hash, 8).includes(position) ? 0 : 1
  }
  for (const level of [0, 1]) {
    const [found, next] = Array.from({ length: transactions }, (_, position) => position).filter(
      (position) => levelOf(position) === level,
    ) as [number, number]
    expect(positionOf(tables, state, hashAt(found), found)).toBe(found)
    const read = vi.spyOn(
      tables.levels as unknown as { getBinaryFast(key: number): unknown },
      'getBinaryFast',
    )
    expect(positionOf(tables, state, hashAt(next), next)).toBe(next)
    expect(read).toHaveBeenCalledTimes(1)
    read.mockRestore()
  }
})
