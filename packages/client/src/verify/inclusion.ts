import { type Family, fromHex, pickTrieNodes, readTrieNodes, traceTrie } from '@lectern/chain'
import { envelope, inNoRoot, receiptItems, toQuantity } from '@lectern/chain/internal'
import type { Ask } from '../client-options.ts'
import { type Block, checkRoot, envelopesOf, readBlock, readHeader, type Transaction } from './block.ts'
import { checkEqual, type Json, refute, unavailable } from './checks.ts'
import type { TriePath } from './report.ts'

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

/** Finds the path from a root of a block's header to one of its items; undefined if the root is of other items. */
export type Trace = (
  block: Json,
  root: TriePath['root'],
  index: number,
  items: readonly Uint8Array[],
) => TriePath | undefined

/** A block whose transactions are all known. */
export type KnownBlock = Block & { readonly transactions: readonly Transaction[] }

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
  if (!isNumber) refute('blockNumber', 'a quantity', json['blockNumber'])
  const found = await askBlock(ask, blockNumber, family)
  if (typeof found === 'string') return `its block cannot be checked: ${found}`
  const { transactions } = found
  const index = transactions.findIndex((transaction) => transaction.hash === hash)
  if (index < 0 && hash === family.outsideHash?.(BigInt(blockNumber), found.hash)) return inNoRoot
  const transaction = transactions[index] ?? refute('blockNumber', 'of the block that holds it', blockNumber)
  const block = { ...found.json, hash: found.hash }
  const prove = (root: TriePath['root'], items: readonly Uint8Array[]) => ({
    block,
    transaction,
    index,
    path: trace?.(block, root, index, items),
  })
  if (!withReceipt) return prove('transactionsRoot', envelopesOf(transactions))
  const receipts = (await Promise.all(
    transactions.map(({ hash }, at) => (at === index ? json : ask('eth_getTransactionReceipt', [hash]))),
  )) as Json[]
  const proven = prove('receiptsRoot', checkReceipts(found, receipts, family))
  return { ...proven, receipts: receipts.slice(0, index + 1) }
}

/** Loads what most proofs do without. */
export const rareCases = (): Promise<typeof import('./rare-cases.ts')> => import('./rare-cases.ts')

/** Gets a full block by its number or its hash, and checks its parts. Returns the reason if that cannot be done. */
export async function askBlock(ask: Ask, name: string, family: Family): Promise<KnownBlock | string> {
  const isHash = name.length === 66
  const found = (await ask(isHash ? 'eth_getBlockByHash' : 'eth_getBlockByNumber', [
    name,
    true,
  ])) as Json | null
  if (found === null) throw unavailable(name)
  const header = readHeader(found, family)
  const isOther = header.hash !== String(found['hash']).toLowerCase()
  const fork = isOther && (await rareCases()).unknownFork(found, family)
  if (fork) return fork.message
  if (isHash) checkEqual('hash', name, header.hash)
  const { transactions, ...block } = readBlock(header, family)
  if (transactions) return { ...block, transactions }
  ;(await rareCases()).checkTypes(found, family, block.unsupported)
  return block.unsupported[0]!.reason
}

/** Checks that a block has these receipts, in their order, and returns their bytes. Throws a ClientError (UNVERIFIED). */
export function checkReceipts(
  { json, transactions }: KnownBlock,
  receipts: readonly Json[],
  family: Family,
): Uint8Array[] {
  const bytes = transactions.map(({ type }, at) =>
    envelope(type, receiptItems({ ...receipts[at], type: toQuantity(type) }, undefined, family).items),
  )
  checkRoot(json, 'receiptsRoot', bytes)
  return bytes
}

/**
 * Finds the path of a report where the server offers no proofs: the `trace` of a verifier. It builds the trie of all transactions or receipts of the block again.
 * @example
 * const verify = verifier({ level: 'full', trace: tracePath })
 */
export const tracePath: Trace = (block, root, index, items) => {
  const making = pickTrieNodes(items)
  let made = making.next()
  while (!made.done) made = making.next()
  const nodes = readTrieNodes(made.value([index]))
  const steps = traceTrie(fromHex(block[root] as string), index, items[index]!, nodes)
  return steps && { root, index, steps }
}
