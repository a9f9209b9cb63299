import {
  blockSize,
  encodeRlp,
  headerItems,
  keccak256,
  orderedTrieRoot,
  toHex,
  withdrawalItems,
} from '@lectern/chain'
import { demand, type Json, listOf } from './judge.ts'
import type { Unsupported } from './report.ts'
import { readTransaction, type Transaction } from './transaction.ts'

/** A header in JSON, and what follows from it. */
export interface Header {
  readonly json: Json
  /** RLP. */
  readonly bytes: Uint8Array
  /** `0x` hex. */
  readonly hash: string
}

/** A block whose parts were held against its header. */
export interface Block extends Header {
  /** Absent where one of them is of an unknown type, which leaves the transactionsRoot open. */
  readonly transactions?: readonly Transaction[]
  /** RLP. */
  readonly withdrawals: readonly Uint8Array[] | undefined
  readonly unsupported: readonly Unsupported[]
}

/** The header in a block's JSON; its hash is computed, not read. */
export function readHeader(json: unknown): Header {
  const bytes = encodeRlp(headerItems(json))
  return { json: json as Json, bytes, hash: toHex(keccak256(bytes)) }
}

/** The parts of a block's JSON with whole transactions. Throws for one that does not fit the header. */
export function readBlock(header: Header): Block {
  const { json } = header
  const unsupported: Unsupported[] = []
  const transactions: Transaction[] = []
  for (const [index, part] of listOf('transactions', json).entries()) {
    const path = `/transactions/${index}`
    const transaction = readTransaction(part, path)
    if (typeof transaction === 'string') unsupported.push({ path, reason: transaction })
    else transactions.push(transaction)
  }
  const hasWithdrawals = (json['withdrawalsRoot'] ?? undefined) !== undefined
  const withdrawals = hasWithdrawals
    ? listOf('withdrawals', json).map((part) => encodeRlp(withdrawalItems(part)))
    : undefined
  if (withdrawals) demandRoot(json, 'withdrawalsRoot', withdrawals)
  if (listOf('uncles', json).length === 0) demand('sha3Uncles', json['sha3Uncles'], noUncles())
  if (unsupported.length > 0) return { ...header, withdrawals, unsupported }
  demandRoot(json, 'transactionsRoot', bytesOf(transactions))
  return { ...header, withdrawals, transactions, unsupported }
}

/** The length in bytes of a block; undefined where uncles, of which no method tells more than hashes, leave it open. */
export function sizeOf({ json, bytes, transactions, withdrawals }: Block): number | undefined {
  if (!transactions || json['sha3Uncles'] !== noUncles()) return undefined
  const body = { header: bytes, transactions: bytesOf(transactions), uncles: [] }
  return blockSize(withdrawals ? { ...body, withdrawals } : body)
}

/** Throws where the trie of these items has another root than a header says. */
export function demandRoot(header: Json, name: string, items: readonly Uint8Array[]): void {
  demand(name, header[name], toHex(orderedTrieRoot(items)))
}

/** The hash of an empty list of uncles. */
export const noUncles = (): string => toHex(keccak256(encodeRlp([])))

const bytesOf = (transactions: readonly Transaction[]): Uint8Array[] => transactions.map(({ bytes }) => bytes)
