import { hashRequests, type RawBlock } from '../block/block.ts'
import { joinBloom, logsBloom } from '../block/bloom.ts'
import { borrow, equalBytes, show } from '../encoding/bytes.ts'
import type { ChainConfig } from '../block/config.ts'
import { blobGasPrice, blobGasUsed } from './derive.ts'
import { keccak256 } from '../crypto/engine.ts'
import { type Check, ChainError } from '../error.ts'
import { decodeHeader, isSince } from '../block/header.ts'
import { decodeReceipt } from '../block/receipt.ts'
import { encodeList } from '../encoding/rlp.ts'
import { recoverSender, transactionChainId } from '../crypto/sender.ts'
import { decodeTransaction } from '../block/transaction.ts'
import { orderedTrieRoot } from '../trie/trie.ts'
import { decodeWithdrawal } from '../block/withdrawal.ts'
import type { Header, HeaderFork, Receipt, Transaction } from '../family/ethereum.ts'
import type { AnyJson, Family } from '../family/family.ts'

/** The block that must come directly before. */
export interface Parent {
  readonly number: bigint
  readonly hash: Uint8Array
  /** Seconds; if given, the block's own must be later. */
  readonly timestamp?: bigint
}

/** The input of the checks, and the values that earlier checks compute for later ones. */
export interface CheckState {
  readonly raw: RawBlock
  readonly header: Header
  readonly parent: Parent | null
  readonly config: ChainConfig
  readonly family: Family
  transactions: readonly Transaction[]
  receipts: readonly Receipt[]
  senders: readonly Uint8Array[]
  blobGasPrice: bigint | undefined
}

/** Returns a sentence about a fault, or undefined. A part that does not decode throws, which fails the check that reads it. */
type FindFault = (state: CheckState) => string | undefined

/** The checks of `verify` after the header is decoded, in this order. */
const table = {
  number: ({ header, parent }) =>
    parent ? unequal('number', header.number, parent.number + 1n, "its parent's number plus one") : undefined,
  parentHash: ({ header, parent }) =>
    parent ? unequal('parentHash', header.parentHash, parent.hash, "its parent's hash") : undefined,
  timestamp: ({ header: { timestamp }, parent, family: { mayShareTimestamp = false } }) =>
    parent?.timestamp !== undefined && timestamp < parent.timestamp + (mayShareTimestamp ? 0n : 1n)
      ? `timestamp ${timestamp} is not later than its parent's ${parent.timestamp}.`
      : undefined,
  gasLimit: ({ header }) => findGasFault(header),
  transactionsRoot: ({ header: { transactionsRoot }, raw: { transactions } }) =>
    unequal(
      'transactionsRoot',
      transactionsRoot,
      orderedTrieRoot(transactions),
      'the root of its transactions',
    ),
  sha3Uncles: ({ header: { sha3Uncles }, raw: { uncles } }) =>
    unequal('sha3Uncles', sha3Uncles, keccak256(encodeList(uncles)), 'the hash of its uncles'),
  withdrawalsRoot: ({ header, raw: { withdrawals, transactions }, family }) => {
    const { withdrawalsRoot } = header
    if (family.hasStorageRoot?.(header as unknown as AnyJson, transactions[0]?.[0]))
      return unequal('the number of its withdrawals', withdrawals?.length, 0, 'the number on this chain')
    if (!withdrawalsRoot) return withdrawals && 'it has withdrawals, but its header has no withdrawalsRoot.'
    if (!withdrawals) return 'its header has a withdrawalsRoot, but it has no withdrawals.'
    return unequal(
      'withdrawalsRoot',
      withdrawalsRoot,
      orderedTrieRoot(withdrawals),
      'the root of its withdrawals',
    )
  },
  receiptsCount: ({ raw: { receipts, transactions } }) =>
    unequal(
      'the number of its receipts',
      receipts.length,
      transactions.length,
      'the number of its transactions',
    ),
  receiptsRoot: ({ header: { receiptsRoot }, raw: { receipts } }) =>
    unequal('receiptsRoot', receiptsRoot, orderedTrieRoot(receipts), 'the root of its receipts'),
  uncle: ({ raw, family }) =>
    first(
      each('uncle', raw.uncles, (uncle) => decodeHeader(uncle, family)),
      (uncle, index) => {
        const fault = findGasFault(uncle)
        return fault && `uncle ${index}: ${fault}`
      },
    ),
  withdrawal: ({ raw }) => void each('withdrawal', raw.withdrawals ?? [], decodeWithdrawal),
  transaction: (state) =>
    void (state.transactions = each('transaction', state.raw.transactions, (bytes) =>
      decodeTransaction(bytes, state.family),
    )),
  receipt: (state) =>
    void (state.receipts = each('receipt', state.raw.receipts, (bytes) =>
      decodeReceipt(bytes, state.family),
    )),
  receiptBloom: ({ receipts, raw: { outside }, family }) =>
    first(
      outside ? [...receipts, decodeReceipt(outside, family)] : receipts,
      ({ logs, logsBloom: bloom }, index) =>
        unequal(
          `the bloom of receipt ${index}`,
          bloom,
          logsBloom(logs, borrow(256).fill(0)),
          'the bloom of its logs',
        ),
    ),
  logsBloom: ({ header, receipts }) => {
    const union = new Uint8Array(256)
    for (const receipt of receipts) joinBloom(union, receipt.logsBloom)
    return unequal('logsBloom', header.logsBloom, union, "the union of its receipts' blooms")
  },
  cumulativeGasUsed: ({ receipts }) =>
    first(receipts, ({ cumulativeGasUsed: gas }, index) => {
      const before = index === 0 ? 0n : receipts[index - 1]!.cumulativeGasUsed
      return gas < before
        ? `cumulativeGasUsed ${gas} of receipt ${index} is less than ${before} of the receipt before it.`
        : undefined
    }),
  // From Amsterdam on the header counts gas before refunds (EIP-7778) and the greater of two kinds (EIP-8037), receipts do not.
  gasUsed: before('amsterdam', ({ header: { gasUsed }, receipts }) =>
    unequal('gasUsed', gasUsed, receipts.at(-1)?.cumulativeGasUsed ?? 0n, 'the gas its receipts add up to'),
  ),
  blobGasUsed: ({ header, transactions, family }) => {
    if (family.hasBlobs === false) return undefined
    const blob = transactions.findIndex((transaction) => 'blobVersionedHashes' in transaction)
    if (blob !== -1 && header.excessBlobGas === undefined)
      return `transaction ${blob} has blobs, but its header has no excessBlobGas.`
    const sum = transactions.reduce((gas, transaction) => gas + blobGasUsed(transaction), 0n)
    return unequal('blobGasUsed', header.blobGasUsed ?? 0n, sum, "its blobs' gas")
  },
  requestsHash: ({ header: { requestsHash }, raw: { requests } }) =>
    requests && (requestsHash || requests.length > 0)
      ? unequal('requestsHash', requestsHash, hashRequests(requests), 'the hash of its requests')
      : undefined,
  chainId: ({ transactions, config: { chainId } }) =>
    first(transactions, (transaction, index) =>
      unequal(
        `the chain id of transaction ${index}`,
        transactionChainId(transaction) ?? chainId,
        chainId,
        "the chain's",
      ),
    ),
  sender: (state) =>
    void (state.senders = each('transaction', state.transactions, (transaction, index) =>
      recoverSender(transaction, state.raw.transactions[index], state.family),
    )),
  receiptType: ({ transactions, receipts }) =>
    first(receipts, ({ type }, index) =>
      unequal(`the type of receipt ${index}`, type, transactions[index]!.type, "its transaction's"),
    ),
  config: (state) => {
    if (state.family.hasBlobs !== false) state.blobGasPrice = blobGasPrice(state.header, state.config)
    return undefined
  },
} satisfies { readonly [C in Check]?: FindFault }

/** The rows of the table: the name of each check, and the function that finds its fault. */
export const checks: readonly (readonly [check: Check, findFault: FindFault])[] = Object.entries(table) as [
  Check,
  FindFault,
][]

/** The names of the checks after `header`, in the order they are made. */
export const checkNames: readonly Check[] = checks.map(([check]) => check)

/** Returns a check for the blocks before a fork. */
function before(fork: HeaderFork, findFault: FindFault): FindFault {
  return (state) => (isSince(state.header, fork) ? undefined : findFault(state))
}

/** Returns the fault of a header's gas limit and gas that shows without the parent. */
function findGasFault({ number, gasLimit, gasUsed }: Header): string | undefined {
  if (number === 0n) return undefined // a genesis may have any
  if (gasLimit < MIN_GAS_LIMIT) return `gasLimit ${gasLimit} is less than ${MIN_GAS_LIMIT}.`
  if (gasLimit > MAX_GAS_LIMIT) return `gasLimit ${gasLimit} is more than ${MAX_GAS_LIMIT} (EIP-1985).`
  return gasUsed > gasLimit ? `gasUsed ${gasUsed} is more than gasLimit ${gasLimit}.` : undefined
}

const MIN_GAS_LIMIT = 5000n // Yellow Paper, 4.4.4
const MAX_GAS_LIMIT = 2n ** 63n - 1n

/** Returns the sentence that two values differ; undefined if they are equal. */
function unequal<V extends Uint8Array | bigint | number>(
  name: string,
  actual: V | undefined,
  expected: V,
  source: string,
): string | undefined {
  const equal =
    actual instanceof Uint8Array && expected instanceof Uint8Array
      ? equalBytes(actual, expected)
      : actual === expected
  return equal ? undefined : `${name} is ${text(actual)}, not ${text(expected)}, ${source}.`
}

const text = (value: unknown): string =>
  value instanceof Uint8Array ? show(value) : value === undefined ? 'absent' : String(value)

/** Returns the first fault among the items. */
function first<V>(
  items: readonly V[],
  findFault: (item: V, index: number) => string | undefined,
): string | undefined {
  for (let index = 0; index < items.length; index++) {
    const fault = findFault(items[index]!, index)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Reads each item; an error names the item. */
export function each<V, W>(name: string, items: readonly V[], read: (item: V, index: number) => W): W[] {
  return items.map((item, index) => {
    try {
      return read(item, index)
    } catch (error) {
      if (!(error instanceof ChainError)) throw error
      throw new ChainError(error.check, `${name} ${index}: ${error.message}`, { cause: error })
    }
  })
}
