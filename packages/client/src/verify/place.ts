import { envelope, receiptItems } from '@lectern/chain/internal'
import type { Ask } from '../plug.ts'
import { demandRoot, readBlock, readHeader } from './block.ts'
import { type Json, refute } from './judge.ts'
import type { Transaction } from './transaction.ts'

/** A transaction's place in a block that commits to it. */
export interface Place {
  /** The block's header, its hash included; each member was hashed. */
  readonly block: Json
  readonly transaction: Transaction
  readonly index: number
  /** Its receipt, after those of the block that it needs: one before for its gas, all of them for the index of its first log. */
  readonly receipts?: readonly Json[]
}

/** What must be found: the transaction with this hash, of which an answer tells the place; with its receipt, or without. */
export interface Sought {
  readonly hash: string
  /** The answer, which tells the block. */
  readonly json: Json
  readonly withReceipt: boolean
}

/**
 * Finds a transaction in the block that an answer names, by asking for the whole block; and, for its receipt, for all
 * receipts of the block. Gives the reason instead where the block cannot be judged, and throws where it does not hold it.
 */
export async function findInBlock(ask: Ask, { hash, json, withReceipt }: Sought): Promise<Place | string> {
  const blockNumber = String(json['blockNumber']).toLowerCase()
  const isNumber = /^0x(0|[1-9a-f][0-9a-f]*)$/.test(blockNumber)
  const found = isNumber ? await ask('eth_getBlockByNumber', [blockNumber, true]) : null
  if (found === null) refute('blockNumber', 'the number of a block', json['blockNumber'])
  const header = readHeader(found)
  const { transactions, unsupported } = readBlock(header)
  if (!transactions) return `its block cannot be judged: ${unsupported[0]!.reason}`
  const index = transactions.findIndex((transaction) => transaction.hash === hash)
  const transaction = transactions[index] ?? refute('blockNumber', 'of the block that holds it', blockNumber)
  const block = { ...header.json, hash: header.hash }
  if (!withReceipt) return { block, transaction, index }
  const receipts = await Promise.all(
    transactions.map(({ hash }, at) => (at === index ? json : ask('eth_getTransactionReceipt', [hash]))),
  )
  const bytes = receipts.map((receipt, at) => {
    const { type } = transactions[at]!
    return envelope(type, receiptItems({ ...(receipt as Json), type: `0x${type}` }).items)
  })
  demandRoot(block, 'receiptsRoot', bytes)
  return { block, transaction, index, receipts: receipts.slice(0, index + 1) as Json[] }
}
