import { fromHex, toHex } from '@lectern/chain'
import { damaged, HistoryError } from '../../error.ts'
import type { ChainIdentity } from '../interface.ts'
import { sealOf, unseal } from './seal.ts'

/** The layout of the records that this file's neighbours encode. */
export const FORMAT = 3

/** The key in the table `meta` of what says the format, of any format, and the chain. */
export const IDENTITY = 'identity'

/** Where it is sealed to: the same in any format. */
export const identitySeed: number = sealOf('meta', 0)

/** The JSON of a stored identity. Throws HistoryError `newer`, `older` or `damaged`. */
export function openIdentity(sealed: Uint8Array): string {
  const text = Buffer.from(unseal(sealed, identitySeed, 'its identity')).toString()
  const { format } = parse(text)
  const rule = `The store has format ${format}; this version of Lectern reads format ${FORMAT} only.`
  if (format > FORMAT) throw new HistoryError('newer', `${rule} Update it.`)
  if (format < FORMAT) throw new HistoryError('older', `${rule} Import the chain again, into a new folder.`)
  return text
}

/** The chain of a stored identity. Throws HistoryError `newer`, `older` or `damaged`, also for bytes that `encodeIdentity` would not write. */
export function decodeIdentity(sealed: Uint8Array): ChainIdentity | null {
  const text = openIdentity(sealed)
  try {
    const { chain } = JSON.parse(text, revive) as { chain: ChainIdentity | null }
    if (isIdentity(chain) && encodeIdentity(chain) === text) return chain
  } catch {
    // It is no JSON of an identity.
  }
  throw damaged('its identity')
}

/** The identity of a chain as JSON, not yet sealed. */
export function encodeIdentity(chain: ChainIdentity | null): string {
  return JSON.stringify({ format: FORMAT, chain }, replace)
}

// Bytes as hex, bigint as decimal digits with an n.
const replace = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array ? toHex(value) : typeof value === 'bigint' ? `${value}n` : value
const revive = (_key: string, value: unknown): unknown => {
  if (typeof value !== 'string') return value
  if (value.startsWith('0x')) return fromHex(value)
  if (/^\d+n$/.test(value)) return BigInt(value.slice(0, -1))
  throw damaged('its identity')
}

function parse(text: string): { readonly format: number } {
  try {
    return JSON.parse(text) as { format: number }
  } catch {
    throw damaged('its identity')
  }
}

/** Whether each member is of its kind. */
function isIdentity(chain: ChainIdentity | null): boolean {
  if (chain === null) return true
  const { genesisHash, config } = chain
  const { chainId, blobSchedule } = config
  const numbers = [chainId, ...blobSchedule.flatMap((each) => [each.timestamp, each.updateFraction])]
  return genesisHash.length === 32 && numbers.every((number) => typeof number === 'bigint')
}
