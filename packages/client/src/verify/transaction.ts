import { ChainError, keccak256, toHex, type TransactionType } from '@lectern/chain'
import { envelope, type RlpItem, transactionItems } from '@lectern/chain/internal'
import { checkEqual, type Json } from './compare.ts'

/** A transaction in JSON, and what follows from its signed fields. */
export interface Transaction {
  readonly json: Json
  readonly type: TransactionType
  /** EIP-2718. */
  readonly bytes: Uint8Array
  /** `0x` hex. */
  readonly hash: string
  /** Its signed fields, of which the last three are the signature. */
  readonly items: readonly RlpItem[]
}

/**
 * Reads the transaction in JSON; for an unknown type, gives the reason why it cannot. Throws for one whose signed
 * fields do not hash to its hash, and for one that claims an unknown type but hashes as a known one.
 */
export function readTransaction(value: unknown, path: string): Transaction | string {
  const json = value as Json
  try {
    const transaction = toTransaction(json)
    checkEqual(`${path}/hash`, json['hash'], transaction.hash)
    return transaction
  } catch (error) {
    if (!(error instanceof ChainError) || error.check !== 'unsupported') throw error
    for (const type of ['0x0', '0x1', '0x2', '0x3', '0x4'])
      if (hashAs(type, json) === json['hash']) checkEqual(`${path}/type`, type, json['type'])
    return error.message
  }
}

/** The transaction in JSON; its hash is computed, not read. */
export function toTransaction(json: Json): Transaction {
  const { type, items } = transactionItems(json)
  const bytes = envelope(type, items)
  return { json, type, items, bytes, hash: toHex(keccak256(bytes)) }
}

function hashAs(type: string, json: Json): string | undefined {
  try {
    return toTransaction({ ...json, type }).hash
  } catch {
    return undefined // not of this type
  }
}
