import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { useEngine, type VerifiedBlock, verify } from '@lectern/chain'
import { toVerification } from '@lectern/chain/internal'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { openStore } from '@lectern/history'
import { syntheticConfig } from '@lectern/history/testing'
import { makeBlocks } from './chain.ts'

/** A store of synthetic blocks, and how it was filled. */
export interface Filled {
  readonly datadir: string
  readonly transactions: number
  /** Of disk. */
  readonly bytes: number
}

/** The store of at least so many transactions, below `.lectern/bench`; filled on first use, 10 million in some minutes. */
export async function fillStore(transactions: number): Promise<Filled> {
  const folder = fileURLToPath(new URL(`../../../.lectern/bench/growth-${transactions}`, import.meta.url))
  if (!existsSync(folder)) {
    const made = `${folder}.${process.pid}`
    try {
      mkdirSync(made, { recursive: true })
      checkSpace(made, transactions)
      const facts = await fill(`${made}/store`, transactions)
      writeFileSync(`${made}/facts.json`, JSON.stringify(facts))
      renameSync(made, folder)
    } finally {
      rmSync(made, { recursive: true, force: true })
    }
  }
  const facts = JSON.parse(readFileSync(`${folder}/facts.json`, 'utf8')) as Omit<Filled, 'datadir'>
  return { ...facts, datadir: `${folder}/store` }
}

/** As many as an import appends together. */
export const BLOCKS_PER_APPEND = 20
const BYTES = 700 // a transaction, of disk, and some to spare
const PROVED = 500 // one block of so many is proven wholly: it would take 14 minutes for all of 10 million transactions

function checkSpace(folder: string, transactions: number): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < transactions * BYTES)
    throw new Error(
      `${folder} has ${Math.floor((bavail * bsize) / 2 ** 20)} MiB left, too little for ${transactions} transactions.`,
    )
}

async function fill(datadir: string, transactions: number): Promise<Omit<Filled, 'datadir'>> {
  useEngine(await loadWasmEngine())
  process.stderr.write(`Fills ${datadir} with ${transactions} transactions (once) …\n`)
  await using store = await openStore(datadir)
  let written = 0
  let parent: VerifiedBlock | null = null
  for await (const blocks of makeBlocks(transactions, BLOCKS_PER_APPEND)) {
    for (const block of blocks) {
      if (Number(block.number) % PROVED === 0) prove(block, parent)
      parent = block
    }
    await store.commit({ blocks })
    const count = blocks.reduce((sum, { transactions }) => sum + transactions.length, 0)
    if (Math.floor((written + count) / 1e6) > Math.floor(written / 1e6))
      process.stderr.write(`  ${Math.floor((written + count) / 1e6)} million\n`)
    written += count
  }
  return await store.report()
}

/** Compares what the maker says of a block with what `verify` finds. */
function prove(block: VerifiedBlock, parent: VerifiedBlock | null): void {
  const proven = verify(block.raw, { config: syntheticConfig, parent })
  if (!isDeepStrictEqual(toVerification(proven), toVerification(block)))
    throw new Error(`Block ${block.number} is not what verify finds it to be.`)
}
