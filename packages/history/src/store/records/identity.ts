import { fromHex, toHex } from '@lectern/chain'
import { damaged, HistoryError } from '../../error.ts'
import type { ChainIdentity } from '../interface.ts'
import { sealOf, unseal } from './seal.ts'

/** The layout of the records that this file's neighbours encode. */
export const FORMAT = 2

/** The key in the table `meta` of what says the format, of any format, and the chain. */
export const IDENTITY = 'identity'

/** Where it is sealed to: the same in any format. */
export const identitySeed: number = sealOf('meta', 0)

/** The JSON of a stored identity. Throws HistoryError `newer`, `older` or `damaged`. */
export function openIdentity(sealed: Uint8Array): string {
  const text = Buffer.from(unseal(sealed, identitySeed, 'its identity')).toString()
  const { format } = JSON.parse(text) as { format: number }
  const rule = `The store has format ${format}; this version of Lectern reads format ${FORMAT} only.`
  if (format > FORMAT) throw new HistoryError('newer', `${rule} Update it.`)
  if (format < FORMAT) throw new HistoryError('older', `${rule} Import the chain again, into a new folder.`)
  return text
}

/** The chain of a stored identity. Throws HistoryError `newer`, `older` or `damaged`. */
export function decodeIdentity(sealed: Uint8Array): ChainIdentity | null {
  return (JSON.parse(openIdentity(sealed), revive) as { chain: ChainIdentity | null }).chain
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
