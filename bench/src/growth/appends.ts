import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { useEngine, type VerifiedBlock } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { openStore } from '@lectern/history'
import { makeBlocks } from '../chain/chain.ts'
import { BLOCKS_PER_APPEND } from '../chain/fill.ts'

/** Appends ready blocks to a copy of a store, each commit durable. Returns thousand transactions per second. */
export async function measureAppends(filled: string): Promise<number> {
  useEngine(await loadWasmEngine())
  const datadir = mkdtempSync(`${filled}-copy-`)
  try {
    cpSync(filled, datadir, { recursive: true })
    return await append(datadir)
  } finally {
    rmSync(datadir, { recursive: true })
  }
}

async function append(datadir: string): Promise<number> {
  await using store = await openStore(datadir)
  const { number, hash } = store.head!
  const batches: (readonly VerifiedBlock[])[] = []
  for await (const blocks of makeBlocks(TRANSACTIONS, BLOCKS_PER_APPEND, { number, hash }))
    batches.push(blocks)
  const count = batches.flat().reduce((sum, { transactions }) => sum + transactions.length, 0)
  const started = performance.now()
  for (const blocks of batches) await store.commit({ blocks })
  return count / (performance.now() - started)
}

const TRANSACTIONS = 150_000
