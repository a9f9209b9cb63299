import { families } from '@lectern/chain/families'
import { damaged, HistoryError } from '../../error.ts'
import type { ChainIdentity } from '../interface.ts'
import { readJson, writeJson } from './json.ts'
import { seal, SEAL, sealOf, unseal } from './seal.ts'

/** The version of the layout of all records. */
export const FORMAT = 6

/** The key of the identity in the table `meta`, in any format. */
export const IDENTITY = 'identity'

/** The seed of its seal, the same in any format. */
export const identitySeed: number = sealOf('meta', 0)

/** Returns the JSON of a stored identity. Throws HistoryError `newer`, `older` or `damaged`. */
export function openIdentity(sealed: Uint8Array): string {
  const text = Buffer.from(unseal(sealed, identitySeed, 'its identity')).toString()
  const { format } = parse(() => JSON.parse(text) as { readonly format: number })
  const rule = `The store has format ${format}; this version of Lectern reads format ${FORMAT} only.`
  if (format > FORMAT) throw new HistoryError('newer', `${rule} Update it.`)
  if (format < FORMAT) throw new HistoryError('older', `${rule} Import the chain again, into a new folder.`)
  return text
}

/** Returns the chain of a stored identity. Throws HistoryError `newer`, `older` or `damaged`. */
export function decodeIdentity(sealed: Uint8Array): ChainIdentity | null {
  const text = openIdentity(sealed)
  return parse(() => {
    const { chain } = readJson(text) as { readonly chain: ChainIdentity | null }
    return isIdentity(chain) && encodeIdentity(chain) === text ? chain : undefined
  })
}

/** Encodes the identity of a chain: JSON, sealed. */
export function sealIdentity(chain: ChainIdentity | null): Uint8Array {
  const bytes = Buffer.from(encodeIdentity(chain) + '\0'.repeat(SEAL))
  return seal(bytes, bytes.length - SEAL, identitySeed)
}

const encodeIdentity = (chain: ChainIdentity | null): string => writeJson({ format: FORMAT, chain })

/** Throws HistoryError `damaged` for text that cannot be read, or is no identity. */
function parse<T>(read: () => T | undefined): T {
  try {
    const value = read()
    if (value !== undefined) return value
  } catch {
    // It is no JSON of an identity.
  }
  throw damaged('its identity')
}

function isIdentity(chain: ChainIdentity | null): boolean {
  if (chain === null) return true
  const { genesisHash, config } = chain
  const { chainId, blobSchedule, family = 'ethereum' } = config
  const numbers = [chainId, ...blobSchedule.flatMap((each) => [each.timestamp, each.updateFraction])]
  return (
    genesisHash.length === 32 && numbers.every((number) => typeof number === 'bigint') && family in families
  )
}
