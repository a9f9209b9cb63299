import {
  addBloom,
  ChainError,
  concatBytes,
  encodeList,
  listItems,
  type RawBlock,
  splitBody,
  splitReceipts,
} from '@lectern/chain'
import { type Entry, malformed, unpackEntry } from './e2store.ts'
import type { EraEntries } from './era.ts'

/** A block's parts, out of its entries, of which none may hold more than `limit` bytes. Throws HistoryError `archive`. */
export function unpackBlock(
  file: { readonly path: string },
  { number, header, body, receipts }: Omit<EraEntries, 'read'>,
  limit: number,
): RawBlock {
  const [bodyBytes, receiptBytes] = [body, receipts].map((entry) => unpackEntry(file, entry, limit))
  return {
    header: unpackEntry(file, header, limit),
    ...readPart(file, body, `the body of block ${number}`, () => splitBody(bodyBytes!)),
    receipts: readPart(file, receipts, `the receipts of block ${number}`, () =>
      receipts.type === 'slimReceipts'
        ? listItems(receiptBytes!).map(fromSlim)
        : splitReceipts(receiptBytes!),
    ),
  }
}

/** Reads a part of a block, and says where it lies if it does not decode. */
export function readPart<V>(file: { readonly path: string }, entry: Entry, what: string, read: () => V): V {
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
