import { toQuantity } from '@lectern/chain/internal'
import { ClientError } from '../error.ts'
import { toTransports } from '../transport/http.ts'
import { throwIfAborted } from '../timeout.ts'
import type { Call, Transport } from '../transport/transport.ts'
import { readHeader } from './block.ts'
import { isSame } from '../mismatch.ts'
import { type Json, refute, unavailable } from './checks.ts'
import type { Trust } from './verifier.ts'

/**
 * Trusts the blocks with these hashes, and no other.
 * @param hashes `0x` hex.
 * @throws ClientError INVALID_OPTION for a value that is not a hash.
 * @example
 * const verify = verifier({ level: 'block', trust: trustedBlocks([hash]) })
 */
export function trustedBlocks(hashes: readonly string[]): Trust {
  const trusted = new Set(hashes.map((hash) => readHash(hash)))
  return ({ hash }) => {
    if (trusted.has(hash)) return `trusted block ${hash}`
    const expected = [...trusted]
    throw distrust(`${hash} is not among the blocks that you trust (${expected.join(', ')})`, expected, hash)
  }
}

/** The options of `headerChain`: a trusted block, and how far below it its ancestors may be. */
export interface HeaderChainOptions {
  /** `0x` hex. */
  readonly hash: string
  readonly number: bigint | number
  /** The most headers between it and an ancestor. @default 10_000 */
  readonly maxHeaders?: number | undefined
}

/**
 * Trusts the ancestors of a block: gets the headers from it down to the block, and checks each against the parentHash of the one above. Each header is asked for once.
 * @throws ClientError INVALID_OPTION for a value that is not the hash or the number of a block.
 * @example
 * const verify = verifier({ level: 'block', trust: headerChain({ hash, number: 23_000_000 }) })
 */
export function headerChain({ hash, number, maxHeaders = 10_000 }: HeaderChainOptions): Trust {
  checkBetween('number', Number(number), 0, Number.MAX_SAFE_INTEGER)
  checkBetween('maxHeaders', maxHeaders, 0, Infinity)
  const top = BigInt(number)
  const ancestors = [readHash(hash)] // by their distance from the top
  return async (block, ask, signal, _url, family) => {
    const distance = Number(top - block.number)
    if (!(distance >= 0 && distance <= maxHeaders))
      refute('trust', `at most ${maxHeaders} blocks below block ${top}`, `block ${block.number}`)
    while (ancestors.length <= distance) {
      throwIfAborted(signal)
      const start = ancestors.length - 1
      const count = Math.min(100, distance - start)
      const headers = await Promise.all(
        Array.from({ length: count }, (_, index) => {
          const at = toQuantity(top - BigInt(start + index))
          return ask('eth_getBlockByNumber', [at, false]) as Promise<Json | null>
        }),
      )
      for (const [index, json] of headers.entries()) {
        const at = top - BigInt(start + index)
        if (json === null) throw unavailable(at, `, so block ${block.number} cannot be tied to block ${top}`)
        checkAncestor(at, ancestors[start + index]!, readHeader(json, family).hash)
        ancestors[start + index + 1] = String(json['parentHash']).toLowerCase()
      }
    }
    checkAncestor(block.number, ancestors[distance]!, block.hash)
    return `ancestor of block ${top} ${ancestors[0]}`
  }
}

/** Throws a ClientError (UNVERIFIED) for a block that is not in the trusted chain. */
function checkAncestor(number: bigint, trusted: string, hash: string): void {
  if (isSame(trusted, hash)) return
  throw distrust(`${number} is ${hash}, but the trusted chain has ${trusted} there`, trusted, hash)
}

const distrust = (words: string, expected: unknown, actual: string): ClientError =>
  new ClientError('UNVERIFIED', `block ${words}.`, { check: 'trust', expected, actual })

/**
 * Trusts a block if enough nodes have the same hash for its number.
 * @param endpoints URLs or transports of nodes with independent operators, each of another origin.
 * @param quorum The number of them that must agree.
 * @default quorum all of them
 * @throws ClientError INVALID_OPTION for an endpoint or an origin given twice, and for a quorum below one or above the
 * number of endpoints.
 * @example
 * const verify = verifier({ level: 'block', trust: agreement(['https://a.example', 'https://b.example']) })
 */
export function agreement(
  endpoints: readonly (string | URL | Transport)[],
  quorum: number = endpoints.length,
): Trust {
  checkBetween('quorum', quorum, 1, endpoints.length)
  const transports = toTransports(endpoints, true)
  return async ({ number, hash }, _ask, signal) => {
    const call: Call = { method: 'eth_getBlockByNumber', params: [toQuantity(number), false] }
    const agreed = new Set<unknown>() // the origin of each, or its transport
    const asked = transports.map(async (transport) => {
      const { result, url = transport } = await transport(call, { signal, deadline: Infinity })
      if (String((result as Json | null)?.['hash']).toLowerCase() === hash) agreed.add(url)
      if (agreed.size < quorum) throw undefined // the others are waited for
    })
    await Promise.any(asked).catch(() => {})
    if (agreed.size < quorum)
      refute(
        'trust',
        `${quorum} of ${transports.length} nodes that name block ${number} ${hash}`,
        agreed.size,
      )
    return `${agreed.size} of ${transports.length} nodes`
  }
}

/** Returns a hash in lower case. Throws a ClientError (INVALID_OPTION) for another value. */
export function readHash(hash: string, what = 'hash of a block'): string {
  if (!/^0x[0-9a-f]{64}$/i.test(hash))
    throw new ClientError(
      'INVALID_OPTION',
      `${JSON.stringify(hash)} must be the ${what}: 0x and 64 hex digits.`,
    )
  return hash.toLowerCase()
}

function checkBetween(name: string, value: number, least: number, most: number): void {
  if (!(value >= least && value <= most) || value > Math.floor(value))
    throw new ClientError(
      'INVALID_OPTION',
      `${name} must lie between ${least} and ${most}, not ${String(value)}.`,
    )
}
