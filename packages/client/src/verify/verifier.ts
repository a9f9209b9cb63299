import { ChainError } from '@lectern/chain'
import { ClientError } from '../error.ts'
import { type Ask, type Question, reports } from '../plug.ts'
import type { Reply } from '../transport.ts'
import { keepRunning, type Running } from '../within.ts'
import { type Json, judge, refute } from './judge.ts'
import type { Derivers } from './members.ts'
import { type Proofs, provers } from './provers.ts'
import type { BlockName, Level, Report } from './report.ts'

/** Vouches for a block, in words; throws a ClientError (UNVERIFIED) where it does not. */
export type Trust = (block: BlockName, ask: Ask, signal: AbortSignal) => Promise<string> | string

/** How answers are proven. */
export interface VerifierOptions extends Derivers {
  /**
   * - `hash`: a transaction's signed fields hash to the hash that was asked for; a block's header fields hash to the
   *   hash that the block gives itself; a receipt's bloom is that of its logs, which proves none of its members.
   * - `block`: also the block's transactions, withdrawals and size, against the roots in its header; the place of a
   *   transaction in its block, and what follows from both of them: prices, times, and what a receipt repeats of them.
   *   Asks for the whole block.
   * - `full`: also a receipt, against the receiptsRoot: its outcome, gas, logs and their indexes; and the form of each
   *   member: hex in upper case, or a quantity with zeros before it, is refused. Asks the server for its proof, or, where it offers none, for the whole block and all its receipts.
   */
  readonly level: Level
  /** Vouches for the block that an answer is from: `trustedBlocks`, `headerChain`, `agreement`. Without it a block is only in keeping with its own hash, and may be of another chain, or of none. At `hash` a transaction or a receipt names no block that could be vouched for. */
  readonly trust?: Trust | undefined
  /** At `full`, `exact` refuses an answer with a member more or less than the document gives it; `tolerant` lists a further member as unproven, and misses none. */
  readonly members?: 'exact' | 'tolerant' | undefined
  /** What becomes of an answer that cannot be judged, as of an unknown transaction type: `list` gives it, and says so in the report; `refuse` throws. Where `trust` is given it is refused unless told otherwise, since nothing vouches for it. */
  readonly unsupported?: 'list' | 'refuse' | undefined
  /** Asks the server for its own proofs, so that none of the rest of the block must be fetched; `serverProofs()` makes one. */
  readonly proofs?: Proofs | undefined
  /** Hears what was proven of each answer. */
  readonly onReport?: ((report: Report) => void) | undefined
}

/** Proves a result, and reports what was proven; throws a ClientError (UNVERIFIED) for one that is refuted. */
export type Verifier = (question: Question, reply: Reply, ask: Ask, signal?: AbortSignal) => Promise<Report>

/**
 * A `verify` for a client: it proves each result from the hashes that commit to it, as the wire gave it. What is
 * refuted throws a ClientError (UNVERIFIED: `check`, `expected`, `actual`); what is neither proven nor refuted is
 * named in the report, which `onReport` hears and `reportOf` gives. Throws a ClientError (INVALID_OPTION) for a level
 * that is none.
 */
export function verifier(options: VerifierOptions): Verifier {
  const {
    level,
    trust,
    members = 'exact',
    unsupported: policy = trust ? 'refuse' : 'list',
    onReport,
  } = options
  if (!['hash', 'block', 'full'].includes(level))
    throw new ClientError('INVALID_OPTION', `level must be hash, block or full, not ${String(level)}.`)

  const running = new Map<string, Running>()

  return async ({ method, params }, { result, url }, ask, signal = new AbortController().signal) => {
    let failed: { readonly error: unknown } | undefined
    const further: Ask = async (...question) => {
      const key = JSON.stringify([url, question])
      try {
        // Answers of one block are proven by the same ones; where another call was given up, its own are asked for.
        const known = running.get(key)?.result.catch(() => ask(...question))
        return await (known ?? keepRunning(running, key, { result: ask(...question) }).result)
      } catch (error) {
        failed = { error }
        throw error
      }
    }
    try {
      const context = { ...options, params, ask: further, url, signal }
      const { expected, block: json, unsupported = [] } = await provers[method](result as Json, context)
      if (policy === 'refuse' && unsupported[0])
        refute(unsupported[0].path || 'unsupported', 'something known', unsupported[0].reason)
      const isExact = level === 'full' && members === 'exact' && unsupported.length === 0
      const verdicts = judge(result, expected, isExact, level === 'full')
      const block = json && {
        number: BigInt(json['number'] as string),
        hash: String(json['hash']).toLowerCase(),
      }
      const anchor = block && (await trust?.(block, further, signal))
      const report: Report = {
        method,
        params,
        level,
        proven: verdicts(true),
        unproven: verdicts(false),
        unsupported,
        block,
        trust: anchor === undefined ? 'self-consistent' : 'anchored',
        anchor,
      }
      reports.set(result as Json, report)
      void (async () => onReport?.(report))().catch(() => {}) // a listener's fault is its own
      return report
    } catch (error) {
      const isOutside = failed?.error === error || error instanceof ClientError || signal.aborted
      throw isOutside ? error : toUnverified(error)
    }
  }
}

/** Whatever else an answer breaks on the way is a fault of the answer. */
function toUnverified(error: unknown): ClientError {
  const check = error instanceof ChainError ? error.check : 'malformed'
  return new ClientError('UNVERIFIED', error instanceof Error ? error.message : String(error), {
    check,
    cause: error,
  })
}
