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
  const facts = typeof result === 'object' ? bindings[method](result, ...params) : [['', result, 'object']]
  for (const [path, actual, expected] of facts) {
    if (actual !== expected)
      return `${path} is ${JSON.stringify(actual)?.slice(0, 80)}, not ${JSON.stringify(expected)}`
  }
  return undefined
}

/** A place in a result, what is there, and what must be. */
type Fact = readonly [path: string, actual: unknown, expected: unknown]

/** What came in may have anything as its members, or none of them. */
type Untrusted = Partial<Record<keyof (Block & Receipt & Transaction & Log), unknown>>

/** The facts of each method; one is looked at only when those before it hold. */
const bindings: {
  readonly [M in MethodName]: (result: Untrusted, ...params: Params<M>) => Generator<Fact>
} = {
  *eth_getTransactionByHash({ hash }, asked) {
    yield ['/hash', lower(hash), lower(asked)]
  },

  *eth_getTransactionReceipt({ transactionHash, transactionIndex, blockHash, blockNumber, logs }, asked) {
    yield ['/transactionHash', lower(transactionHash), lower(asked)]
    const place = { transactionHash, transactionIndex, blockHash, blockNumber }
    yield* listParts('/logs', logs, place, 'logIndex')
  },

  *eth_getBlockByNumber({ number, hash, transactions, transactionsRoot }, asked, whole) {
    if (asked.startsWith('0x')) yield ['/number', lower(number), asked]
    const isHidden = asked === 'pending' && hash === null // by geth, which names it in the transactions all the same
    const place = { blockNumber: number, ...(!isHidden && { blockHash: hash }) }
    yield* listParts('/transactions', transactions, whole && place, 'transactionIndex')
    const { length } = transactions as unknown[]
    if ((length === 0) !== (transactionsRoot === emptyRoot))
      yield ['/transactions/length', length, 'that of transactionsRoot']
  },
}

/** The keccak256 of an empty trie: the root of an empty list. */
const emptyRoot = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

/** The facts of a list: each part is at one place and has its index, or is a hash where there is no place. */
function* listParts(
  path: string,
  parts: unknown,
  place: object | false,
  indexName: 'logIndex' | 'transactionIndex',
): Generator<Fact> {
  yield [path, Array.isArray(parts) ? 'array' : typeof parts, 'array']
  const list = parts as readonly (Untrusted | null)[]
  const first = indexName === 'logIndex' ? toNumber(list[0]?.logIndex) : 0
  for (const [index, part] of list.entries()) {
    const at = `${path}/${index}`
    if (!place) yield [at, typeof part, 'string']
    for (const [name, value] of Object.entries(place || {}))
      yield [`${at}/${name}`, part?.[name as 'hash'], value]
    if (place) yield [`${at}/${indexName}`, toNumber(part?.[indexName]), first + index]
  }
}

const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)

const toNumber = (quantity: unknown): number => (typeof quantity === 'string' ? Number(quantity) : Number.NaN)
