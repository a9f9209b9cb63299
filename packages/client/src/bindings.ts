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

  eth_getTransactionReceipt({ transactionHash, blockHash, blockNumber, logs }, asked) {
    check('transactionHash', asked, transactionHash)
    const context = { transactionHash, blockHash, blockNumber }
    for (const [order, log] of readList('logs', logs).entries()) checkContext(`logs/${order}`, log, context)
  },

  eth_getBlockByNumber({ number, hash, transactions }, asked, isFull) {
    if (asked.startsWith('0x')) check('number', asked, number)
    const isHidden = asked === 'pending' && hash === null // by geth, whose transactions have it all the same
    const context = isHidden ? { blockNumber: number } : { blockNumber: number, blockHash: hash }
    for (const [order, transaction] of readList('transactions', transactions).entries())
      if (isFull) checkContext(`transactions/${order}`, transaction, context)
      else if (typeof transaction !== 'string') check(`transactions/${order}`, 'a hash', transaction)
  },
}

/** Throws a ClientError (WRONG_ANSWER) for a result that does not answer its call. */
export type Binding = (result: never, ...params: never[]) => void

/** A result, of which any member may be missing or have any value. */
type Untrusted = Partial<Record<keyof (Block & Receipt & Transaction & Log), unknown>>
type Part = Readonly<Record<string, unknown>> | null

/** Returns a list of a result. Throws a ClientError (WRONG_ANSWER) for another value. */
export function readList(name: string, list: unknown): readonly Part[] {
  if (Array.isArray(list)) return list
  throw wrong(name, 'an array', list)
}

/** Checks that a part of a result repeats its context. */
function checkContext(path: string, part: Part, context: Readonly<Record<string, unknown>>): void {
  for (const name in context) check(`${path}/${name}`, context[name], part?.[name])
}

/** Throws a ClientError (WRONG_ANSWER) for another value than the expected one. */
export function check(name: string, expected: unknown, actual: unknown): void {
  if (!isSame(expected, actual)) throw wrong(name, expected, actual)
}

const wrong = (check: string, expected: unknown, actual: unknown): ClientError =>
  new ClientError('WRONG_ANSWER', `${describe(check, expected, actual)}.`, { check, expected, actual })
