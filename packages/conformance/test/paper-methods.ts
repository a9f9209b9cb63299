import type { Companions, Hash, Methods, Quantity } from '@lectern/spec'
import type { PaperBlock } from './paper-chain.ts'

/** Creates the methods and helper methods over blocks as they are served, of a node that waits for one more block. */
export function createPaperMethods(blocks: readonly PaperBlock[]): Methods & Companions {
  const mapBy = (items: (block: PaperBlock) => readonly Record<string, unknown>[], key: string) =>
    new Map(blocks.flatMap((block) => items(block).map((item) => [item[key], item] as const)))
  const transactions = mapBy((block) => block.transactions, 'hash')
  const receipts = mapBy((block) => block.receipts, 'transactionHash')
  const [first, last] = [blocks[0]!, blocks.at(-1)!]
  const named = new Map<unknown, PaperBlock | undefined>([
    ...blocks.flatMap((block): [unknown, PaperBlock][] => [
      [block.hashes['number'], block],
      [block.hashes['hash'], block],
    ]),
    ['earliest', first],
    ['latest', last],
    ['safe', blocks.at(-2)],
  ])
  const chainId = [...transactions.values()].find((item) => item['chainId'])?.['chainId'] as Quantity
  const number = last.hashes['number'] as Quantity
  const find = (name: unknown) => named.get(typeof name === 'string' ? name.toLowerCase() : undefined)
  const getBlock = (name: unknown, whole: boolean) =>
    (find(name)?.[whole ? 'whole' : 'hashes'] ?? null) as never
  const getTransaction = (name: unknown, index: unknown) =>
    (find(name)?.transactions[Number(index)] ?? null) as never
  const count = (name: unknown) => {
    const block = find(name)
    return block ? quantity(block.transactions.length) : null
  }
  const [stored, none] = [
    { disabled: false, oldestBlock: first.hashes['number'] as Quantity },
    { disabled: true },
  ]
  return {
    eth_getTransactionByHash: (hash) => (transactions.get(hash.toLowerCase()) ?? null) as never,
    eth_getTransactionReceipt: (hash) => (receipts.get(hash.toLowerCase()) ?? null) as never,
    eth_getBlockByNumber: getBlock,
    eth_chainId: () => chainId,
    eth_blockNumber: () => number,
    net_version: () => String(BigInt(chainId)),
    web3_clientVersion: () => 'Paper/v1',
    eth_getBlockByHash: getBlock,
    eth_getUncleByBlockHashAndIndex: (hash, index) => (find(hash)?.uncles[Number(index)] ?? null) as never,
    eth_syncing: () => ({
      currentBlock: number,
      highestBlock: quantity(blocks.length),
      startingBlock: '0x0',
    }),
    eth_capabilities: () => ({
      head: { number, hash: last.hashes['hash'] as Hash },
      state: none,
      tx: { ...stored, deleteStrategy: { type: 'window', retentionBlocks: '0x1000' } },
      logs: none,
      receipts: stored,
      blocks: stored,
      stateproofs: none,
    }),
    net_listening: () => true,
    eth_getBlockReceipts: (block) =>
      (find(typeof block === 'object' ? (block.blockHash ?? block.blockNumber) : block)?.receipts ??
        null) as never,
    eth_getTransactionByBlockHashAndIndex: getTransaction,
    eth_getTransactionByBlockNumberAndIndex: getTransaction,
    eth_getBlockTransactionCountByHash: count,
    eth_getBlockTransactionCountByNumber: count,
  }
}

const quantity = (value: number): Quantity => `0x${value.toString(16)}`
