import type { CompanionName, MethodName } from '@lectern/spec'
import { ClientError } from '../error.ts'
import { describe, isSame } from '../mismatch.ts'
import type { Call } from '../transport/transport.ts'

/** A call of the three methods, and what its result must be for the result of a helper method to be true. */
export interface Equivalent {
  readonly call: Call<MethodName>
  readonly result: unknown
}

type Json = Readonly<Record<string, unknown>>

/**
 * For helper methods that return history, the calls of the three methods with the same content. Each throws a ClientError (WRONG_ANSWER) for a
 * result of another call.
 */
export const equivalents: {
  readonly [M in CompanionName | OtherName]?: (result: Json, ...params: readonly unknown[]) => Equivalent[]
} = {
  eth_getBlockByHash(block, hash, isFull) {
    check('hash', hash, block['hash'])
    return [toBlock(block, isFull)]
  },
  eth_getTransactionByBlockHashAndIndex(transaction, hash, index) {
    check('blockHash', hash, transaction['blockHash'])
    check('transactionIndex', index, transaction['transactionIndex'])
    return [toTransaction(transaction)]
  },
  eth_getTransactionByBlockNumberAndIndex(transaction, number, index) {
    if (isNumber(number)) check('blockNumber', number, transaction['blockNumber'])
    check('transactionIndex', index, transaction['transactionIndex'])
    return [toTransaction(transaction)]
  },
  eth_getBlockReceipts(receipts, block) {
    const list = Array.isArray(receipts) ? (receipts as Json[]) : [receipts]
    const name = isNumber(block) ? 'blockNumber' : /^0x.{64}$/.test(String(block)) ? 'blockHash' : undefined
    return list.map((receipt, index) => {
      if (name !== undefined) check(name, block, receipt[name])
      check('transactionIndex', `0x${index.toString(16)}`, receipt['transactionIndex'])
      check('blockHash', list[0]!['blockHash'], receipt['blockHash'])
      return {
        call: { method: 'eth_getTransactionReceipt', params: [receipt['transactionHash']] },
        result: receipt,
      }
    })
  },
}

/** Helper methods by their names alone. */
type OtherName =
  | 'eth_getBlockReceipts'
  | 'eth_getTransactionByBlockHashAndIndex'
  | 'eth_getTransactionByBlockNumberAndIndex'

const toBlock = (block: Json, isFull: unknown): Equivalent => ({
  call: { method: 'eth_getBlockByNumber', params: [block['number'], isFull] },
  result: block,
})

const toTransaction = (transaction: Json): Equivalent => ({
  call: { method: 'eth_getTransactionByHash', params: [transaction['hash']] },
  result: transaction,
})

const isNumber = (value: unknown): boolean => typeof value === 'string' && /^0x[0-9a-f]{1,16}$/i.test(value)

function check(name: string, expected: unknown, actual: unknown): void {
  if (isSame(expected, actual)) return
  throw new ClientError('WRONG_ANSWER', `${describe(name, expected, actual)}.`, {
    check: name,
    expected,
    actual,
  })
}
