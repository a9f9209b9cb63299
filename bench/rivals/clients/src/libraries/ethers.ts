import { FallbackProvider, FetchRequest, JsonRpcProvider } from 'ethers'
import { timeout, type Library, type Question } from '../library.ts'

export const library: Library = {
  features: ['batch', 'failover'],
  connect({ urls }) {
    const providers = urls.map((url) => {
      const request = new FetchRequest(url)
      request.timeout = timeout
      return new JsonRpcProvider(request)
    })
    // A quorum of one is what failover is elsewhere; the first is asked first.
    const provider =
      providers.length === 1
        ? providers[0]!
        : new FallbackProvider(
            providers.map((provider, index) => ({ provider, priority: index + 1 })),
            undefined,
            { quorum: 1 },
          )
    return (questions) => questions.map(ask)

    async function ask({ method, params }: Question): Promise<unknown> {
      const [first, second] = params as [string, boolean?]
      if (method === 'eth_getTransactionByHash') return await provider.getTransaction(first)
      if (method === 'eth_getTransactionReceipt') return await provider.getTransactionReceipt(first)
      return await provider.getBlock(first, second)
    }
  },
}
