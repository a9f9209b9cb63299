import type { Block, Log, MethodName, Params, Receipt, Transaction } from '@lectern/spec'

/**
 * Why a result is not the answer to the question, as the end of a sentence; undefined when it is, and for null.
 * It proves no field: it binds the answer to what was asked, and its parts to one another.
 */
export function findMismatch<M extends MethodName>(
  method: M,
  params: Params<M>,
  result: unknown,
): string | undefined {
  if (result === null) return undefined
  return typeof result === 'object'
    ? bindings[method](result as Untrusted, ...params)
    : 'is neither null nor an object'
}

/** What came in may have anything as its members, or none of them. */
type Untrusted = Partial<Record<keyof (Block & Receipt & Transaction & Log), unknown>>

const bindings: {
  readonly [M in MethodName]: (result: Untrusted, ...params: Params<M>) => string | undefined
} = {
  eth_getTransactionByHash: ({ hash }, asked) => differs('hash', hash, asked),

  eth_getTransactionReceipt: (receipt, asked) =>
    differs('transactionHash', receipt.transactionHash, asked) ?? bindLogs(receipt),

  eth_getBlockByNumber: (block, asked, whole) =>
    (asked.startsWith('0x') ? differs('number', block.number, asked) : undefined) ??
    bindTransactions(block, asked, whole),
}

function bindLogs(receipt: Untrusted): string | undefined {
  const { logs, ...place } = receipt
  if (!Array.isArray(logs)) return 'has no array of logs'
  return eachOf('logs', logs, (log, index, first) => {
    for (const name of ['transactionHash', 'transactionIndex', 'blockHash', 'blockNumber'] as const) {
      if (log[name] !== place[name]) return name
    }
    return toNumber(log.logIndex) === toNumber(first.logIndex) + index ? undefined : 'logIndex'
  })
}

/** The keccak256 of an empty trie: the root of an empty list. */
const emptyRoot = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

function bindTransactions(block: Untrusted, asked: string, whole: boolean): string | undefined {
  const { transactions, transactionsRoot, hash, number } = block
  const isHidden = asked === 'pending' && hash === null // by geth, which names it in the transactions all the same
  if (!Array.isArray(transactions)) return 'has no array of transactions'
  if ((transactions.length === 0) !== (transactionsRoot === emptyRoot))
    return 'has transactions that do not fit its transactionsRoot'
  if (!whole)
    return transactions.every((each) => typeof each === 'string')
      ? undefined
      : 'has whole transactions, not hashes'
  return eachOf('transactions', transactions, (transaction, index) => {
    if (!isHidden && transaction.blockHash !== hash) return 'blockHash'
    if (transaction.blockNumber !== number) return 'blockNumber'
    return toNumber(transaction.transactionIndex) === index ? undefined : 'transactionIndex'
  })
}

function differs(name: string, value: unknown, asked: string): string | undefined {
  return typeof value === 'string' && value.toLowerCase() === asked.toLowerCase()
    ? undefined
    : `has the ${name} ${JSON.stringify(value)?.slice(0, 80)}, not ${asked}`
}

function eachOf(
  name: string,
  parts: readonly unknown[],
  findMember: (part: Untrusted, index: number, first: Untrusted) => string | undefined,
): string | undefined {
  for (const [index, part] of parts.entries()) {
    const member =
      typeof part === 'object' && part !== null ? findMember(part, index, parts[0] as Untrusted) : 'kind'
    if (member !== undefined) return `has ${name} of which ${index} is of another ${member}`
  }
  return undefined
}

const toNumber = (quantity: unknown): number => (typeof quantity === 'string' ? Number(quantity) : Number.NaN)
