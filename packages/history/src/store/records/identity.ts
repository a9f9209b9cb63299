import { equalBytes } from '@lectern/chain/internal'
import { families } from '@lectern/chain/families'
import { HistoryError } from '../../error.ts'
import type { ChainIdentity } from '../interface.ts'
import { readJson, writeJson } from './json.ts'
import { readSound, sealAll, sealOf, unseal } from './seal.ts'

/** The version of the layout of all records. */
export const FORMAT = 8

/** The key of the identity in the table `meta`, in any format. */
export const IDENTITY = 'identity'

/** The seed of its seal, the same in any format. */
export const identitySeed: number = sealOf('meta', 0)

/** Returns the JSON of a stored identity. Throws HistoryError `newer`, `older` or `damaged`. */
export function openIdentity(sealed: Uint8Array): string {
  const text = Buffer.from(unseal(sealed, identitySeed, NAME)).toString()
  const { format } = readSound(NAME, () => JSON.parse(text) as { readonly format: number })
  const rule = `The store has format ${format}; this version of Lectern reads format ${FORMAT} only.`
  if (format > FORMAT) throw new HistoryError('newer', `${rule} Update it.`)
  if (format < FORMAT) throw new HistoryError('older', `${rule} Import the chain again, into a new folder.`)
  return text
}

/** Returns the chain of a stored identity. Throws HistoryError `newer`, `older` or `damaged`. */
export function decodeIdentity(sealed: Uint8Array): ChainIdentity | null {
  const text = openIdentity(sealed)
  return readSound(NAME, () => {
    const { chain } = readJson(text) as { readonly chain: ChainIdentity | null }
    return isIdentity(chain) && equalBytes(sealIdentity(chain), sealed) ? chain : undefined
  })
}

/** Encodes the identity of a chain: JSON, sealed. */
export const sealIdentity = (chain: ChainIdentity | null): Uint8Array =>
  sealAll([Buffer.from(writeJson({ format: FORMAT, chain }))], identitySeed)

const NAME = 'its identity'

function isIdentity(chain: ChainIdentity | null): boolean {
  if (chain === null) return true
  const { genesisHash, config } = chain
  const { chainId, blobSchedule, family = 'ethereum' } = config
  const numbers = [chainId, ...blobSchedule.flatMap((each) => [each.timestamp, each.updateFraction])]
  return (
    genesisHash.length === 32 && numbers.every((number) => typeof number === 'bigint') && family in families
  )
}
