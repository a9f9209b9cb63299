import { ChainError, type RawBlock } from '@lectern/chain'
import {
  addBloom,
  concatBytes,
  encodeList,
  encodeReceipts,
  listItems,
  splitBody,
  splitReceipts,
} from '@lectern/chain/internal'
import type { ArchiveFile } from './archive-file.ts'
import { type Entry, malformed, unpackEntry } from './e2store.ts'

/** A block's entries of an era file. */
export interface BlockEntries {
  readonly number: bigint
  readonly header: Entry
  readonly body: Entry
  /** With blooms, or slim. */
  readonly receipts: Entry
}

/** A block's entries, and how far their file was read. */
export interface EraEntries extends BlockEntries {
  /** Bytes of the file up to its end, or as much of the whole. */
  readonly read: number
}

type Named = Pick<ArchiveFile, 'path'>

/** What a block's entries hold: the RLP of header, body and receipts, these with blooms. */
export interface PackedBlock {
  readonly header: Uint8Array
  readonly body: Uint8Array
  readonly receipts: Uint8Array
}

/** A block's parts, out of its entries, of which none may hold more than `limit` bytes. Throws HistoryError `archive`. */
export function unpackBlock(file: Named, entries: BlockEntries, limit: number): RawBlock {
  return splitPacked(file, entries, unpackParts(file, entries, limit))
}

/** The RLP that a block's entries hold, each of at most `limit` bytes; slim receipts get their blooms. Throws HistoryError `archive`. */
export function unpackParts(
  file: Named,
  { number, header, body, receipts }: BlockEntries,
  limit: number,
): PackedBlock {
  const content = unpackEntry(file, receipts, limit)
  return {
    header: unpackEntry(file, header, limit),
    body: unpackEntry(file, body, limit),
    receipts:
      receipts.type === 'slimReceipts'
        ? readPart(file, receipts, `the receipts of block ${number}`, () =>
            encodeReceipts(listItems(content).map(fromSlim)),
          )
        : content,
  }
}

/** A block of its unpacked parts, without a copy. Throws HistoryError `archive`. */
export function splitPacked(
  file: Named,
  { number, body, receipts }: BlockEntries,
  packed: PackedBlock,
): RawBlock {
  return {
    header: packed.header,
    ...readPart(file, body, `the body of block ${number}`, () => splitBody(packed.body)),
    receipts: readPart(file, receipts, `the receipts of block ${number}`, () =>
      splitReceipts(packed.receipts),
    ),
  }
}

/** Reads a part of a block, and says where it lies if it does not decode. */
export function readPart<V>(file: Named, entry: Entry, what: string, read: () => V): V {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof ChainError)) throw cause
    throw malformed(file, entry.at, `${what} cannot be read: ${cause.message.replace(/\.$/, '')}`)
  }
}

/** A receipt's EIP-2718 bytes, from the list that holds its type first and has no bloom. */
function fromSlim(slim: Uint8Array): Uint8Array {
  const [type, ...fields] = listItems(slim)
  const isLegacy = type?.[0] === 0x80
  return addBloom(isLegacy ? encodeList(fields) : concatBytes([type ?? new Uint8Array(), encodeList(fields)]))
}
