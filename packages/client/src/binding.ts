import type { Block, Log, MethodName, Params, Receipt, Transaction } from '@lectern/spec'
import { ClientError } from './error.ts'

/**
 * Throws a ClientError (WRONG_ANSWER) where a result is not the answer to the question; null is one to each. It proves
 * no field: it binds the answer to what was asked, and its parts to one another.
 */
export function checkBinding<M extends MethodName>(method: M, params: Params<M>, result: unknown): void {
  if (result !== null) bindings[method](Object(result), ...params)
}

/** What came in may have anything as its members, or none of them. */
type Untrusted = Partial<Record<keyof (Block & Receipt & Transaction & Log), unknown>>

const bindings: {
  readonly [M in MethodName]: (result: Untrusted, ...params: Params<M>) => void
} = {
  eth_getTransactionByHash({ hash }, asked) {
    demand('/hash', hash, asked)
  },

  eth_getTransactionReceipt({ transactionHash, transactionIndex, blockHash, blockNumber, logs }, asked) {
    demand('/transactionHash', transactionHash, asked)
    const place = { transactionHash, transactionIndex, blockHash, blockNumber }
    checkParts('/logs', logs, 'logIndex', place)
  },

  eth_getBlockByNumber({ number, hash, transactions, transactionsRoot }, asked, whole) {
    if (asked.startsWith('0x')) demand('/number', number, asked)
    const isHidden = asked === 'pending' && hash === null // by geth, which names it in the transactions all the same
    const place = isHidden ? { blockNumber: number } : { blockNumber: number, blockHash: hash }
    const count = checkParts('/transactions', transactions, 'transactionIndex', whole && place)
    demand('/transactions', fill(count === 0), fill(transactionsRoot === emptyRoot))
  },
}

/** The keccak256 of an empty trie: the root of an empty list. */
const emptyRoot = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'
const fill = (isEmpty: boolean): string => (isEmpty ? 'empty' : 'full')

/** Looks at a list, whose parts each have their index and are at one place, or are hashes where there is no place; gives their number. Each index is written into the place. */
function checkParts(
  path: string,
  parts: unknown,
  indexName: 'logIndex' | 'transactionIndex',
  place: Record<string, unknown> | false,
): number {
  if (!Array.isArray(parts)) demand(path, typeof parts, 'array')
  const list = parts as readonly (Record<string, unknown> | null)[]
  const first = indexName === 'logIndex' ? Number(show(list[0]?.[indexName]).slice(1, -1)) : 0
  for (const [order, part] of list.entries()) {
    if (!place) demand(`${path}/${order}`, typeof part, 'string')
    else {
      place[indexName] = `0x${(first + order).toString(16)}`
      for (const name in place)
        if (part?.[name] !== place[name]) demand(`${path}/${order}/${name}`, part?.[name], place[name])
    }
  }
  return list.length
}

/** Throws where there is something else at a place in a result than must be, but for the case of its letters. */
function demand(path: string, actual: unknown, expected: unknown): void {
  if (actual !== expected && show(actual) !== show(expected))
    throw new ClientError('WRONG_ANSWER', `result${path} is ${show(actual)}, not ${show(expected)}.`)
}

const show = (value: unknown): string => `${JSON.stringify(value)}`.slice(0, 80).toLowerCase()
