import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Hex } from '@lectern/chain/internal'
import { genesisTime } from '@lectern/rivals/nodes/accounts'
import { createAsk } from '@lectern/rivals/nodes/ask'
import { PER_BLOCK } from '../growth/chain.ts'
import { signMix } from './mix.ts'

/** The signed transactions of a chain for development nodes, block by block: they hold all in memory, so a short one does. Below `.lectern/bench`, signed on first use. */
export async function signChain(
  blocks: number = 30,
  count: number = PER_BLOCK,
): Promise<readonly (readonly Hex[])[]> {
  const folder = fileURLToPath(new URL('../../../.lectern/bench', import.meta.url))
  const file = `${folder}/signed-${blocks}x${count}.json`
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(await signMix(blocks, count)))
    renameSync(`${file}.${process.pid}`, file)
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Hex[][]
}

/** Sends signed transactions to a development node that mines on demand, and mines each block once its transactions are in. Throws an Error when the node leaves any out. */
export async function sendBlocks(url: string, blocks: readonly (readonly Hex[])[]): Promise<void> {
  const ask = createAsk(url)
  await ask('evm_setAutomine', [false]).catch(() => ask('miner_stop', []))
  for (const [index, transactions] of blocks.entries()) {
    for (const raw of transactions) await ask('eth_sendRawTransaction', [raw])
    await ask('evm_mine', [genesisTime + 12 * (index + 1)])
    const block = (await ask('eth_getBlockByNumber', ['latest', false])) as { transactions: Hex[] }
    if (block.transactions.length !== transactions.length)
      throw new Error(
        `${url}: block ${index + 1} has ${block.transactions.length} of ${transactions.length} transactions.`,
      )
  }
}
