import { makePaperChain } from '@lectern/conformance/testing'
import type { Companions, Methods } from '@lectern/spec'

/** The methods and helper methods over a small chain with correct hashes and roots. */
export function createPaperMethods(): Methods & Companions {
  const blocks = makePaperChain()
  const transactions = index(
    blocks.flatMap((block) => block.transactions),
    'hash',
  )
  const receipts = index(
    blocks.flatMap((block) => block.receipts),
    'transactionHash',
  )
  const byHash = new Map(blocks.map((block) => [block.hashes['hash'], block]))
  const byNumber = new Map<unknown, (typeof blocks)[0]>([
    ...blocks.map((block) => [block.hashes['number'], block] as const),
    ['earliest', blocks[0]!],
    ['latest', blocks.at(-1)!],
  ])
  return {
    eth_getTransactionByHash: (hash) => (transactions.get(hash.toLowerCase()) ?? null) as never,
    eth_getTransactionReceipt: (hash) => (receipts.get(hash.toLowerCase()) ?? null) as never,
    eth_getBlockByNumber: (number, whole) =>
      (byNumber.get(number)?.[whole ? 'whole' : 'hashes'] ?? null) as never,
    eth_chainId: () => '0xaa36a7',
    eth_blockNumber: () => blocks.at(-1)!.hashes['number'] as never,
    net_version: () => '11155111',
    web3_clientVersion: () => 'Paper/v1',
    eth_getBlockByHash: (hash, whole) =>
      (byHash.get(hash.toLowerCase())?.[whole ? 'whole' : 'hashes'] ?? null) as never,
    eth_getUncleByBlockHashAndIndex: (hash, index) =>
      (byHash.get(hash.toLowerCase())?.uncles[Number(index)] ?? null) as never,
  }
}

const index = (items: readonly Record<string, unknown>[], member: string): Map<unknown, unknown> =>
  new Map(items.map((item) => [item[member], item]))
