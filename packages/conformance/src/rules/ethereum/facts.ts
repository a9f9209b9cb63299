import * as chain from '@lectern/chain'
import { blobGasUsed, fromBigInt, toQuantity } from '@lectern/chain/internal'
import { names } from './methods.ts'
import { isQuantity, isRecord, type Json } from '../../document/json.ts'
import type { Exchange } from '../../endpoint/exchange.ts'
import type { Step } from '../../sample/calls.ts'

/** An object in a response, and the JSON pointer to it. */
export interface LocatedObject {
  readonly json: Json
  readonly path: string
  readonly exchange: Exchange
}

/** A transaction of a block: as it stands there, as it was answered alone, and its receipt, as far as they were met. */
export interface TransactionFacts {
  readonly inBlock: LocatedObject
  readonly alone: LocatedObject | undefined
  readonly receipt: LocatedObject | undefined
}

/** A block that was met with whole transactions, and what was met of them. */
export interface BlockFacts extends LocatedObject {
  readonly family: chain.Family
  /** Those that are in its roots. */
  readonly transactions: readonly TransactionFacts[]
  /** The one that is in none, on a chain whose blocks may have one. */
  readonly outside: TransactionFacts | undefined
}

/** The number of the block that a result is, is in, or has receipts of; undefined where it names none. */
export function readBlockNumber(result: unknown): bigint | undefined {
  if (Array.isArray(result)) return result.length === 0 ? undefined : readBlockNumber(result[0])
  const number = isRecord(result) ? (result['blockNumber'] ?? result['number']) : undefined
  return isQuantity(number) ? BigInt(number) : undefined
}

/** The number of the block that a step is about: its result's, or that of the response that led to it. */
export const numberOf = ({ scope, from }: Step): bigint | undefined =>
  readBlockNumber(scope.result) ?? (from && readBlockNumber(from.scope.result))

/** The facts in a sample's responses, one for each block hash. */
export function gatherFacts(steps: readonly Step[], family: chain.Family): BlockFacts[] {
  const receipts = byHash(steps, names.receipt)
  const alone = byHash(steps, names.transaction)
  const blocks = new Map<unknown, BlockFacts>()
  for (const { method, scope, call } of steps) {
    if (method.name !== names.block || !isRecord(scope.result)) continue
    const { result: json } = scope
    const items = json['transactions']
    if (!Array.isArray(items) || !items.every(isRecord)) continue
    const { exchange } = call
    const transactions = items.map((json, index): TransactionFacts => {
      const inBlock = { json, path: `/result/transactions/${index}`, exchange }
      return { inBlock, alone: alone.get(json['hash']), receipt: receipts.get(json['hash']) }
    })
    const outside =
      items.length > 0 && isOutside(items.at(-1)!, json, family) ? transactions.pop() : undefined
    blocks.set(json['hash'], { json, path: '/result', exchange, family, transactions, outside })
  }
  return [...blocks.values()]
}

/** Whether a transaction is the one of its block that is in none of its roots. */
export function isOutside(transaction: Json, { number, hash }: Json, { outsideHash }: chain.Family): boolean {
  const isNamed = isQuantity(number) && number.length <= 18 && isHash(hash)
  return isNamed && outsideHash !== undefined && transaction['hash'] === outsideHash(BigInt(number), hash)
}

/** Returns whether a value is 32 bytes as `0x` hex in lower case. */
export const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)

function byHash(steps: readonly Step[], name: string): Map<unknown, LocatedObject> {
  const found = new Map<unknown, LocatedObject>()
  for (const { method, scope, call } of steps)
    if (method.name === name && isRecord(scope.result))
      found.set(scope.params['tx_hash'], { json: scope.result, path: '/result', exchange: call.exchange })
  return found
}

/** Returns the hash of a block's fields, `0x` hex. Throws a ChainError for fields that no header has. */
export const computedHash = (block: Json, family?: chain.Family): string =>
  chain.toHex(chain.hashHeader(chain.encodeHeader(chain.headerFromJson(block, family), family)))

/** Returns the hash of a transaction's fields, `0x` hex. */
export const computedTransactionHash = (transaction: chain.Transaction, family: chain.Family): string =>
  chain.toHex(chain.hashTransaction(chain.encodeTransaction(transaction, family)))

/** Returns what `read` makes of a response; undefined for one by rules that are not known. Throws any other ChainError. */
function unlessUnsupported<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof chain.ChainError && error.check === 'unsupported') return undefined
    throw error
  }
}

/** The fields of a transaction; undefined for a type that the family does not have. Throws a ChainError for fields that no transaction has. */
export const readTransaction = (json: Json, family?: chain.Family): chain.Transaction | undefined =>
  unlessUnsupported(() => chain.transactionFromJson(json, family))

/** Returns the logs and the gas of a receipt of any type. Throws a ChainError for fields that no receipt has. */
export const readReceipt = (json: Json): chain.Receipt => chain.receiptFromJson({ ...json, type: '0x0' })

export const logsOf = ({ logs }: Json): Json[] => (Array.isArray(logs) ? (logs as Json[]) : [])

/** Returns the senders of a block's transactions, 20 bytes each; undefined where nothing names it. Throws a ChainError for an invalid signature. */
export const recoverSenders: (facts: BlockFacts) => (Uint8Array | undefined)[] = once((facts) => {
  const { transactions, family } = facts
  const recover = ({ inBlock: { json } }: TransactionFacts) =>
    chain.recoverSender(chain.transactionFromJson(json, family), undefined, family)
  return transactions.map((transaction) => unlessUnsupported(() => recover(transaction)))
})

/** A receipt as it follows from other facts, and the response that it must equal. */
export interface ComputedReceipt {
  readonly json: Json
  readonly located: LocatedObject
}

/** Computes the receipts of a block; members that do not follow from it are undefined. Throws a ChainError for facts that cannot be read. */
export const computeReceipts: (facts: BlockFacts) => ComputedReceipt[] = once((facts) => {
  const { family } = facts
  const { number, timestamp, baseFeePerGas } = chain.headerFromJson(facts.json, family)
  const [blockHash, senders] = [computedHash(facts.json, family), recoverSenders(facts)]
  const computed: ComputedReceipt[] = []
  let [before, logs]: [bigint | undefined, number | undefined] = [0n, 0]
  for (const [index, { inBlock, receipt: located }] of facts.transactions.entries()) {
    if (!located) {
      before = logs = undefined
      continue
    }
    const transaction = readTransaction(inBlock.json, family)
    const receipt = readReceipt(located.json)
    const [gasBefore, logsBefore] = [before, logs]
    before = receipt.cumulativeGasUsed
    if (logs !== undefined) logs += receipt.logs.length
    if (!transaction) continue
    const context = {
      transactionHash: computedTransactionHash(transaction, family),
      transactionIndex: toQuantity(index),
      blockHash,
      blockNumber: toQuantity(number),
    }
    const inLogs = { ...context, blockTimestamp: toQuantity(timestamp), removed: false }
    const from = senders[index]
    const to = transaction.to && chain.toHex(transaction.to)
    const json = {
      ...context,
      type: toQuantity(transaction.type),
      from: from && chain.toHex(from),
      to,
      contractAddress: to === null ? createdContract(transaction, from, located.json) : to && null,
      // They follow from the receipt before, and from all of them.
      gasUsed: gasBefore === undefined ? undefined : toQuantity(receipt.cumulativeGasUsed - gasBefore),
      effectiveGasPrice: pricePaid(transaction, baseFeePerGas, family),
      blobGasUsed: transaction.type === 3 ? toQuantity(blobGasUsed(transaction)) : undefined,
      logs: receipt.logs.map((_, at) => {
        const logIndex = logsBefore === undefined ? undefined : toQuantity(logsBefore + at)
        return Object.assign({ logIndex }, inLogs)
      }),
    }
    computed.push({ json, located })
  }
  return computed
})

/** The address of a contract; undefined without its sender's nonce, which a deposit has in its receipt. */
function createdContract(transaction: chain.Transaction, from: Uint8Array | undefined, receipt: Json) {
  const { depositNonce } = receipt
  const nonce = transaction.nonce ?? (isQuantity(depositNonce) ? BigInt(depositNonce) : undefined)
  return from && nonce !== undefined ? chain.toHex(chain.createdAddress(from, fromBigInt(nonce))) : undefined
}

/** Returns the wei per gas that a transaction pays, `0x` hex; undefined where its fields do not say it. */
export function pricePaid(
  transaction: chain.Transaction,
  baseFeePerGas: bigint | undefined,
  { hasOwnPrices = false }: chain.Family,
): string | undefined {
  const isPriced = 'gasPrice' in transaction || 'maxPriorityFeePerGas' in transaction
  return isPriced && !hasOwnPrices
    ? toQuantity(chain.effectiveGasPrice(transaction, baseFeePerGas))
    : undefined
}

// Several checks look at the same block, and recovering one sender takes about a millisecond.
function once<T>(compute: (facts: BlockFacts) => T): (facts: BlockFacts) => T {
  const known = new WeakMap<BlockFacts, T>()
  return (facts) => known.get(facts) ?? known.set(facts, compute(facts)).get(facts)!
}
