import { show } from '../encoding/bytes.ts'
import { ChainError } from '../error.ts'
import { keccak256 } from '../crypto/engine.ts'
import { decodeField } from './field-decoders.ts'
import { type AnyFields, encodeField, rowsOf, sizes } from './fields.ts'
import { ethereum, fieldForks, type ForkField, type Header, type HeaderFork } from '../family/ethereum.ts'
import type { Family } from '../family/family.ts'
import { countItems, decodeRlp, encodeList, encodeRlp, type RlpInput, type RlpItem } from '../encoding/rlp.ts'

/** How many of the fields every header has. */
export const FRONTIER_FIELDS = 15

/** Whether a header is of this fork, or of a later one. */
export function isSince(header: Header, fork: HeaderFork): boolean {
  for (const field in fieldForks)
    if (fieldForks[field as ForkField] === fork) return header[field as ForkField] !== undefined
  return false
}

/** The most bytes of a header, 128 KiB: geth accepts 100 KiB of extraData (Header.SanityCheck), and the rest has a few hundred. */
export const HEADER_LIMIT = 131_072

// Its list, its fields, and room for those of unknown forks.
const MOST_ITEMS = 64

/**
 * Decodes a header. Fields after those that are known are stored as `unknown`.
 * @param rlp At most 128 KiB and 63 fields.
 * @throws ChainError `rlp` for what is no RLP; `header` naming the first field that does not fit.
 */
export function decodeHeader(rlp: Uint8Array, family: Family = ethereum): Header {
  if (rlp.length > HEADER_LIMIT || countItems(rlp) > MOST_ITEMS)
    throw new ChainError(
      'header',
      `header: ${rlp.length} bytes are more than ${HEADER_LIMIT}, or hold more than ${MOST_ITEMS} items.`,
    )
  return headerOf(decodeRlp(rlp), family)
}

/** A header from the items of its list. Throws ChainError `header`. */
export function headerOf(items: RlpItem, family: Family): Header {
  if (items instanceof Uint8Array || items.length < FRONTIER_FIELDS)
    throw new ChainError('header', `header: it must be a list of at least ${FRONTIER_FIELDS} fields.`)
  const rows = rowsOf<Header>(headerRows(family, items[FRONTIER_FIELDS - 1]!.length !== sizes.bytes8))
  const header: Record<string, unknown> = {}
  const known = Math.min(items.length, rows.length)
  for (let i = 0; i < known; i++) {
    const [name, kind] = rows[i]!
    header[name] = decodeField('header', name, kind, items[i]!)
  }
  if (items.length > known) header['unknown'] = items.slice(known).map((item) => encodeRlp(item))
  return header as unknown as Header
}

/** Returns the rows of a header, which ends with a seal in place of a nonce or not. */
export const headerRows = (family: Family, isSealed: boolean): AnyFields =>
  (isSealed && family.sealedHeader) || family.header

/** Throws ChainError `unsupported` for a header with fields of a fork that is not known. */
export function checkFields({ unknown }: Header, { header }: Family = ethereum): void {
  if (unknown === undefined) return
  const place = rowsOf(header).length + 1
  const field = show(decodeRlp(unknown[0]!))
  throw new ChainError(
    'unsupported',
    `header: its field ${place}, ${field}, is not known: a newer Lectern is needed.`,
  )
}

/** Encodes a header to its RLP. Throws ChainError `header` for a field that is absent before one that is present. */
export function encodeHeader(header: Header, family: Family = ethereum): Uint8Array {
  const rows = rowsOf<Header>(headerRows(family, header.nonce === undefined))
  const unknown = header.unknown ?? []
  let length = rows.length
  if (unknown.length === 0)
    while (length > FRONTIER_FIELDS && header[rows[length - 1]![0]] === undefined) length--
  const fields = rows.slice(0, length).map(([name, kind]): RlpInput => {
    const value = header[name]
    if (value === undefined)
      throw new ChainError('header', `header: ${name} is absent, but a later field is present.`)
    return encodeField(kind, value as never)
  })
  return encodeList([...fields.map(encodeRlp), ...unknown])
}

/** Hashes a header's RLP: the 32-byte hash of its block. */
export function hashHeader(rlp: Uint8Array): Uint8Array {
  return keccak256(rlp)
}
