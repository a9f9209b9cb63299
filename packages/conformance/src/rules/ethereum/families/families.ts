import type { Family, FamilyName } from '@lectern/chain'
import { families, familyOf as familyOfChain, recognizeFamily } from '@lectern/chain/families'
import { isQuantity, isRecord } from '../../../document/json.ts'
import type { Session } from '../../../endpoint/session.ts'
import { names } from '../methods.ts'
import { arbitrum } from './arbitrum.ts'
import type { FamilyRules } from '../proofs/claim.ts'
import { op } from './op.ts'
import { polygon } from './polygon.ts'

const rules: { readonly [N in FamilyName]?: FamilyRules } = { op, arbitrum, polygon }

/** Returns what a family adds to Ethereum's results. */
export const rulesOf = ({ name }: Family): FamilyRules => rules[name] ?? {}

/** Whether a chain may have transaction types and members that its family does not name. */
export const isOpen = (family: Family): boolean =>
  family.name === 'unknown' || (family.name === 'ethereum' && family !== families.ethereum)

/** Returns the family of an endpoint's chain: the one that was given, or that is found. */
export const familyOf = async (session: Session): Promise<Family> =>
  (session.family ??= await session.once(familyOf, () => findFamily(session)))

/** Finds the family of a chain by its id, else by its newest and its first block. Without any block the rules are those of Ethereum. */
async function findFamily(session: Session): Promise<Family> {
  const ask = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const { outcome } = await session.call(method, params)
    return outcome.kind === 'result' ? outcome.result : undefined
  }
  const chainId = await ask(names.chainId, [])
  const listed = isQuantity(chainId) ? familyOfChain(Number(chainId)) : undefined
  if (listed) return listed
  let isStrange = false
  for (const tag of ['latest', 'earliest']) {
    const block = await ask(names.block, [tag, true])
    const found = recognizeFamily(block)
    if (found) return found
    isStrange ||= isRecord(block)
  }
  return isStrange ? families.unknown : families.ethereum
}
