import { Web3 } from 'web3'
import { timeout, type Library, type Question } from '../library.ts'

export const library: Library = {
  features: ['batch'],
  connect({ urls, batch: isBatch = false }) {
    const web3 = new Web3(urls[0])
    return (questions) => {
      if (!isBatch) return questions.map(ask)
      const batch = new web3.BatchRequest()
      const answers = questions.map(({ method, params }) => batch.add<unknown>({ method, params } as never))
      const sent = batch.execute({ timeout })
      return answers.map((answer) => Promise.all([answer, sent]).then(([result]) => result))
    }

    async function ask({ method, params }: Question): Promise<unknown> {
      const [first, second] = params as [string, boolean?]
      if (method === 'eth_getTransactionByHash') return await web3.eth.getTransaction(first)
      if (method === 'eth_getTransactionReceipt') return await web3.eth.getTransactionReceipt(first)
      return await web3.eth.getBlock(first.startsWith('0x') ? BigInt(first) : first, second) // it takes 0x15 for a hash
    }
  },
}
