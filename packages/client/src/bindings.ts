import type { Block, Log, MethodName, Params, Receipt, Transaction } from '@lectern/spec'
import { describe, isSame } from './mismatch.ts'
import { ClientError } from './error.ts'

/**
 * Each throws a ClientError (WRONG_ANSWER) for a result that is not of the hash or number asked for, or whose parts do not
 * belong together. It proves no field.
 */
export const bindings: {
  readonly [M in MethodName]: (result: Untrusted, ...params: Params<M>) => void
} = {
  eth_getTransactionByHash({ hash }, asked) {
    check('hash', asked, hash)
  },

  eth_getTransactionReceipt({ transactionHash, transactionIndex, blockHash, blockNumber, logs }, asked) {
    check('transactionHash', asked, transactionHash)
    const context = { transactionHash, transactionIndex, blockHash, blockNumber }
    const list = readList('logs', logs)
    const index = list[0]?.['logIndex']
    const first = typeof index === 'string' ? Number(index) : Number.NaN
    for (const [order, log] of list.entries())
      checkContext(`logs/${order}`, log, { ...context, logIndex: toIndex(first + order) })
  },

  eth_getBlockByNumber({ number, hash, transactions, transactionsRoot }, asked, isFull) {
    if (asked.startsWith('0x')) check('number', asked, number)
    const isHidden = asked === 'pending' && hash === null // by geth, whose transactions have it all the same
    const context = isHidden ? { blockNumber: number } : { blockNumber: number, blockHash: hash }
    const list = readList('transactions', transactions)
    for (const [order, transaction] of list.entries())
      if (isFull)
        checkContext(`transactions/${order}`, transaction, { ...context, transactionIndex: toIndex(order) })
      else if (typeof transaction !== 'string') check(`transactions/${order}`, 'a hash', transaction)
    const isEmpty = list.length === 0
    if (isEmpty !== (transactionsRoot === EMPTY_ROOT)) {
      throw new ClientError(
        'WRONG_ANSWER',
        `transactions has ${list.length} items, but transactionsRoot says otherwise.`,
        { check: 'transactions', actual: list },
      )
    }
  },
}

/** A result, of which any member may be missing or have any value. */
type Untrusted = Partial<Record<keyof (Block & Receipt & Transaction & Log), unknown>>
type Part = Readonly<Record<string, unknown>> | null

/** The root of an empty trie. */
const EMPTY_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

function readList(name: string, list: unknown): readonly Part[] {
  if (Array.isArray(list)) return list
  throw wrong(name, 'an array', list)
}

/** Checks that a part of a result repeats its context. */
function checkContext(path: string, part: Part, context: Readonly<Record<string, unknown>>): void {
  for (const name in context) check(`${path}/${name}`, context[name], part?.[name])
}

function check(name: string, expected: unknown, actual: unknown): void {
  if (!isSame(expected, actual)) throw wrong(name, expected, actual)
}

const wrong = (check: string, expected: unknown, actual: unknown): ClientError =>
  new ClientError('WRONG_ANSWER', `${describe(check, expected, actual)}.`, { check, expected, actual })

const toIndex = (index: number): string => `0x${index.toString(16)}`
