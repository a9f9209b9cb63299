import { everyAnswer, everyCompanionAnswer, type Answer } from '@lectern/fixtures/answers'
import type { PaperBlock } from './paper-chain.ts'

/** The sample chain as the small server serves it: every transaction of it was executed. */
export async function makeSampleChain(): Promise<PaperBlock[]> {
  const blocks: {
    hashes: Answer
    whole: Answer
    transactions: Answer[]
    receipts: Answer[]
    uncles: Answer[]
  }[] = []
  for (const { method, params, result } of await everyAnswer()) {
    const block = blocks.at(-1)
    if (method === 'eth_getTransactionByHash') block!.transactions.push(result)
    else if (method === 'eth_getTransactionReceipt') block!.receipts.push(result)
    else if (params[1] === true) block!.whole = result
    else blocks.push({ hashes: result, whole: result, transactions: [], receipts: [], uncles: [] })
  }
  for (const { method, params, result } of await everyCompanionAnswer())
    if (method === 'eth_getUncleByBlockHashAndIndex')
      blocks.find(({ hashes }) => hashes['hash'] === params[0])!.uncles.push(result as Answer)
  return blocks
}
