import { logsBloom, toHex } from '@lectern/chain'
import { headerFields, receiptItems } from '@lectern/chain/internal'
import type { MethodName } from '@lectern/spec'
import { ClientError } from '../error.ts'
import type { Ask } from '../plug.ts'
import { isChildless, readBlock, readHeader } from './block.ts'
import { demand, type Json, listOf, type Members, refute } from './judge.ts'
import { blockMembers, type Derivers, headerMembers, receiptMembers, transactionMembers } from './members.ts'
import { findInBlock, type Place, type Sought } from './place.ts'
import type { Level, Unsupported } from './report.ts'
import { readTransaction } from './transaction.ts'

/** Asks the server at an origin for its own proofs; undefined where it offers none. */
export interface Proofs {
  /** The place of a transaction, with its receipt or without; throws for a proof of something else. */
  readonly findPlace: (origin: string, sought: Sought, signal: AbortSignal) => Promise<Place | undefined>
  /** The RLP headers of the uncles of the block with a number, a quantity; not yet held against its sha3Uncles. */
  readonly findUncles: (
    origin: string,
    number: string,
    signal: AbortSignal,
  ) => Promise<readonly Uint8Array[] | undefined>
}

/** What stands around an answer. */
export interface Context extends Derivers {
  readonly params: readonly unknown[]
  readonly level: Level
  readonly ask: Ask
  /** The origin of the endpoint that gave it. */
  readonly url: string | undefined
  readonly signal: AbortSignal
  readonly proofs?: Proofs | undefined
}

/** What the members of an answer must be, and the block that they follow from. */
export interface Findings {
  readonly expected: Members
  readonly block?: Json
  readonly unsupported?: readonly Unsupported[]
}

/** For each method, what finds out what its answer must be. Each throws where a hash refutes the answer. */
export const provers: {
  readonly [M in MethodName]: (json: Json, context: Context) => Promise<Findings>
} = {
  async eth_getTransactionByHash(json, context) {
    const transaction = readTransaction(json, '')
    if (typeof transaction === 'string') return unsupported(transaction)
    const isPending = ['blockHash', 'blockNumber', 'transactionIndex'].every((name) => json[name] === null)
    const prove = (place?: Place): Findings => ({
      expected: transactionMembers(transaction, context, place),
      ...place,
    })
    if (context.level === 'hash') return prove()
    if (isPending) return unsupported(pending, prove().expected)
    return await withPlace({ hash: transaction.hash, json, withReceipt: false }, context, prove)
  },

  async eth_getTransactionReceipt(json, context) {
    const { level, params } = context
    const hash = String(params[0]).toLowerCase()
    if (level !== 'full') demandBloom(json)
    if (level === 'hash') return { expected: {} }
    return await withPlace({ hash, json, withReceipt: level === 'full' }, context, (place) => ({
      expected: place ? receiptMembers(place, context) : {},
      ...place,
    }))
  },

  async eth_getBlockByNumber(json, context) {
    const { params, level, ask, url, signal, proofs } = context
    if (params[0] === 'pending' && json['hash'] === null) return unsupported(pending)
    const header = readHeader(json)
    const further = Object.keys(json).filter(
      (name) => !Object.hasOwn(headerFields, name) && !bodyMembers.has(name),
    )
    if (header.hash !== json['hash'] && further.length > 0)
      return unsupported(`its header may have fields that are not known here: ${further.join(', ')}.`)
    demand('hash', json['hash'], header.hash)
    if (level === 'hash') return { expected: headerMembers(json), block: json }
    const isWhole = params[1] === true || listOf('transactions', json).length === 0
    const whole = isWhole
      ? json
      : ((await ask('eth_getBlockByNumber', [json['number'], true])) as Json | null)
    if (whole === null) refute('number', 'the number of a block', json['number'])
    if (String(whole['hash']).toLowerCase() !== header.hash) throw replaced(json['number'])
    const { transactions } = whole
    const isOpen = level === 'full' && !isChildless(json)
    const uncles = isOpen && url ? await proofs?.findUncles(url, json['number'] as string, signal) : undefined
    const block = readBlock({ ...header, json: { ...json, transactions } }, uncles)
    return { expected: blockMembers(block, isWhole, context), block: json, unsupported: block.unsupported }
  },
}

/** The block that an answer is from is another one by now: a reorg, or a node that others stand behind. */
const replaced = (number: unknown): ClientError =>
  new ClientError('NOT_AVAILABLE', `block ${String(number)} was replaced meanwhile.`)

/** Throws for a receipt whose bloom is not that of its logs. */
function demandBloom(json: Json): void {
  const [, , bloom, logs] = receiptItems({ ...json, type: '0x0' }).items // of whichever type: the bloom is the same
  const parts = (logs as [Uint8Array, Uint8Array[], Uint8Array][]).map(([address, topics, data]) => ({
    address,
    topics,
    data,
  }))
  demand('logsBloom', toHex(logsBloom(parts)), toHex(bloom as Uint8Array))
}

/** Finds the place by the server's proof, or in the whole block, and proves by it what can be. */
async function withPlace(
  sought: Sought,
  { ask, url, signal, proofs }: Context,
  prove: (place?: Place) => Findings,
): Promise<Findings> {
  const place = (url && (await proofs?.findPlace(url, sought, signal))) || (await findInBlock(ask, sought))
  return typeof place === 'string' ? unsupported(place, prove().expected) : prove(place)
}

const unsupported = (reason: string, expected: Members = {}): Findings => ({
  expected,
  unsupported: [{ path: '', reason }],
})
const pending = 'no block holds it yet.'

/** The members of a block, beside its header's; the last by nodes from before 2024. */
const bodyMembers = new Set(['hash', 'size', 'transactions', 'uncles', 'withdrawals', 'totalDifficulty'])
