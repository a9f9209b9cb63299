import type { Claims } from '../family/claims.ts'
import { type JsonWriter, putText, toText } from './writer.ts'

/** Claims by name: a value that all objects of a part have, or a list of values by index, in which 0 is no value. */
export type ClaimColumns = Readonly<Record<string, unknown>>

/** Returns the claims of a stored block. Throws SyntaxError for bytes that `packClaims` did not write. */
export function readClaims(bytes: Uint8Array): Claims<ClaimColumns> {
  return JSON.parse(new TextDecoder().decode(bytes)) as Claims<ClaimColumns>
}

/** Adds to the object that was written last what is claimed of the one at an index. */
export function putClaims(writer: JsonWriter, columns: ClaimColumns | undefined, index: number): void {
  if (columns === undefined) return
  writer.at -= brace.length
  for (const [name, column] of Object.entries(columns)) {
    const value: unknown = Array.isArray(column) ? (index < column.length ? column[index] : NONE) : column
    if (value !== NONE) putText(writer, toText(`,${JSON.stringify(name)}:${JSON.stringify(value)}`))
  }
  putText(writer, brace)
}

/** In the place of a value that an object does not have. */
export const NONE = 0
const brace = toText('}')
