import type { RecordedBlock } from '@lectern/chain/testing'
import type { Target } from '../src/engine.ts'
import { type Json, miniTarget } from './mini-server.ts'
import type { PaperBlock } from './paper-chain.ts'

/** A node that has recorded blocks of one chain, in the order of their numbers, and none between them. */
export function recordedNode(...recorded: readonly RecordedBlock[]): Target {
  const blocks = recorded.map(({ block, receipts }): PaperBlock => {
    const transactions = block['transactions'] as readonly Json[]
    const hashes = { ...block, transactions: transactions.map(({ hash }) => hash) }
    return { whole: block, hashes, transactions, receipts: receipts ?? [], uncles: [] }
  })
  const { chainId } = recorded[0]!
  const hasReceipts = recorded.some(({ receipts }) => receipts)
  const methods = () => ({
    eth_chainId: () => `0x${chainId.toString(16)}`,
    net_version: () => String(chainId),
    ...(!hasReceipts && { eth_getBlockReceipts: () => null }),
  })
  return miniTarget(blocks, { methods })
}
