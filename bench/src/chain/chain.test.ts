import { useEngine, type VerifiedBlock, verify } from '@lectern/chain'
import { toVerification } from '@lectern/chain/internal'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { expect, test } from 'vitest'
import { syntheticConfig } from '@lectern/history/testing'
import { makeBlocks, PER_BLOCK } from './chain.ts'

async function collect(transactions: number, perBatch: number): Promise<VerifiedBlock[]> {
  const blocks: VerifiedBlock[] = []
  for await (const batch of makeBlocks(transactions, perBatch)) blocks.push(...batch)
  return blocks
}

test('each block is what verify finds it to be: roots, blooms, sums, signatures and senders', async () => {
  useEngine(await loadWasmEngine())
  const blocks = await collect(3 * PER_BLOCK, 3)
  let parent: VerifiedBlock | null = null
  for (const block of blocks) {
    const proven = verify(block.raw, { config: syntheticConfig, parent })
    expect(toVerification(proven)).toEqual(toVerification(block))
    parent = proven
  }
  expect(blocks).toHaveLength(4)
  expect(blocks[0]!.transactions).toHaveLength(0)
  const types = new Set(
    blocks.flatMap(({ raw }) => raw.transactions.map(([first]) => Math.min(first!, 0xc0))),
  )
  expect([...types].toSorted()).toEqual([0xc0, 1, 2, 3, 4].toSorted())
  const hashes = blocks.flatMap(({ transactions }) =>
    transactions.map(({ hash }) => Buffer.from(hash).toString('hex')),
  )
  expect(new Set(hashes).size).toBe(3 * PER_BLOCK)
  // A longer chain continues it, however its blocks are distributed.
  const longer = await collect(3 * PER_BLOCK + 1, 2)
  expect(longer).toHaveLength(5)
  expect(longer.slice(0, 4).map(({ hash }) => hash)).toEqual(blocks.map(({ hash }) => hash))
})
