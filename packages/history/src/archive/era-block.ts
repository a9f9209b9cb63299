import { ChainError, type RawBlock } from '@lectern/chain'
import {
  addBloom,
  concatBytes,
  encodeList,
  listItems,
  splitBody,
  splitReceipts,
} from '@lectern/chain/internal'
import type { ArchiveFile } from './archive-file.ts'
import { type Entry, malformed, unpackEntry } from './e2store.ts'
import { ITEM_LIMIT } from './rlp-file.ts'

export interface BlockEntries {
  readonly number: bigint
  readonly header: Entry
  readonly body: Entry
  /** With blooms, or slim. */
  readonly receipts: Entry
}

/** A block's entries, and how far the file was read. */
export interface EraEntries extends BlockEntries {
  /** Bytes from the start of the file, or their share of it. */
  readonly read: number
}

type Named = Pick<ArchiveFile, 'path'>

/** Unpacks a block's entries, each of at most `limit` bytes, and adds blooms to slim receipts. */
export function unpackBlock(
  file: Named,
  { number, header, body, receipts }: BlockEntries,
  limit: number = ITEM_LIMIT,
): RawBlock {
  const content = unpackEntry(file, receipts, limit)
  return {
    header: unpackEntry(file, header, limit),
    ...readPart(file, body, `the body of block ${number}`, () => splitBody(unpackEntry(file, body, limit))),
    receipts: readPart(file, receipts, `the receipts of block ${number}`, () =>
      receipts.type === 'slimReceipts' ? listItems(content).map(fromSlim) : splitReceipts(content),
    ),
  }
}

/** Reads a part of a block. An error names the byte of its entry. */
export function readPart<V>(file: Named, entry: Entry, what: string, read: () => V): V {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof ChainError)) throw cause
    throw malformed(file, entry.at, `${what} cannot be read: ${cause.message.replace(/\.$/, '')}`)
  }
}

/** Returns a receipt's EIP-2718 bytes, from a list that begins with the type and has no bloom. */
function fromSlim(slim: Uint8Array): Uint8Array {
  const [type, ...fields] = listItems(slim)
  const isLegacy = type?.[0] === 0x80
  return addBloom(isLegacy ? encodeList(fields) : concatBytes([type ?? new Uint8Array(), encodeList(fields)]))
}
