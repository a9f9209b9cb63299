import { toQuantity } from '@lectern/chain/internal'
import type { MethodName } from '@lectern/spec'
import { isSame } from '../../mismatch.ts'
import { type Json, listOf } from '../json.ts'
import { checkEqual, refute } from '../refute.ts'

/** Throws a ClientError (UNVERIFIED) unless transactions and logs are numbered one by one, and absent only if the block's root says so. */
export function checkOrder(method: MethodName, json: Json): void {
  if (method === 'eth_getBlockByNumber') checkTransactions(json)
  if (method === 'eth_getTransactionReceipt') checkLogs(json)
}

function checkTransactions(block: Json): void {
  const list = listOf('transactions', block)
  const isEmpty = list.length === 0
  if (isEmpty !== isSame(block['transactionsRoot'], emptyRoot)) refute('transactions', 'all', list)
  for (const [order, transaction] of list.entries())
    if (typeof transaction === 'object')
      checkIndex(`transactions/${order}/transactionIndex`, toQuantity(order), transaction)
}

function checkLogs(receipt: Json): void {
  const list = listOf('logs', receipt)
  const first = Number((list[0] as Json | undefined)?.['logIndex'])
  for (const [order, log] of list.entries()) {
    checkIndex(`logs/${order}/transactionIndex`, receipt['transactionIndex'], log)
    checkIndex(`logs/${order}/logIndex`, toQuantity(first + order), log)
  }
}

const checkIndex = (path: string, expected: unknown, part: unknown): void =>
  checkEqual(path, expected, (part as Json | null)?.[path.slice(path.lastIndexOf('/') + 1)])

/** The root of an empty trie. */
const emptyRoot = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'
