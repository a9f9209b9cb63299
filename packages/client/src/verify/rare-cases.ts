import { type Family, type Log, logsBloom, toHex } from '@lectern/chain'
import { knownTypes, receiptItems, toQuantity } from '@lectern/chain/internal'
import type { MethodName } from '@lectern/spec'
import { isSame } from '../mismatch.ts'
import { readHeader, toTransaction } from './block.ts'
import { checkEqual, type Json, listOf, refute } from './checks.ts'
import type { Context } from './provers.ts'
import type { Unsupported } from './report.ts'

// Most proofs do without these functions; a page loads them with the first that needs one.

export { unknownFork } from '@lectern/chain/internal'

/** Gets the RLP headers of a block's uncles, not yet checked against its sha3Uncles; undefined if the node has not all of them. */
export async function findUncles(
  json: Json,
  { ask, url, signal, proofs, family }: Context,
): Promise<readonly Uint8Array[] | undefined> {
  const proven = url && (await proofs?.findUncles(url, json['number'] as string, signal))
  if (proven) return proven
  const hashes = listOf('uncles', json)
  if (hashes.length > 2) return undefined // no block has more
  const found = await Promise.all(
    hashes.map((_, index) => ask('eth_getUncleByBlockHashAndIndex', [json['hash'], toQuantity(index)])),
  ).catch(() => [null])
  return found.includes(null) ? undefined : found.map((uncle) => readHeader(uncle, family).bytes)
}

/** Throws for a receipt with another bloom than its logs have. */
function checkBloom(json: Json): void {
  const [, , bloom, logs] = receiptItems({ ...json, type: '0x0' }).items // any type will do: the bloom is the same
  const parts = (logs as Uint8Array[][]).map(([address, topics]) => ({ address, topics }) as unknown as Log)
  checkEqual('logsBloom', toHex(logsBloom(parts)), toHex(bloom as Uint8Array))
}

/** Throws a ClientError (UNVERIFIED) for transactions that hash as another known type: those at JSON pointers, or the result. */
export function checkTypes(json: Json, family: Family, unsupported: readonly Unsupported[]): void {
  for (const { path } of unsupported) {
    const [, list = '', index = ''] = path.split('/')
    const transaction = Object(path ? Object(json[list])[index] : json) as Json
    const { type, hash } = transaction
    const isOf = (type: unknown): boolean => hash === hashAs(type, transaction, family)
    const known = isOf(type) ? undefined : knownTypes(family).map(toQuantity).find(isOf)
    if (known) checkEqual(`${path}/type`, known, type)
  }
}

function hashAs(type: unknown, json: Json, family: Family): string | undefined {
  try {
    return toTransaction({ ...json, type }, family).hash
  } catch {
    return undefined // not of this type
  }
}

/**
 * Throws a ClientError (UNVERIFIED) for a receipt with another bloom than that of its logs. By Ethereum's rules, transactions and
 * logs must be numbered one by one, and may be absent only if the block's root says so. Level `full` proves all of that.
 */
export function checkAlone(method: MethodName, json: Json, { name }: Family): void {
  if (name === 'ethereum' && method === 'eth_getBlockByNumber') checkTransactions(json)
  if (name === 'unknown' || method !== 'eth_getTransactionReceipt') return
  if (name === 'ethereum') checkLogs(json)
  checkBloom(json)
}

function checkTransactions(block: Json): void {
  const list = listOf('transactions', block)
  const isEmpty = list.length === 0
  if (isEmpty !== isSame(block['transactionsRoot'], emptyRoot)) refute('transactions', 'all', list)
  for (const [order, transaction] of list.entries())
    if (typeof transaction === 'object')
      checkIndex(`transactions/${order}/transactionIndex`, toQuantity(order), transaction)
}

function checkLogs(receipt: Json): void {
  const list = listOf('logs', receipt)
  const first = Number((list[0] as Json | undefined)?.['logIndex'])
  for (const [order, log] of list.entries()) {
    checkIndex(`logs/${order}/transactionIndex`, receipt['transactionIndex'], log)
    checkIndex(`logs/${order}/logIndex`, toQuantity(first + order), log)
  }
}

const checkIndex = (path: string, expected: unknown, part: unknown): void =>
  checkEqual(path, expected, (part as Json | null)?.[path.slice(path.lastIndexOf('/') + 1)])

const emptyRoot = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'
