import type { Family } from '@lectern/chain'
import { envelope, receiptItems, toQuantity, unknownFork } from '@lectern/chain/internal'
import type { Ask } from '../client-options.ts'
import { checkRoot, inNoRoot, outsideHash, readBlock, readHeader, type Transaction } from './block.ts'
import { refute } from './refute.ts'
import { type Json, unavailable } from './json.ts'
import type { TriePath } from './report.ts'
import type { Trace } from './trace.ts'

/** A transaction in a block that commits to it. */
export interface Inclusion {
  /** The block's header with its hash; each member was hashed. */
  readonly block: Json
  readonly transaction: Transaction
  readonly index: number
  /** The way to the transaction, or to its receipt if that is proven. */
  readonly path: TriePath | undefined
  /** Its receipt, preceded by those that it needs: one for its gas, all of the block for the index of its first log. */
  readonly receipts?: readonly Json[]
}

/** A transaction to find by its hash, with its receipt or without. */
export interface Lookup {
  readonly hash: string
  /** The result to prove, which names the block. */
  readonly json: Json
  readonly withReceipt: boolean
  /** The rules of its chain. */
  readonly family: Family
}

/**
 * Finds a transaction in the block that a result names: gets the full block and, for a receipt, all its receipts.
 * Returns the reason if the block cannot be checked; throws a ClientError (UNVERIFIED) if it lacks the transaction.
 */
export async function findInBlock(
  ask: Ask,
  { hash, json, withReceipt, family }: Lookup,
  trace?: Trace,
): Promise<Inclusion | string> {
  const blockNumber = String(json['blockNumber']).toLowerCase()
  const isNumber = /^0x(0|[1-9a-f][0-9a-f]*)$/.test(blockNumber)
  if (!isNumber) refute('blockNumber', 'the number of a block', json['blockNumber'])
  const found = await ask('eth_getBlockByNumber', [blockNumber, true])
  if (found === null) throw unavailable(blockNumber)
  const header = readHeader(found, family)
  const fork = header.hash !== String(header.json['hash']).toLowerCase() && unknownFork(found, family)
  if (fork) return `its block cannot be checked: ${fork.message}`
  const { transactions, unsupported } = readBlock(header, family)
  if (!transactions) return `its block cannot be checked: ${unsupported[0]!.reason}`
  const index = transactions.findIndex((transaction) => transaction.hash === hash)
  if (index < 0 && hash === outsideHash(blockNumber, header.hash, family)) return inNoRoot
  const transaction = transactions[index] ?? refute('blockNumber', 'of the block that holds it', blockNumber)
  const block = { ...header.json, hash: header.hash }
  if (!withReceipt) {
    const path = trace?.(
      block,
      'transactionsRoot',
      index,
      transactions.map(({ bytes }) => bytes),
    )
    return { block, transaction, index, path }
  }
  const receipts = await Promise.all(
    transactions.map(({ hash }, at) => (at === index ? json : ask('eth_getTransactionReceipt', [hash]))),
  )
  const bytes = receipts.map((receipt, at) => {
    const { type } = transactions[at]!
    return envelope(
      type,
      receiptItems({ ...(receipt as Json), type: toQuantity(type) }, undefined, family).items,
    )
  })
  checkRoot(block, 'receiptsRoot', bytes)
  const path = trace?.(block, 'receiptsRoot', index, bytes)
  return { block, transaction, index, path, receipts: receipts.slice(0, index + 1) as Json[] }
}
