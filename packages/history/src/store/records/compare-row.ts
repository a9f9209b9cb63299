import { toHex } from '@lectern/chain'
import { damaged, HistoryError } from '../../error.ts'

/** A stored row, and the one that a verified block makes. */
export interface ComparedRow {
  /** The block's. */
  readonly number: number
  /** What the row is of, if not of the whole block. */
  readonly of?: string
  readonly stored: Uint8Array | undefined
  readonly right: Uint8Array
  /** Reads either of them, to say what differs. */
  readonly decode: (sealed: Uint8Array) => object
}

/** Compares a stored row with what it must be, byte for byte. Throws HistoryError `block` with the first member that differs, or `damaged`. */
export function compareRow({ number, of = '', stored, right, decode }: ComparedRow): void {
  if (stored === undefined) throw damaged(`${of.slice(4)}${of && ' of '}block ${number}`)
  if (Buffer.compare(stored, right) === 0) return
  const [found, wanted] = [stored, right].map((sealed) => copyMembers(decode(sealed))) as [Members, Members]
  const name = Object.keys(wanted).find((name) => found[name] !== wanted[name])
  throw new HistoryError(
    'block',
    name === undefined
      ? `block ${number}: the stored row${of} is not encoded as it was written.`
      : `block ${number}: the stored ${name}${of} is ${found[name]}, not ${wanted[name]}.`,
  )
}

/** The error of a hash by which a block or transaction is not found. */
export const notFound = (number: number, what: string): HistoryError =>
  new HistoryError('block', `block ${number}: ${what} is not found by its hash.`)

type Members = Readonly<Record<string, string>>

/** The members of a record in words, which stay good when another one is decoded. */
const copyMembers = (record: object): Members =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? toHex(value) : String(value),
    ]),
  )
