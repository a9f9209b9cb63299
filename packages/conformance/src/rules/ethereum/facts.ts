import {
  ChainError,
  encodeHeader,
  encodeTransaction,
  fromHex,
  hashHeader,
  hashTransaction,
  headerFromJson,
  receiptFromJson,
  receiptToJson,
  recoverSender,
  toHex,
  transactionFromJson,
  type Receipt,
  type Transaction,
} from '@lectern/chain'
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
  readonly transactions: readonly TransactionFacts[]
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
export function gatherFacts(steps: readonly Step[]): BlockFacts[] {
  const receipts = byHash(steps, names.receipt)
  const alone = byHash(steps, names.transaction)
  const blocks = new Map<unknown, BlockFacts>()
  for (const { method, scope, call } of steps) {
    if (method.name !== names.block || !isRecord(scope.result)) continue
    const items = scope.result['transactions']
    if (!Array.isArray(items) || !items.every(isRecord)) continue
    const { exchange } = call
    const transactions = items.map((json, index): TransactionFacts => {
      const inBlock = { json, path: `/result/transactions/${index}`, exchange }
      return { inBlock, alone: alone.get(json['hash']), receipt: receipts.get(json['hash']) }
    })
    blocks.set(scope.result['hash'], { json: scope.result, path: '/result', exchange, transactions })
  }
  return [...blocks.values()]
}

function byHash(steps: readonly Step[], name: string): Map<unknown, LocatedObject> {
  const found = new Map<unknown, LocatedObject>()
  for (const { method, scope, call } of steps)
    if (method.name === name && isRecord(scope.result))
      found.set(scope.params['tx_hash'], { json: scope.result, path: '/result', exchange: call.exchange })
  return found
}

/** Returns the hash of a block's fields, `0x` hex. Throws a ChainError for fields that no header has. */
export function computedHash(block: Json): string {
  return toHex(hashHeader(encodeHeader(headerFromJson(block))))
}

/** Returns the hash of a transaction's signed fields, `0x` hex. Throws a ChainError for fields that no transaction has. */
export function computedTransactionHash(transaction: Json): string {
  return toHex(hashTransaction(encodeTransaction(transactionFromJson(transaction))))
}

/** The signed fields of a transaction; undefined for a type that only other chains have. Throws a ChainError for fields that no transaction has. */
export function readTransaction(json: Json): Transaction | undefined {
  try {
    return transactionFromJson(json)
  } catch (error) {
    if (error instanceof ChainError && error.check === 'unsupported') return undefined
    throw error
  }
}

/** Returns the logs and the gas of a receipt of any type. Throws a ChainError for fields that no receipt has. */
export const readReceipt = (json: Json): Receipt => receiptFromJson({ ...json, type: '0x0' })

/** Returns the senders of a block's transactions, 20 bytes each; undefined for a type of other chains. Throws a ChainError for an invalid signature. */
export const recoverSenders: (facts: BlockFacts) => (Uint8Array | undefined)[] = once(({ transactions }) =>
  transactions.map(({ inBlock }) => {
    const transaction = readTransaction(inBlock.json)
    return transaction && recoverSender(transaction)
  }),
)

/** A receipt as it follows from other facts, and the response that it must equal. */
export interface ComputedReceipt {
  readonly json: Json
  readonly located: LocatedObject
  /** Whether the receipt before was met, which `gasUsed` follows from. */
  readonly hasGas: boolean
  /** Whether all receipts before were met, which `logIndex` follows from. */
  readonly hasLogIndex: boolean
}

/**
 * Computes the receipts of a block from its header, its signed transactions and the members that its receipts root commits to. Throws a ChainError for facts that cannot be read.
 */
export const computeReceipts: (facts: BlockFacts) => ComputedReceipt[] = once((facts) => {
  const block = { ...headerFromJson(facts.json), hash: fromHex(computedHash(facts.json) as `0x${string}`) }
  const senders = recoverSenders(facts)
  const computed: ComputedReceipt[] = []
  let [before, logs]: [bigint | undefined, number | undefined] = [0n, 0]
  for (const [index, { inBlock, receipt: located }] of facts.transactions.entries()) {
    if (!located) {
      before = logs = undefined
      continue
    }
    const transaction = readTransaction(inBlock.json)
    const receipt = readReceipt(located.json)
    const known = { hasGas: before !== undefined, hasLogIndex: logs !== undefined }
    const [gasBefore, logsBefore] = [before ?? 0n, logs ?? 0]
    before = receipt.cumulativeGasUsed
    if (logs !== undefined) logs += receipt.logs.length
    if (!transaction) continue
    const context = {
      transaction,
      hash: hashTransaction(encodeTransaction(transaction)),
      from: senders[index]!,
      index,
      gasUsed: receipt.cumulativeGasUsed - gasBefore,
      firstLogIndex: logsBefore,
      block: Object.assign({}, block, { blobGasPrice: blobPrice(located.json) }),
    }
    const json = receiptToJson({ ...receipt, type: transaction.type }, context) as object as Json
    computed.push({ json, located, ...known })
  }
  return computed
})

// The price depends on the chain's schedule, which no method returns: the response's price is used, or none.
const blobPrice = ({ blobGasPrice }: Json): bigint => (isQuantity(blobGasPrice) ? BigInt(blobGasPrice) : 0n)

// Several checks look at the same block, and recovering one sender takes about a millisecond.
function once<T>(compute: (facts: BlockFacts) => T): (facts: BlockFacts) => T {
  const known = new WeakMap<BlockFacts, T>()
  return (facts) => known.get(facts) ?? known.set(facts, compute(facts)).get(facts)!
}
