import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compactAll } from '../../test/compacting-store.ts'
import { createSynthesizer, syntheticConfig } from '../../test/synthetic.ts'
import { HistoryError } from '../error.ts'
import { openEmbeddedStore } from '../store/embedded/store.ts'
import { readGroup } from '../store/embedded/cold-rows.ts'
import { read } from '../store/embedded/lmdb-internals.ts'
import { DATA_FILE, openTables, type Tables } from '../store/embedded/tables.ts'
import { seal, SEAL, sealOf } from '../store/records/seal.ts'
import { verifyHistory } from './verify-history.ts'

/** How many bits of each byte are flipped, each alone: 8 are all. */
const BITS = Math.min(8, Number(process.env['LECTERN_RUNS'] ?? 1))

/** The members that no block proves: claims of nodes and operators, and a price's time before all blocks. They must name stored blocks, and be written as they are. */
const free = new Set([
  'chain.config.blobSchedule.0.timestamp',
  'earlier.0.number',
  'executed',
  'finalized',
  'safe',
])

test('a changed byte of any row is found, also under a right checksum', { timeout: 600_000 }, async () => {
  const datadir = await mkdtemp(join(tmpdir(), 'lectern-'))
  onTestFinished(() => rm(datadir, { recursive: true }))
  const rows = await makeStore(datadir)
  const path = join(datadir, DATA_FILE)
  const file = openSync(path, 'r+')
  onTestFinished(() => closeSync(file))
  const content = readFileSync(path)
  const unfound = new Set<string>()
  let flips = 0
  for (const { table, key, value, seed } of rows) {
    const places = findAll(content, value)
    expect(places.length).toBeGreaterThan(0)
    const end = seed === undefined ? value.length : value.length - SEAL
    for (let at = 0; at < end; at++)
      for (let bit = 0; bit < BITS; bit++) {
        const changed = Uint8Array.from(value)
        changed[at]! ^= 1 << ((at * 5 + bit) % 8)
        if (seed !== undefined) seal(changed, end, seed)
        for (const place of places) writeSync(file, changed, 0, changed.length, place)
        const error = await verifyFolder(datadir)
        flips++
        if (error === undefined)
          for (const name of table === 'meta' ? changedMembers(value, changed) : [`${table} ${key} ${at}`])
            unfound.add(name)
        else {
          expect(error, `${table} ${key}, byte ${at}: ${error.stack}`).toBeInstanceOf(HistoryError)
          expect((error as HistoryError).code).toMatch(/^(block|damaged|newer|older)$/)
        }
      }
    for (const place of places) writeSync(file, value, 0, value.length, place)
  }
  expect(await verifyFolder(datadir)).toBeUndefined()
  expect([...unfound].filter((name) => !free.has(name))).toEqual([])
  expect(flips).toBeGreaterThan(2_000)
})

/** Returns the error of a store; undefined if it holds. */
async function verifyFolder(datadir: string): Promise<Error | undefined> {
  try {
    await using store = await openEmbeddedStore(datadir, { readOnly: true })
    await verifyHistory(store, { workers: 0 })
    return undefined
  } catch (error) {
    return error as Error
  }
}

interface SealedRow {
  readonly table: string
  readonly key: number | string
  readonly value: Uint8Array
  /** Of its checksum; compressed bytes have theirs in the row of their block. */
  readonly seed: number | undefined
}

/** Makes a store with something in each table and each member of its state; returns its rows except empty buckets. */
async function makeStore(datadir: string): Promise<readonly SealedRow[]> {
  const make = createSynthesizer(12)
  const blocks = [make(null, 0)]
  for (const count of [2, 1]) blocks.push(make(blocks.at(-1)!, count))
  {
    const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }
    await using store = await openEmbeddedStore(datadir, { chain, recentHashes: 3 })
    store.commit({ blocks, anchor: { ...blocks[1]!, grounds: 'accumulator' }, executed: 1n })
    store.commit({ anchor: { ...blocks[2]!, grounds: 'stated' }, safe: 2n, finalized: 1n })
    await compactAll(store, 1)
  }
  const tables = openTables(datadir, { readOnly: false })
  try {
    return [...readRows(tables)]
  } finally {
    await tables.root.close()
  }
}

function* readRows(tables: Tables): Generator<SealedRow> {
  for (const key of ['identity', 'state'])
    yield {
      table: 'meta',
      key,
      value: read(tables.meta, key)!.slice(),
      seed: sealOf('meta', key === 'state' ? 1 : 0),
    }
  for (const key of tables.frames.getKeys())
    yield { table: 'frames', key, value: read(tables.frames, key)!.slice(), seed: undefined }
  for (const key of tables.cold.getKeys()) {
    yield { table: 'groups', key, value: read(tables.cold, key)!.slice(), seed: undefined }
    for (const { first, row } of readGroup(tables.cold, key))
      yield { table: 'cold', key: first, value: row.slice(), seed: sealOf('cold', first) }
  }
  for (const table of ['blocks', 'headers', 'hashes', 'records', 'levels'] as const)
    for (const key of tables[table].getKeys()) {
      const value = read(tables[table], key)!.slice()
      if (value.length > SEAL) yield { table, key, value, seed: sealOf(table, key) }
    }
}

function findAll(content: Buffer, value: Uint8Array): readonly number[] {
  const places: number[] = []
  for (let at = content.indexOf(value); at !== -1; at = content.indexOf(value, at + 1)) places.push(at)
  return places
}

/** The members of the JSON of a row that two versions have different. */
function changedMembers(before: Uint8Array, after: Uint8Array): readonly string[] {
  const [was, is] = [before, after].map((value) => {
    const text = Buffer.from(value.subarray(0, -SEAL)).toString('latin1')
    return flatten(JSON.parse(text.slice(text.indexOf('{'))))
  }) as [Map<string, unknown>, Map<string, unknown>]
  return [...new Set([...was.keys(), ...is.keys()])].filter((name) => was.get(name) !== is.get(name))
}

function flatten(value: unknown, path: readonly string[] = []): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return new Map([[path.join('.'), value]])
  return new Map(
    Object.entries(value).flatMap(([name, member]) => Array.from(flatten(member, path.concat(name)))),
  )
}
