import {
  encodeHeader,
  fromHex,
  hashHeader,
  hashTransaction,
  encodeTransaction,
  headerFromJson,
  receiptFromJson,
  receiptToJson,
  recoverSender,
  toHex,
  transactionFromJson,
} from '@lectern/chain'
import { isQuantity, isRecord, type Json } from './json.ts'
import type { Reply } from './reply.ts'
import type { Step } from './walk.ts'

/** A block that was met with whole transactions, and the receipts of them that were met. */
export interface BlockFacts {
  readonly json: Json
  readonly reply: Reply
  readonly transactions: readonly { readonly json: Json; readonly receipt?: { json: Json; reply: Reply } }[]
}

/** The facts in a walk's answers, one for each block hash. */
export function gatherFacts(steps: readonly Step[]): BlockFacts[] {
  const receipts = new Map<unknown, { json: Json; reply: Reply }>()
  for (const { method, scope, call } of steps) {
    if (method.name !== 'eth_getTransactionReceipt' || !isRecord(scope.result)) continue
    receipts.set(scope.params['tx_hash'], { json: scope.result, reply: call.reply })
  }
  const blocks = new Map<unknown, BlockFacts>()
  for (const { method, scope, call } of steps) {
    if (method.name !== 'eth_getBlockByNumber' || !isRecord(scope.result)) continue
    const items = scope.result['transactions']
    if (!Array.isArray(items) || !items.every(isRecord)) continue
    const transactions = items.map((json) => {
      const receipt = receipts.get(json['hash'])
      return receipt ? { json, receipt } : { json }
    })
    blocks.set(scope.result['hash'], { json: scope.result, reply: call.reply, transactions })
  }
  return [...blocks.values()]
}

/** The receipts of a block when all of them were met. */
export function wholeReceipts({ transactions }: BlockFacts): { json: Json; reply: Reply }[] | undefined {
  const receipts = transactions.map(({ receipt }) => receipt)
  return receipts.every((receipt) => receipt !== undefined) ? receipts : undefined
}

/** What a block's own fields hash to, `0x` hex. Throws a ChainError for fields that no header has. */
export function computedHash(block: Json): string {
  return toHex(hashHeader(encodeHeader(headerFromJson(block))))
}

/** What a transaction's signed fields hash to, `0x` hex. Throws a ChainError for fields that no transaction has. */
export function computedTransactionHash(transaction: Json): string {
  return toHex(hashTransaction(encodeTransaction(transactionFromJson(transaction))))
}

/** Whose keys signed the transactions of a block, 20 bytes each. Throws a ChainError for a signature that nobody made. */
export const recoverSenders: (facts: BlockFacts) => Uint8Array[] = once(({ transactions }) =>
  transactions.map(({ json }) => recoverSender(transactionFromJson(json))),
)

/**
 * The receipts of a block as they follow from its header, its signed transactions and what its receipts root commits to:
 * every other member is computed again. Empty unless all receipts were met. Throws a ChainError for facts that cannot be read.
 */
export const computeReceipts: (facts: BlockFacts) => Json[] = once((facts) => {
  const answers = wholeReceipts(facts) ?? []
  const block = { ...headerFromJson(facts.json), hash: fromHex(computedHash(facts.json) as `0x${string}`) }
  const senders = recoverSenders(facts)
  let [cumulative, firstLogIndex] = [0n, 0]
  return answers.map(({ json }, index) => {
    const transaction = transactionFromJson(facts.transactions[index]!.json)
    const receipt = receiptFromJson(json)
    const place = {
      transaction,
      hash: hashTransaction(encodeTransaction(transaction)),
      from: senders[index]!,
      index,
      gasUsed: receipt.cumulativeGasUsed - cumulative,
      firstLogIndex,
      block: Object.assign({}, block, blobPrice(json)),
    }
    cumulative = receipt.cumulativeGasUsed
    firstLogIndex += receipt.logs.length
    return receiptToJson({ ...receipt, type: transaction.type }, place) as object as Json
  })
})

// The price depends on the chain's schedule, which no answer tells: it is taken as it was answered.
function blobPrice({ blobGasPrice }: Json): { blobGasPrice?: bigint } {
  return isQuantity(blobGasPrice) ? { blobGasPrice: BigInt(blobGasPrice) } : {}
}

// Several checks look at the same block, and recovering one sender takes about a millisecond.
function once<T>(compute: (facts: BlockFacts) => T): (facts: BlockFacts) => T {
  const known = new WeakMap<BlockFacts, T>()
  return (facts) => known.get(facts) ?? known.set(facts, compute(facts)).get(facts)!
}
