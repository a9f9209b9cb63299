import { type Answer, upstream } from '@lectern/client/upstream'
import { ClientError, type Transport, type Verify } from '@lectern/client'
import { type BlobPrice, type Report, type Trust, type Verifier, verifier } from '@lectern/client/verify'
import { sender } from '@lectern/client/verify/sender'
import { toPending } from '../serve/hide-unstored.ts'

export interface ProofSources {
  /** With 'none' a result is only consistent with its block's hash. */
  readonly trust: Trust | 'none'
  /** Without it, the price of blob gas is left out. */
  readonly blobs?: BlobPrice | undefined
}

type Json = { readonly [member: string]: unknown }

/**
 * Creates a transport that proves what is in blocks. Members that the document does not know are left out; a block above the newest proven
 * one is not found. Calls of other methods are passed on.
 */
export function proveTransport(transport: Transport, { trust, blobs }: ProofSources): Transport {
  const limited = trust === 'none' ? trust : limit(trust)
  const at = (level: 'hash' | 'full', members: 'exact' | 'tolerant'): Verifier =>
    verifier({ level, trust: limited, sender, blobs, members, unsupported: 'list' })
  const prove = upstream(transport, { verify: dropUnknown(at('full', 'exact'), at('full', 'tolerant')) })
  const proveHash = upstream(transport, { verify: at('hash', 'tolerant') })
  const proveSigned = upstream(transport, { verify: verifier({ level: 'hash', trust: 'none', sender }) })

  return async (call, bounds) => {
    if (call.method === 'eth_blockNumber') {
      const latest = { method: 'eth_getBlockByNumber', params: ['latest', false] }
      return { result: ((await proveHash(latest, bounds)).result as Json | null)?.['number'] ?? null }
    }
    try {
      return settle(await prove(call, bounds))
    } catch (error) {
      if (!(error instanceof ClientError) || error.code !== 'NOT_FOUND') throw error
      if (call.method !== 'eth_getTransactionByHash') return { result: null }
      // Its block may be too new to be proven; its signed fields are.
      const { result } = await proveSigned(call, bounds)
      return { result: result && toPending(result as Json) }
    }
  }
}

/** Trusts no block above the newest one that is proven: it is not found. */
function limit(trust: Trust): Trust {
  const { locate } = trust
  if (locate === undefined) return trust
  const check: Trust = async (block, ask, signal, url) => {
    const { params } = await locate(
      { method: 'eth_getBlockByNumber', params: ['latest', false] },
      ask,
      signal,
    )
    if (block.number > BigInt(params[0] as string))
      throw new ClientError('NOT_FOUND', `block ${block.number} is not proven yet.`)
    return await trust(block, ask, signal, url)
  }
  return Object.assign(check, { locate })
}

/** A result as it is passed on, and the report of its proof. */
interface Proof {
  readonly passed: unknown
  readonly report: Report
}

/**
 * Proves a result without the members that the document does not know. Throws a ClientError (UNVERIFIED) for any other difference, but for
 * missing members.
 */
function dropUnknown(exact: Verifier, tolerant: Verifier): Verify<Proof> {
  const prove: Verify<Proof> = async (call, reply, ...context) => {
    const passed = reply.result
    try {
      return { passed, report: await exact(call, reply, ...context) }
    } catch (error) {
      const { mismatches = [] } = error as ClientError
      const isLax = mismatches.every(({ expected, actual }) => expected === undefined || actual === undefined)
      if (mismatches.length === 0 || !isLax) throw error
      const unknown = mismatches.filter(({ expected }) => expected === undefined).map(({ path }) => path)
      const known = omitMembers(passed, new Set(unknown))
      return { passed: known, report: await tolerant(call, { ...reply, result: known }, ...context) }
    }
  }
  return Object.assign(prove, { locate: exact.locate })
}

/** Returns a JSON value, which lies at a JSON pointer, without the members at some others. */
function omitMembers(value: unknown, omitted: ReadonlySet<string>, at = ''): unknown {
  if (Array.isArray(value)) return value.map((part, index) => omitMembers(part, omitted, `${at}/${index}`))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      omitted.has(`${at}/${name}`) ? [] : [[name, omitMembers(part, omitted, `${at}/${name}`)]],
    ),
  )
}

/** Returns the proven result of an answer. Throws a ClientError (UNVERIFIED) for one that cannot be proven, unless it is pending. */
function settle({ report: proof, ...reply }: Answer): Pick<Answer, 'result'> {
  if (proof === undefined) return reply
  const { passed, report } = proof as Proof
  const isPending = ['hash', 'blockHash'].some((name) => Object(passed)[name] === null)
  const [reason] = report.unsupported
  if (reason && !isPending) throw new ClientError('UNVERIFIED', reason.reason)
  return { result: passed }
}
