import { ChainError } from '@lectern/chain'
import type { MethodName } from '@lectern/spec'
import { ClientError } from '../error.ts'
import { type Ask, type Locate, hidden } from '../client-options.ts'
import type { Call, Reply } from '../transport.ts'
import { compare, type Json, refute } from './compare.ts'
import type { Derivers } from './members.ts'
import { type Proofs, provers } from './provers.ts'
import type { BlockName, Level, Report, Voucher } from './report.ts'
import type { Trace } from './trace.ts'

/** Vouches for a block: gives what does, for the report; throws a ClientError (UNVERIFIED) if nothing does. `url` is the origin of the endpoint that gave the result, if its transport says it. */
export interface Trust {
  (block: BlockName, ask: Ask, signal: AbortSignal, url?: string): Promise<Voucher> | Voucher
  /** Resolves a tag to the newest block that it vouches for; without it, the endpoint resolves tags. */
  readonly locate?: Locate | undefined
}

/** The options of a verifier. */
export interface VerifierOptions extends Derivers {
  /**
   * - `hash`: a transaction's signed fields hash to the hash that was asked for; a block's header fields hash to the
   *   hash that the block gives itself; a receipt's bloom is that of its logs, which proves none of its members.
   * - `block`: also the block's transactions, withdrawals and size, against the roots in its header; the index of a
   *   transaction in its block, and what follows from both: prices, times, and what a receipt repeats of them.
   *   Gets the whole block.
   * - `full`: also a receipt, against the receiptsRoot: its outcome, gas, logs and their indexes; a block's uncles; and
   *   the form of each member, proven or not: upper-case hex and quantities with leading zeros are refused. Gets the server's proof or, without
   *   `proofs`, the whole block and all its receipts.
   */
  readonly level: Level
  /**
   * Vouches for the block of a result: `trustedBlocks`, `headerChain`, `agreement`, or `beacon` of `@lectern/client/verify/beacon`. Without it a block is only consistent
   * with its own hash, and may be of another chain. At `hash` it applies to blocks alone. @default none
   */
  readonly trust?: Trust | undefined
  /** At `full`, `exact` refuses a result with a member more or less than the document has; `tolerant` lists further members as unproven, and allows missing ones. @default 'exact' */
  readonly members?: 'exact' | 'tolerant' | undefined
  /** What happens to a result that cannot be checked, such as an unknown transaction type: `list` gives it and names it in the report; `refuse` throws. @default 'refuse' with `trust`, else 'list' */
  readonly unsupported?: 'list' | 'refuse' | undefined
  /** Gets the server's own proofs, instead of the whole block; `serverProofs()` makes one. @default none */
  readonly proofs?: Proofs | undefined
  /** Finds the `path` of a report without the server's proofs; `tracePath` does. @default none: a report has a path by the server's proofs alone */
  readonly trace?: Trace | undefined
  /** Called with each report. Errors it throws are ignored. @default none */
  readonly onReport?: ((report: Report) => void) | undefined
}

/** Proves a result, and gives a report; throws a ClientError (UNVERIFIED) for a result that it refutes. */
export interface Verifier {
  (call: Call<MethodName>, reply: Reply, ask: Ask, signal?: AbortSignal, endpoint?: object): Promise<Report>
  /** Asks for the block that `trust` names for a tag, if it names one. */
  readonly locate?: Locate | undefined
}

/**
 * Makes the `verify` of a client: it proves each result, as the wire had it, from the hashes that commit to it. A refuted
 * result throws a ClientError (UNVERIFIED: `check`, `expected`, `actual`); members that are neither proven nor refuted
 * are listed in the report, which `onReport` gets and `reportOf` gives.
 * @throws ClientError INVALID_OPTION for an unknown level.
 * @example
 * const ethereum = createClient({ transport: 'http://127.0.0.1:8545', verify: verifier({ level: 'full' }) })
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

  const running = new WeakMap<object, Map<string, Promise<unknown>>>() // by endpoint

  const verify: Verifier = async (
    { method, params },
    { result, url },
    ask,
    signal = new AbortController().signal,
    endpoint = ask,
  ) => {
    const calls = running.get(endpoint) ?? new Map<string, Promise<unknown>>()
    running.set(endpoint, calls)
    let failed: { readonly error: unknown } | undefined
    const further: Ask = async (...call) => {
      const key = JSON.stringify(call)
      try {
        // Results of one block share the calls of their proofs; if another call was aborted, this one performs its own.
        const known = calls.get(key)
        if (known) return await known.catch(() => ask(...call))
        const result = ask(...call)
        calls.set(key, result)
        return await result.finally(() => calls.delete(key))
      } catch (error) {
        failed = { error }
        throw error
      }
    }
    try {
      const context = { ...options, params, ask: further, url, signal }
      const { expected, block: json, unsupported = [], path } = await provers[method](result as Json, context)
      if (policy === 'refuse' && unsupported[0])
        refute(unsupported[0].path || 'unsupported', 'something known', unsupported[0].reason)
      const isExact = level === 'full' && members === 'exact' && unsupported.length === 0
      const { proven, unproven, grounds, mismatches } = compare(result, expected, isExact, level === 'full')
      const block = json && {
        number: BigInt(json['number'] as string),
        hash: String(json['hash']).toLowerCase(),
      }
      const first = mismatches[0]
      const anchor = first ? undefined : block && (await trust?.(block, further, signal, url))
      const report: Report = {
        method,
        params,
        level,
        proven,
        unproven,
        unsupported,
        grounds,
        path,
        block,
        trust: anchor === undefined ? 'self-consistent' : 'anchored',
        anchor,
      }
      if (first) refute(first.path, first.expected, first.actual, { mismatches, report })
      hidden.set(Object(result), report)
      void (async () => onReport?.(report))().catch(() => {})
      return report
    } catch (error) {
      const isOutside = failed?.error === error || error instanceof ClientError || signal.aborted
      throw isOutside ? error : toUnverified(error)
    }
  }
  return Object.assign(verify, { locate: trust?.locate })
}

/** Any other error in a proof is a fault of the result. */
function toUnverified(error: unknown): ClientError {
  const check = error instanceof ChainError ? error.check : 'malformed'
  return new ClientError('UNVERIFIED', error instanceof Error ? error.message : String(error), {
    check,
    cause: error,
  })
}
