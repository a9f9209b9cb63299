import type { Family } from '@lectern/chain'
import { families, familyOf, recognizeFamily } from '@lectern/chain/families'
import type { Ask } from '../../client-options.ts'
import type { MethodName } from '@lectern/spec'
import { readHeader, readTransaction } from '../block.ts'
import type { Members } from '../compare.ts'
import type { Json } from '../checks.ts'
import { headerMembers, type Rules, transactionMembers } from '../members.ts'
import type { Findings } from '../provers.ts'
import type { Unsupported } from '../report.ts'

/**
 * Finds another family than Ethereum's for an endpoint's chain: by its id, or by its first and its newest block. Returns
 * undefined for Ethereum, for an endpoint that names no chain, and for an unknown chain whose result was not refuted.
 */
export async function findFamily(ask: Ask, isRefuted: boolean): Promise<Family | undefined> {
  const chainId = await ask('eth_chainId', []).catch(() => undefined)
  const family =
    familyOf(Number(chainId)) ??
    (await recognize(ask)) ??
    (typeof chainId === 'string' ? families.unknown : undefined)
  return family === families.ethereum || (family === families.unknown && !isRefuted) ? undefined : family
}

async function recognize(ask: Ask): Promise<Family | undefined> {
  const blocks = await Promise.all(
    ['0x0', 'latest'].map((block) => ask('eth_getBlockByNumber', [block, true]).catch(() => undefined)),
  )
  return blocks.map(recognizeFamily).find((family) => family !== undefined)
}

/** Finds out what a result of an unknown chain must be: a header or a transaction that hashes is proven. */
export function proveUnknown(json: Json, rules: Rules, method: MethodName): Findings {
  const unsupported: Unsupported[] = [{ path: '', reason: 'the rules of its chain are not known.' }]
  const expected = attempt((): Members | undefined => {
    if (method === 'eth_getBlockByNumber')
      return readHeader(json).hash === json['hash'] ? headerMembers(json, rules.family) : undefined
    if (method !== 'eth_getTransactionByHash') return undefined
    const transaction = readTransaction(json, '')
    return typeof transaction === 'string' ? undefined : transactionMembers(transaction, rules)
  })
  const block = expected && method === 'eth_getBlockByNumber' ? { block: json } : {}
  return { expected: expected ?? (typeof json === 'object' ? {} : undefined), unsupported, ...block }
}

function attempt<V>(read: () => V): V | undefined {
  try {
    return read()
  } catch {
    return undefined // by no known rule
  }
}
