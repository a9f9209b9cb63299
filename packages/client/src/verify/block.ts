import {
  ChainError,
  type Family,
  keccak256,
  orderedTrieRoot,
  toHex,
  type TransactionType,
} from '@lectern/chain'
import {
  encodeBlock,
  encodeList,
  encodeRlp,
  envelope,
  headerItems,
  inNoRoot,
  type RlpItem,
  transactionItems,
  withdrawalItems,
} from '@lectern/chain/internal'
import { checkEqual, type Json, listOf, refute } from './checks.ts'
import type { Unsupported } from './report.ts'

/** A header in JSON, and what follows from it. */
export interface Header {
  readonly json: Json
  /** RLP. */
  readonly bytes: Uint8Array
  /** `0x` hex. */
  readonly hash: string
}

/** A block whose parts were checked against its header. */
export interface Block extends Header {
  /** Absent if one of them is of an unknown type: then the transactionsRoot cannot be checked. */
  readonly transactions?: readonly Transaction[]
  /** RLP headers; absent if they are not known: methods give only their hashes. */
  readonly uncles?: readonly Uint8Array[] | undefined
  /** RLP. */
  readonly withdrawals?: readonly Uint8Array[] | undefined
  /** Whether withdrawalsRoot is a root of storage, which says nothing about withdrawals. */
  readonly hasStorageRoot: boolean
  readonly unsupported: readonly Unsupported[]
}

/** The header in a block's JSON; its hash is computed, not read. */
export function readHeader(json: unknown, family?: Family): Header {
  const bytes = encodeRlp(headerItems(json, family))
  return { json: json as Json, bytes, hash: toHex(keccak256(bytes)) }
}

/** Reads the parts of a block's JSON that has its transactions as objects; `known` are its uncles, if the server proved them. Throws for a part that does not fit the header. */
export function readBlock(header: Header, family: Family, known?: Block['uncles']): Block {
  const { json } = header
  const unsupported: Unsupported[] = []
  const reason = family.earlierRules?.(json)
  if (reason) return { ...header, hasStorageRoot: false, unsupported: [{ path: '/transactions', reason }] }
  const transactions: Transaction[] = []
  const list = listOf('transactions', json) as readonly Json[]
  for (const [index, part] of list.entries()) {
    const path = `/transactions/${index}`
    const transaction = readTransaction(part, path, family)
    if (typeof transaction === 'string') unsupported.push({ path, reason: transaction })
    else transactions.push(transaction)
  }
  const uncles = isChildless(json) ? [] : known
  if (uncles) checkEqual('sha3Uncles', json['sha3Uncles'], hashUncles(uncles))
  const withdrawals =
    json['withdrawalsRoot'] == null
      ? undefined
      : listOf('withdrawals', { withdrawals: [], ...json }).map((part) => encodeRlp(withdrawalItems(part)))
  const hasStorage = !!family.hasStorageRoot?.(json, Number(list[0]?.['type']))
  if (hasStorage) checkEqual('withdrawals/length', 0, withdrawals?.length)
  else if (withdrawals) checkRoot(json, 'withdrawalsRoot', withdrawals)
  const block = { ...header, uncles, withdrawals, hasStorageRoot: hasStorage, unsupported }
  if (unsupported.some(({ reason }) => reason !== inNoRoot)) return block
  checkRoot(json, 'transactionsRoot', envelopesOf(transactions))
  return { ...block, transactions }
}

/** Whether a block claims to have no uncles. */
export const isChildless = (json: Json): boolean =>
  listOf('uncles', json).length === 0 || json['sha3Uncles'] === hashUncles([])

/** The length in bytes of a block; undefined if its uncles or transactions are not known. */
export function sizeOf({ bytes, transactions, uncles, withdrawals }: Block): number | undefined {
  if (!transactions || !uncles) return undefined
  return encodeBlock({ header: bytes, transactions: envelopesOf(transactions), uncles, withdrawals }).length
}

/** Throws if the trie of these items has another root than the header's. */
export function checkRoot(header: Json, name: string, items: readonly Uint8Array[]): void {
  checkEqual(name, header[name], toHex(orderedTrieRoot(items)))
}

const hashUncles = (uncles: readonly Uint8Array[]): string => toHex(keccak256(encodeList(uncles)))

export const envelopesOf = (transactions: readonly Transaction[]): Uint8Array[] =>
  transactions.map(({ bytes }) => bytes)

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

/** Reads the transaction in JSON; returns the reason if its type is unknown. Throws if its signed fields do not hash to its hash. */
export function readTransaction(json: Json, path: string, family?: Family): Transaction | string {
  try {
    const transaction = toTransaction(json, family)
    checkEqual(`${path}/hash`, json['hash'], transaction.hash)
    return transaction
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    if (error.check === 'unsupported') return error.message
    if (path) refute(path, error.message.replace(/\.$/, ''), json)
    throw error
  }
}

/** The transaction in JSON; its hash is computed, not read. */
export function toTransaction(json: Json, family?: Family): Transaction {
  const { type, items } = transactionItems(json, family)
  const bytes = envelope(type, items)
  return { json, type, items, bytes, hash: toHex(keccak256(bytes)) }
}
