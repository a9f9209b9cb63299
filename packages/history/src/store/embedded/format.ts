import { HistoryError } from '../../error.ts'
import { sealOf, unseal } from './seal.ts'

/** The layout that this file's neighbours read and write. */
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
