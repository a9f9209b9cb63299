import type { MethodName } from '@lectern/spec'
import { ClientError } from '../error.ts'
import type { Ask } from '../client-options.ts'
import { isChildless, readBlock, readHeader, readTransaction } from './block.ts'
import type { Expected } from './compare.ts'
import { checkEqual, type Json, listOf, unavailable } from './checks.ts'
import { blockMembers, headerMembers, receiptMembers, type Rules, transactionMembers } from './members.ts'
import { findInBlock, type Inclusion, type Lookup, rareCases, type Trace } from './inclusion.ts'
import type { Level, TriePath, Unsupported } from './report.ts'

/** Gets proofs from the server at an origin; undefined if it offers none. */
export interface ProofFetcher {
  /** Finds a transaction in its block, with its receipt or without; throws for a proof of something else. */
  readonly findInclusion: (
    origin: string,
    lookup: Lookup,
    signal: AbortSignal,
  ) => Promise<Inclusion | undefined>
  /** Gets the RLP headers of a block's uncles by its number, a quantity; not yet checked against its sha3Uncles. */
  readonly findUncles: (
    origin: string,
    number: string,
    signal: AbortSignal,
  ) => Promise<readonly Uint8Array[] | undefined>
  /** Gets what proves that a block, by its number, a quantity, is an ancestor of a later one; not yet checked. */
  readonly findHistory?: (
    origin: string,
    number: string,
    to: string,
    signal: AbortSignal,
  ) => Promise<Json | undefined>
}

/** The input of a prover, as well as the result. */
export interface Context extends Rules {
  readonly params: readonly unknown[]
  readonly level: Level
  readonly ask: Ask
  /** The origin of the endpoint that sent the result. */
  readonly url: string | undefined
  readonly signal: AbortSignal
  readonly proofs?: ProofFetcher | undefined
  readonly trace?: Trace | undefined
}

/** The requirements of a result's members (undefined for an unproven one), and the block that they follow from. */
export interface Findings {
  readonly expected: Expected
  readonly block?: Json
  readonly unsupported?: readonly Unsupported[]
  readonly path?: TriePath | undefined
}

/** For each method, a function that finds out what its result must be. It throws if a hash refutes the result. */
export const provers: {
  readonly [M in MethodName]: (json: Json, context: Context) => Promise<Findings>
} = {
  async eth_getTransactionByHash(json, context) {
    const { family } = context
    const transaction = readTransaction(json, '', family)
    if (typeof transaction === 'string') return unsupported(transaction)
    const isPending = ['blockHash', 'blockNumber', 'transactionIndex'].every((name) => json[name] === null)
    const prove = (inclusion?: Inclusion): Findings => ({
      expected: transactionMembers(transaction, context, inclusion),
      ...inclusion,
    })
    if (context.level === 'hash') return prove()
    if (isPending) return unsupported(pending, prove().expected)
    return await withInclusion({ hash: transaction.hash, json, withReceipt: false, family }, context, prove)
  },

  async eth_getTransactionReceipt(json, context) {
    const { level, params, family } = context
    const hash = String(params[0]).toLowerCase()
    return await withInclusion(
      { hash, json, withReceipt: level === 'full', family },
      context,
      (inclusion) => ({
        expected: inclusion ? receiptMembers(inclusion, context) : {},
        ...inclusion,
      }),
    )
  },

  async eth_getBlockByNumber(json, context) {
    const { params, level, ask, family } = context
    if (params[0] === 'pending' && json['hash'] === null) return unsupported(pending)
    const header = readHeader(json, family)
    const fork = header.hash !== json['hash'] && (await rareCases()).unknownFork(json, family)
    if (fork) return unsupported(fork.message)
    checkEqual('hash', json['hash'], header.hash)
    if (level === 'hash') return { expected: headerMembers(json, family), block: json }
    const isWhole = params[1] === true || listOf('transactions', json).length === 0
    const whole = isWhole
      ? json
      : ((await ask('eth_getBlockByNumber', [json['number'], true])) as Json | null)
    if (whole === null) throw unavailable(json['number'])
    if (String(whole['hash']).toLowerCase() !== header.hash)
      // a reorg, or a load balancer with several nodes
      throw new ClientError('NOT_AVAILABLE', `block ${String(json['number'])} was replaced meanwhile.`)
    const { transactions } = whole
    const isOpen = level === 'full' && !isChildless(json)
    const uncles = isOpen ? await (await rareCases()).findUncles(json, context) : undefined
    const block = readBlock({ ...header, json: { ...json, transactions } }, family, uncles)
    return { expected: blockMembers(block, isWhole, context), block: json, unsupported: block.unsupported }
  },
}

/** Finds the transaction with the server's proof, or in the full block, and proves the rest. */
async function withInclusion(
  lookup: Lookup,
  { ask, url, signal, proofs, trace }: Context,
  prove: (inclusion?: Inclusion) => Findings,
): Promise<Findings> {
  const inclusion =
    (url && (await proofs?.findInclusion(url, lookup, signal))) || (await findInBlock(ask, lookup, trace))
  return typeof inclusion === 'string' ? unsupported(inclusion, prove().expected) : prove(inclusion)
}

export const unsupported = (reason: string, expected: Expected = {}): Findings => ({
  expected,
  unsupported: [{ path: '', reason }],
})

/** The reason why a pending result is not proven. */
export const pending = 'no block holds it yet.'
