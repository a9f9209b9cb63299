import { show } from '../encoding/bytes.ts'
import { ChainError } from '../error.ts'
import { keccak256 } from '../crypto/engine.ts'
import { decodeField } from './field-decoders.ts'
import { encodeField, type Fields, rowsOf } from './fields.ts'
import { countItems, decodeRlp, encodeList, encodeRlp, type RlpInput, type RlpItem } from '../encoding/rlp.ts'

/** A block's header. Later forks' fields are absent in earlier blocks; numbers are bigint, the rest bytes. */
export interface Header {
  readonly parentHash: Uint8Array
  readonly sha3Uncles: Uint8Array
  readonly miner: Uint8Array
  readonly stateRoot: Uint8Array
  readonly transactionsRoot: Uint8Array
  readonly receiptsRoot: Uint8Array
  readonly logsBloom: Uint8Array
  readonly difficulty: bigint
  readonly number: bigint
  readonly gasLimit: bigint
  readonly gasUsed: bigint
  /** Seconds since 1970. */
  readonly timestamp: bigint
  readonly extraData: Uint8Array
  readonly mixHash: Uint8Array
  /** 8 bytes. */
  readonly nonce: Uint8Array
  /** Wei per gas. */
  readonly baseFeePerGas?: bigint
  readonly withdrawalsRoot?: Uint8Array
  readonly blobGasUsed?: bigint
  readonly excessBlobGas?: bigint
  readonly parentBeaconBlockRoot?: Uint8Array
  readonly requestsHash?: Uint8Array
  readonly blockAccessListHash?: Uint8Array
  readonly slotNumber?: bigint
  /** The RLP of an unknown fork's fields, so that the hash stays right. */
  readonly unknown?: readonly Uint8Array[]
}

/** The header's fields in the order of its list; a fork adds its fields at the end. */
export const headerFields: Fields<Omit<Header, 'unknown'>> = {
  parentHash: 'hash', // Frontier
  sha3Uncles: 'hash',
  miner: 'address',
  stateRoot: 'hash',
  transactionsRoot: 'hash',
  receiptsRoot: 'hash',
  logsBloom: 'bloom',
  difficulty: 'uint256',
  number: 'uint64',
  gasLimit: 'uint64',
  gasUsed: 'uint64',
  timestamp: 'uint64',
  extraData: 'bytes',
  mixHash: 'hash',
  nonce: 'bytes8',
  baseFeePerGas: 'uint256', // London, EIP-1559
  withdrawalsRoot: 'hash', // Shanghai, EIP-4895
  blobGasUsed: 'uint64', // Cancun, EIP-4844
  excessBlobGas: 'uint64',
  parentBeaconBlockRoot: 'hash', // Cancun, EIP-4788
  requestsHash: 'hash', // Prague, EIP-7685
  blockAccessListHash: 'hash', // Amsterdam, EIP-7928
  slotNumber: 'uint64', // Amsterdam, EIP-7843
}

/** How many of the fields every header has. */
export const FRONTIER_FIELDS = 15

/** A fork that shows in the header. */
export type HeaderFork = 'london' | 'shanghai' | 'cancun' | 'prague' | 'amsterdam'

/** A field that a fork added to the header. */
export type ForkField = Exclude<
  { [K in keyof Header]-?: object extends Pick<Header, K> ? K : never }[keyof Header],
  'unknown'
>

/** Which fork added a field, in the order of the header's list. */
export const fieldForks: { readonly [K in ForkField]: HeaderFork } = {
  baseFeePerGas: 'london',
  withdrawalsRoot: 'shanghai',
  blobGasUsed: 'cancun',
  excessBlobGas: 'cancun',
  parentBeaconBlockRoot: 'cancun',
  requestsHash: 'prague',
  blockAccessListHash: 'amsterdam',
  slotNumber: 'amsterdam',
}

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
export function decodeHeader(rlp: Uint8Array): Header {
  if (rlp.length > HEADER_LIMIT || countItems(rlp) > MOST_ITEMS)
    throw new ChainError(
      'header',
      `header: ${rlp.length} bytes are more than ${HEADER_LIMIT}, or hold more than ${MOST_ITEMS} items.`,
    )
  return headerOf(decodeRlp(rlp))
}

/** A header from the items of its list. Throws ChainError `header`. */
export function headerOf(items: RlpItem): Header {
  if (items instanceof Uint8Array || items.length < FRONTIER_FIELDS)
    throw new ChainError('header', `header: it must be a list of at least ${FRONTIER_FIELDS} fields.`)
  const rows = rowsOf(headerFields)
  const header: Record<string, unknown> = {}
  const known = Math.min(items.length, rows.length)
  for (let i = 0; i < known; i++) {
    const [name, kind] = rows[i]!
    header[name] = decodeField('header', name, kind, items[i]!)
  }
  if (items.length > known) header['unknown'] = items.slice(known).map((item) => encodeRlp(item))
  return header as unknown as Header
}

/** Throws ChainError `unsupported` for a header with fields of a fork that is not known. */
export function checkFields({ unknown }: Header): void {
  if (unknown === undefined) return
  const place = rowsOf(headerFields).length + 1
  const field = show(decodeRlp(unknown[0]!))
  throw new ChainError(
    'unsupported',
    `header: its field ${place}, ${field}, is not known: a newer Lectern is needed.`,
  )
}

/**
 * Encodes a header to its RLP.
 * @throws ChainError `header` for a field that is absent before one that is present.
 */
export function encodeHeader(header: Header): Uint8Array {
  const rows = rowsOf(headerFields)
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

/**
 * Hashes a header: the hash of its block.
 * @param rlp The header's RLP.
 * @returns 32 bytes.
 */
export function hashHeader(rlp: Uint8Array): Uint8Array {
  return keccak256(rlp)
}
