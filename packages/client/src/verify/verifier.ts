import type { ChainError, Family } from '@lectern/chain'
import { ethereum } from '@lectern/chain/internal'
import type { MethodName } from '@lectern/spec'
import type { Ask, Locate } from '../client-options.ts'
import { ClientError } from '../error.ts'
import { wrongOption } from '../options.ts'
import type { Call, Reply } from '../transport/transport.ts'
import { compare } from './compare.ts'
import { type Json, refute } from './checks.ts'
import type { Derivers } from './members.ts'
import { rareCases, type Trace } from './inclusion.ts'
import { type Context, type Findings, pending, type ProofFetcher, provers } from './provers.ts'
import type { BlockName, Level, Report, Voucher } from './report.ts'

/**
 * Returns the voucher of a block; throws a ClientError (UNVERIFIED) if there is none. `url` is the origin of the endpoint
 * that sent the result, if its transport says it; `family` has the rules of its chain.
 */
export interface Trust {
  (block: BlockName, ask: Ask, signal: AbortSignal, url?: string, family?: Family): Promise<Voucher> | Voucher
  /** Resolves a tag to the newest block that it vouches for; without it, the endpoint resolves tags. */
  readonly locate?: Locate | undefined
}

/** The options of a verifier. */
export interface VerifierOptions extends Derivers {
  /**
   * - `hash`: the signed fields of a transaction have the hash that was asked for; the header of a block has its hash. Receipts are refused, since no hash commits to one alone.
   * - `block`: also the block's parts, against the roots in its header, the index of a transaction, and what follows from
   *   both. Gets the full block.
   * - `full`: also receipts, uncles, and the form of each member, proven or not. Gets the full block and all its
   *   receipts, or the server's proofs.
   */
  readonly level: Level
  /**
   * Vouches for the block of a result: `trustedBlocks`, `headerChain`, `agreement`, or `beacon`. With 'none' a block is
   * only consistent with its own hash, and may be of another chain. At `hash` it applies to blocks alone.
   */
  readonly trust: Trust | 'none'
  /** At `full` and by Ethereum's rules, `exact` refuses unknown and missing members; `tolerant` lists unknown ones as unproven, and allows missing ones. @default 'exact' */
  readonly members?: 'exact' | 'tolerant' | undefined
  /** The consequence of a result that cannot be checked: `list` names it in the report; `refuse` throws. @default 'list' without trust, else 'refuse' */
  readonly unsupported?: 'list' | 'refuse' | undefined
  /**
   * The rules of the chain: one of `families` of @lectern/client/verify/families.
   * @default Ethereum's; without trust, for a result that these do not prove, those of the endpoint's chain id, or of its blocks
   */
  readonly family?: Family | undefined
  /** Gets the server's proofs instead of full blocks; `serverProofs()` creates one. @default none */
  readonly proofs?: ProofFetcher | undefined
  /** Finds the `path` of a report without the server's proofs; `tracePath` does. @default none */
  readonly trace?: Trace | undefined
}

/**
 * Proves a result, of a helper method too if its block has it, and resolves to a report. Throws a ClientError (UNVERIFIED) for a result that it
 * refutes.
 */
export interface Verifier {
  (call: Call<MethodName>, reply: Reply, ask: Ask, signal?: AbortSignal, endpoint?: object): Promise<Report>
  /** Refuses a receipt at level `hash`. Replaces a tag by the number of the block that `trust` names for it. */
  readonly locate: Locate
}

/**
 * Creates the `verify` of a client: it proves each result, as the wire had it, from the hashes that commit to it. A refuted
 * result throws a ClientError (UNVERIFIED: `check`, `expected`, `actual`). The report lists the members that are neither
 * proven nor refuted.
 * @throws ClientError INVALID_OPTION for an unknown level, and for a trust that is neither a function nor 'none'.
 * @example
 * const verify = verifier({ level: 'full', trust: headerChain({ number: 23_000_000, hash }) })
 * const { proven } = createClient({ transport: 'http://127.0.0.1:8545', verify })
 * const { result, report } = await proven.getBlock(22_999_999)
 */
export function verifier(options: VerifierOptions): Verifier {
  const { level, members = 'exact' } = options
  if (!['hash', 'block', 'full'].includes(level)) throw wrongOption('level', 'hash, block or full', level)
  if (options.trust !== 'none' && typeof options.trust !== 'function')
    throw wrongOption('trust', "a function or 'none'", options.trust)
  const trust = options.trust === 'none' ? undefined : options.trust
  const { unsupported: policy = trust ? 'refuse' : 'list' } = options
  const share = shareCalls()
  const chosen = new WeakMap<object, Family>() // by endpoint

  async function prove(
    { method, params }: Call<MethodName>,
    { result, url }: Reply,
    ask: Ask,
    signal: AbortSignal,
    family: Family,
  ): Promise<Report> {
    const context = { ...options, params, ask, url, signal, family }
    const isUnknown = family.name === 'unknown'
    if (level !== 'full') (await rareCases()).checkAlone(method, result as Json, family)
    const find = isUnknown ? (await import('./family/find-family.ts')).proveUnknown : await findProver(method)
    const { expected, block: json, unsupported = [], path } = await find(result as Json, context, method)
    const [reason] = unsupported
    if (reason) (await rareCases()).checkTypes(result as Json, family, unsupported)
    if (policy === 'refuse' && reason) refute(reason.path || 'unsupported', 'something known', reason.reason)
    const isFormal = level === 'full' && family === ethereum
    const isExact = isFormal && members === 'exact' && !reason
    const { mismatches, ...comparison } = compare(result, expected, isExact, isFormal)
    const [first] = mismatches
    const block = json && {
      number: BigInt(json['number'] as string),
      hash: String(json['hash']).toLowerCase(),
    }
    const anchor = !first && block ? await trust?.(block, ask, signal, url, family) : undefined
    const report: Report = {
      method,
      params,
      level,
      ...(family !== ethereum && { family: family.name }),
      ...comparison,
      unsupported,
      path,
      block,
      trust: anchor === undefined ? 'self-consistent' : 'anchored',
      anchor,
    }
    if (first) refute(first.path, first.expected, first.actual, { mismatches, report })
    return report
  }

  async function verify(
    call: Call<MethodName>,
    reply: Reply,
    ask: Ask,
    signal: AbortSignal = new AbortController().signal,
    endpoint: object = ask,
  ): Promise<Report> {
    refuseReceipt(level, call)
    let failure: unknown // of a further call, as opposed to a fault of the result
    const further = share(endpoint, ask, (error) => (failure = error))
    const proveBy = async (family: Family): Promise<Report> => {
      try {
        return await prove(call, reply, further, signal, family)
      } catch (error) {
        if (error === failure || error instanceof ClientError || signal.aborted) throw error
        const { check = 'malformed', message = String(error) } = Object(error) as Partial<ChainError>
        throw new ClientError('UNVERIFIED', message, { check, cause: error })
      }
    }
    // With trust, the endpoint's chain id must not choose weaker rules.
    const known = options.family ?? (trust ? ethereum : chosen.get(endpoint))
    if (known) return await proveBy(known)
    const first = proveBy(ethereum)
    // Undefined if the outcome is final.
    const isRefuted = await first.then(
      ({ unsupported }) => (unsupported.every(({ reason }) => reason === pending) ? undefined : false),
      (error: unknown) => (error as ClientError)?.code === 'UNVERIFIED' || undefined,
    )
    if (isRefuted === undefined) return await first
    const family = await (await import('./family/find-family.ts')).findFamily(further, isRefuted)
    if (!family) return await first
    chosen.set(endpoint, family)
    return await proveBy(family)
  }
  const locate: Locate = async (call, ask, signal) => {
    refuseReceipt(level, call)
    return (await trust?.locate?.(call, ask, signal)) ?? call
  }
  return Object.assign(verify, { locate })
}

/** Returns the function that finds out what a method's result must be. */
async function findProver(method: MethodName): Promise<(json: Json, context: Context) => Promise<Findings>> {
  const prover = provers[method] ?? (await import('./helper-provers.ts')).helperProvers[method]
  if (prover) return prover
  throw new ClientError('UNVERIFIED', `${method as string} has no proof.`)
}

function refuseReceipt(level: Level, { method }: Call): void {
  if (level !== 'hash' || !/Receipt/.test(method)) return
  throw new ClientError(
    'INVALID_OPTION',
    'level must be block or full for a receipt: no hash commits to one alone.',
  )
}

/** Returns a function that shares the further calls of proofs: those of one block ask an endpoint the same. */
function shareCalls(): (endpoint: object, ask: Ask, onError: (error: unknown) => void) => Ask {
  const endpoints = new WeakMap<object, Map<string, Promise<unknown>>>()
  return (endpoint, ask, onError) => {
    const running = endpoints.get(endpoint) ?? new Map<string, Promise<unknown>>()
    endpoints.set(endpoint, running)
    return async (...call) => {
      const key = JSON.stringify(call)
      try {
        const known = running.get(key)
        // The call that began it may have been aborted.
        if (known) return await known.catch(() => ask(...call))
        const result = ask(...call)
        running.set(key, result)
        return await result.finally(() => running.delete(key))
      } catch (error) {
        onError(error)
        throw error
      }
    }
  }
}
