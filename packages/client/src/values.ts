import {
  values as decoders,
  type BlockWithHashesValues,
  type BlockWithTransactionsValues,
  type ReceiptValues,
  type Refuse,
  type TransactionValues,
} from '@lectern/spec/values'
import { ClientError } from './error.ts'
import type { Decode } from './plug.ts'

/** What getTransaction, getReceipt and getBlock give with `decode: values`. */
export interface ValueAnswers {
  readonly transaction: TransactionValues
  readonly receipt: ReceiptValues
  readonly blockWithHashes: BlockWithHashesValues
  readonly blockWithTransactions: BlockWithTransactionsValues
}

/**
 * Gives a bigint for each quantity. The type and the status stay as the wire has them, and so does what the document
 * does not know, and what is absent or null. What is no quantity is ClientError INVALID_SHAPE, with its place as path.
 */
export const values: Decode<ValueAnswers> = {
  eth_getTransactionByHash: (result) => decoders.eth_getTransactionByHash(result, refuse),
  eth_getTransactionReceipt: (result) => decoders.eth_getTransactionReceipt(result, refuse),
  eth_getBlockByNumber: (result) =>
    decoders.eth_getBlockByNumber(result, refuse) as BlockWithHashesValues | BlockWithTransactionsValues,
}

const refuse: Refuse = (path, value) => {
  const message = `result${path} must be a quantity, not ${JSON.stringify(value)?.slice(0, 80)}.`
  throw new ClientError('INVALID_SHAPE', message, { path })
}
