import { matchesParts } from './wildcard.ts'

/** The methods that are forwarded unless the operator says otherwise. */
export const defaultMethods: readonly string[] = ['eth_*', 'net_*', 'web3_*']

/** Prefixes of methods for the operator of a node, or that cost it much. A pattern such as `*` does not reach them. */
const guarded = ['admin_', 'debug_', 'engine_', 'miner_', 'personal_', 'trace_', 'txpool_']

/**
 * Creates a function that says whether one of the patterns allows a method. `*` stands for any characters, none included.
 * Throws a TypeError for a pattern with other characters than letters, digits, `_`, `.` and `*`.
 */
export function createMatcher(patterns: readonly string[]): (method: string) => boolean {
  const tests = patterns.map((pattern) => {
    if (!/^[\w.*]+$/.test(pattern))
      throw new TypeError(
        `upstream.methods must be names such as eth_call, or patterns such as eth_*; got ${JSON.stringify(pattern)}.`,
      )
    return pattern.split('*')
  })
  return (method) => {
    const prefix = guarded.find((each) => method.startsWith(each)) ?? ''
    return tests.some((parts) => parts[0]!.startsWith(prefix) && matchesParts(method, parts, 0))
  }
}
