import { ChainError, type RawBlock } from '@lectern/chain'
import {
  encodeRlp,
  envelope,
  headerItems,
  receiptItems,
  transactionItems,
  withdrawalItems,
} from '@lectern/chain/internal'

/** A block as the JSON-RPC of a node answers it: with whole transactions, its receipts, and its uncles as blocks. */
export interface JsonBlock {
  readonly block: unknown
  readonly receipts: unknown
  /** As `eth_getUncleByBlockHashAndIndex` answers them; none by default. */
  readonly uncles?: readonly unknown[]
}

/** The consensus bytes of a block's JSON. Throws ChainError `json` or `unsupported` naming the part. */
export function rawFromJson({ block, receipts, uncles = [] }: JsonBlock): RawBlock {
  const { transactions, withdrawals } = (block ?? {}) as { transactions?: unknown; withdrawals?: unknown }
  return {
    header: encodeHeaderJson(block),
    transactions: each('transaction', transactions, fromEnvelope(transactionItems)),
    uncles: each('uncle', uncles, encodeHeaderJson),
    ...(withdrawals != null && {
      withdrawals: each('withdrawal', withdrawals, (json) => encodeRlp(withdrawalItems(json))),
    }),
    receipts: each('receipt', receipts, fromEnvelope(receiptItems)),
  }
}

/** A header's RLP, from the JSON of its block. Throws ChainError `json`. */
export const encodeHeaderJson = (json: unknown): Uint8Array => encodeRlp(headerItems(json))

const fromEnvelope =
  (read: typeof transactionItems) =>
  (json: unknown): Uint8Array => {
    const { type, items } = read(json)
    return envelope(type, items)
  }

function each(name: string, json: unknown, read: (json: unknown) => Uint8Array): Uint8Array[] {
  if (!Array.isArray(json)) throw new ChainError('json', `${name}s must be an array.`)
  return json.map((item, index) => {
    try {
      return read(item)
    } catch (error) {
      if (!(error instanceof ChainError)) throw error
      throw new ChainError(error.check, `${name} ${index}: ${error.message}`, { cause: error })
    }
  })
}
