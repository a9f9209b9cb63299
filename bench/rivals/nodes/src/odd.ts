import { fastify } from 'fastify'
import { createServerOptions, jsonRpc } from '@lectern/server'
import { oddChains, readOddBlock } from './odd-blocks.ts'

// node odd.ts <chain> <path> <port>: answers as a node of that chain whose only block is the corpus' real one.

const [name, path, port] = process.argv.slice(2)
const { whole, transactions, receipts } = readOddBlock(path!, oddChains[name!]!)
const isServed = (block: string) =>
  block === whole['number'] || ['earliest', 'latest', 'safe', 'finalized'].includes(block)
const methods = {
  eth_getTransactionByHash: (hash: string) => transactions.get(hash.toLowerCase()) ?? null,
  eth_getTransactionReceipt: (hash: string) => receipts.get(hash.toLowerCase()) ?? null,
  eth_getBlockByNumber: (block: string, isWhole: boolean) =>
    isServed(block) ? (isWhole ? whole : { ...whole, transactions: [...transactions.keys()] }) : null,
}
const app = fastify(createServerOptions())
await app.register(jsonRpc, { methods: methods as never })
await app.listen({ host: '127.0.0.1', port: Number(port) })
