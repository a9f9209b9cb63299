import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { useEngine, type VerifiedBlock } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { openStore } from '@lectern/history'
import { makeBlocks } from './chain.ts'
import { BLOCKS_PER_APPEND } from './fill.ts'

/** What it takes to append to a store, each commit durable. */
export interface Appended {
  /** Thousand transactions. */
  readonly perSecond: number
  /** Microseconds of CPU a transaction. */
  readonly cpu: number
  /** Milliseconds. */
  readonly slowest: number
}

/** Appends blocks that are at hand to a copy of a store: the index would know them from the last time. */
export async function measureAppends(filled: string): Promise<Appended> {
  useEngine(await loadWasmEngine())
  const datadir = mkdtempSync(`${filled}-copy-`)
  try {
    cpSync(filled, datadir, { recursive: true })
    return await append(datadir)
  } finally {
    rmSync(datadir, { recursive: true })
  }
}

async function append(datadir: string): Promise<Appended> {
  await using store = await openStore(datadir)
  const { number, hash } = store.head!
  const batches: (readonly VerifiedBlock[])[] = []
  for await (const blocks of makeBlocks(TRANSACTIONS, BLOCKS_PER_APPEND, { number, hash }))
    batches.push(blocks)
  const times: number[] = []
  const before = process.threadCpuUsage()
  for (const blocks of batches) {
    const started = performance.now()
    await store.commit({ blocks })
    times.push(performance.now() - started)
  }
  const { user, system } = process.threadCpuUsage(before)
  const count = batches.flat().reduce((sum, { transactions }) => sum + transactions.length, 0)
  const time = times.reduce((sum, each) => sum + each, 0)
  return { perSecond: count / time, cpu: (user + system) / count, slowest: Math.max(...times) }
}

const TRANSACTIONS = 150_000
