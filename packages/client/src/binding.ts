import type { Block, Log, MethodName, Params, Receipt, Transaction } from '@lectern/spec'

/**
 * Where a result is not the answer to the question, as the end of a sentence; undefined when it is, and for null.
 * It proves no field: it binds the answer to what was asked, and its parts to one another.
 */
export function findMismatch<M extends MethodName>(
  method: M,
  params: Params<M>,
  result: unknown,
): string | undefined {
  if (result === null) return undefined
  for (const [path, actual, expected] of bindings[method](Object(result), ...params)) {
    if (actual !== expected && show(actual) !== show(expected))
      return `${path} is ${show(actual)}, not ${show(expected)}`
  }
  return undefined
}

/** A place in a result, what is there, and what must be, but for the case of its letters. */
type Fact = readonly [path: string, actual: unknown, expected: unknown]

/** What came in may have anything as its members, or none of them. */
type Untrusted = Partial<Record<keyof (Block & Receipt & Transaction & Log), unknown>>

/** The facts of each method; one is looked at only when those before it hold. */
const bindings: {
  readonly [M in MethodName]: (result: Untrusted, ...params: Params<M>) => Generator<Fact>
} = {
  *eth_getTransactionByHash({ hash }, asked) {
    yield ['/hash', hash, asked]
  },

  *eth_getTransactionReceipt({ transactionHash, transactionIndex, blockHash, blockNumber, logs }, asked) {
    yield ['/transactionHash', transactionHash, asked]
    const place = { transactionHash, transactionIndex, blockHash, blockNumber }
    yield* listParts('/logs', logs, 'logIndex', place)
  },

  *eth_getBlockByNumber({ number, hash, transactions, transactionsRoot }, asked, whole) {
    if (asked.startsWith('0x')) yield ['/number', number, asked]
    const isHidden = asked === 'pending' && hash === null // by geth, which names it in the transactions all the same
    const place = isHidden ? { blockNumber: number } : { blockNumber: number, blockHash: hash }
    yield* listParts('/transactions', transactions, 'transactionIndex', whole && place)
    const isEmpty = (transactions as unknown[]).length === 0
    yield ['/transactions', isEmpty ? 'empty' : 'full', transactionsRoot === emptyRoot ? 'empty' : 'full']
  },
}

/** The keccak256 of an empty trie: the root of an empty list. */
const emptyRoot = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

/** The facts of a list: each part has its index and is at one place, or is a hash where there is no place. */
function* listParts(
  path: string,
  parts: unknown,
  indexName: 'logIndex' | 'transactionIndex',
  place: object | false,
): Generator<Fact> {
  if (!Array.isArray(parts)) yield [path, typeof parts, 'array']
  const list = parts as readonly (Untrusted | null)[]
  const first = indexName === 'logIndex' ? Number.parseInt(show(list[0]?.logIndex).slice(1), 16) : 0
  const same = Object.entries(place || {})
  for (const [order, part] of list.entries()) {
    if (!place) yield [`${path}/${order}`, typeof part, 'string']
    else yield [`${path}/${order}/${indexName}`, part?.[indexName], `0x${(first + order).toString(16)}`]
    for (const [name, value] of same) {
      const actual = part?.[name as 'hash']
      if (actual !== value) yield [`${path}/${order}/${name}`, actual, value] // a third of the time of yielding each
    }
  }
}

const show = (value: unknown): string => `${JSON.stringify(value)}`.slice(0, 80).toLowerCase()
