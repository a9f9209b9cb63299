import { createPublicClient, fallback, http, type BlockTag, type Hash, type Hex } from 'viem'
import { timeout, type Library, type Question } from '../library.ts'

export const library: Library = {
  features: ['batch', 'failover', 'signal'],
  connect({ urls, batch = false }) {
    const transports = urls.map((url) => http(url, { timeout, batch }))
    const transport = transports.length === 1 ? transports[0]! : fallback(transports)
    const client = createPublicClient({ transport })
    return (questions, signals = []) => questions.map((question, index) => ask(question, signals[index]))

    async function ask({ method, params }: Question, signal?: AbortSignal): Promise<unknown> {
      if (signal) return await client.request({ method, params } as never, { signal }) // the typed calls take no signal
      const [first, second] = params as [Hash, boolean?]
      if (method === 'eth_getTransactionByHash') return await client.getTransaction({ hash: first })
      if (method === 'eth_getTransactionReceipt') return await client.getTransactionReceipt({ hash: first })
      const block = isQuantity(first) ? { blockNumber: BigInt(first) } : { blockTag: first as BlockTag }
      return await client.getBlock({ ...block, includeTransactions: second ?? false })
    }
  },
}

const isQuantity = (block: string): block is Hex => block.startsWith('0x')
