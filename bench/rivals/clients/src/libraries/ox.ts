import { Block, RpcTransport, Transaction, TransactionReceipt } from 'ox'
import { timeout, type Library, type Question } from '../library.ts'

export const library: Library = {
  features: ['signal'],
  connect({ urls }) {
    const transport = RpcTransport.fromHttp(urls[0], { timeout })
    return (questions, signals = []) => questions.map((question, index) => ask(question, signals[index]))

    async function ask({ method, params }: Question, signal?: AbortSignal): Promise<unknown> {
      const options = signal && { fetchOptions: { signal } }
      const result = await transport.request({ method, params } as never, options)
      if (method === 'eth_getTransactionByHash') return Transaction.fromRpc(result as never)
      if (method === 'eth_getTransactionReceipt') return TransactionReceipt.fromRpc(result as never)
      return Block.fromRpc(result as never, { includeTransactions: params[1] as boolean })
    }
  },
}
