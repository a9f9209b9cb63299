import { ChainError } from '../error.ts'
import { ethereum } from '../family/ethereum.ts'
import type { Family } from '../family/family.ts'

/** Returns ChainError `unsupported` for a header with members of no known block. Call it if the known fields do not hash to its name. */
export function unknownFork(json: unknown, family: Family = ethereum): ChainError | undefined {
  const known = { ...family.header, ...family.sealedHeader }
  const further = Object.entries(json as object).filter(
    ([name, value]) =>
      value != null &&
      !Object.hasOwn(known, name) &&
      !bodyMembers.has(name) &&
      !family.blockMembers?.includes(name),
  )
  if (further.length === 0) return undefined
  const names = further.map(([name]) => name).join(', ')
  const sentence = `header: ${names} may be of a fork that is not known: a newer Lectern is needed.`
  return new ChainError('unsupported', sentence)
}

/** The members of a block besides its header's; old nodes send the last one. */
const bodyMembers = new Set(['hash', 'size', 'transactions', 'uncles', 'withdrawals', 'totalDifficulty'])
