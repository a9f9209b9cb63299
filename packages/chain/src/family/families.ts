import { toHex } from '../encoding/bytes.ts'
import { encodeRlp } from '../encoding/rlp.ts'
import { keccak256 } from '../crypto/engine.ts'
import { headerItems } from '../json/from-json.ts'
import { arbitrum } from './arbitrum.ts'
import { bsc } from './bsc.ts'
import { alikeIds, chainIds } from './chain-ids.ts'
import { ethereum } from './ethereum.ts'
import type { Family, FamilyName } from './family.ts'
import { gnosis } from './gnosis.ts'
import { op } from './op.ts'
import { polygon } from './polygon.ts'

/** A chain of unknown rules: a header or a transaction that hashes is proven, and nothing else. */
const unknown: Family = { ...ethereum, name: 'unknown' }

/** Chains that hash as Ethereum does. Their nodes may compute the rest in another way. */
const alike: Family = {
  ...ethereum,
  hasOtherSize: true,
  blockMembers: ['epoch', 'timestampNano'], // Sonic's
}

/** Each family by its name. */
export const families: { readonly [N in FamilyName]: Family } = {
  ethereum,
  op,
  arbitrum,
  polygon,
  bsc,
  gnosis,
  unknown,
}

const byChain = new Map<number, Family>([
  ...alikeIds.map((id) => [id, alike] as const),
  ...Object.entries(chainIds).flatMap(([name, ids]) =>
    ids.map((id) => [id, families[name as FamilyName]] as const),
  ),
])

/**
 * Returns the family of a public chain; undefined for an id that is not listed.
 * @example
 * const family = familyOf(8453) ?? families.unknown // op
 */
export function familyOf(chainId: bigint | number): Family | undefined {
  return byChain.get(Number(chainId))
}

/** Returns the family that shows in a block's JSON: in its first transaction, its seal, or a header that hashes as Ethereum's; else undefined. */
export function recognizeFamily(json: unknown): Family | undefined {
  const { hash, transactions } = Object(json) as { hash?: unknown; transactions?: readonly unknown[] }
  const first = Object(transactions?.[0]) as { type?: unknown; sourceHash?: unknown }
  if (first.type === '0x7e' && first.sourceHash !== undefined) return op
  if (first.type === '0x6a') return arbitrum
  if ('auraSeal' in Object(json)) return gnosis
  try {
    return toHex(keccak256(encodeRlp(headerItems(json)))) === hash ? ethereum : undefined
  } catch {
    return undefined // its members are of no header
  }
}
