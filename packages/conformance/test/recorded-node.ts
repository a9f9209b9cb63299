import type { RecordedBlock } from '@lectern/chain/testing'
import type { Target } from '../src/engine.ts'
import { type Defect, type Json, miniTarget } from './mini-server.ts'
import type { PaperBlock } from './paper-chain.ts'

/** A node that has one recorded block. */
export function recordedNode({ chainId, block, receipts }: RecordedBlock, defect: Defect = {}): Target {
  const transactions = block['transactions'] as readonly Json[]
  const served: PaperBlock = {
    whole: block,
    hashes: { ...block, transactions: transactions.map(({ hash }) => hash) },
    transactions,
    receipts: receipts ?? [],
    uncles: [],
  }
  const id = `0x${chainId.toString(16)}`
  const methods = () => ({
    eth_chainId: () => id,
    net_version: () => String(chainId),
    ...(!receipts && { eth_getBlockReceipts: () => null }),
  })
  return miniTarget([served], { methods, ...defect })
}
