import { type Binding, bindings, check, readList } from '../bindings.ts'

type Json = Readonly<Record<string, unknown>>

/** `bindings` of the helper methods that return parts of a block. */
export const helperBindings: Readonly<Partial<Record<string, Binding>>> = {
  eth_getBlockByHash(block: Json, hash: string, isFull: boolean) {
    check('hash', hash, block['hash'])
    bindings.eth_getBlockByNumber(block, String(block['number']) as '0x', isFull)
  },

  eth_getTransactionByBlockHashAndIndex(transaction: Json, hash: string, index: string) {
    check('blockHash', hash, transaction['blockHash'])
    check('transactionIndex', index, transaction['transactionIndex'])
  },

  eth_getTransactionByBlockNumberAndIndex(transaction: Json, number: string, index: string) {
    if (isNumber(number)) check('blockNumber', number, transaction['blockNumber'])
    check('transactionIndex', index, transaction['transactionIndex'])
  },

  eth_getBlockReceipts(result: unknown, block: unknown) {
    const receipts = readList('receipts', result)
    const name = isNumber(block) ? 'blockNumber' : String(block).length === 66 ? 'blockHash' : undefined
    for (const [index, part] of receipts.entries()) {
      const receipt = Object(part) as Json
      if (name !== undefined) check(name, block, receipt[name])
      check('transactionIndex', `0x${index.toString(16)}`, receipt['transactionIndex'])
      check('blockHash', receipts[0]?.['blockHash'], receipt['blockHash'])
      bindings.eth_getTransactionReceipt(receipt, receipt['transactionHash'] as `0x${string}`)
    }
  },
}

const isNumber = (value: unknown): boolean => typeof value === 'string' && /^0x[0-9a-f]{1,16}$/i.test(value)
