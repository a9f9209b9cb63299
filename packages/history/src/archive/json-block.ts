import {
  blockToJson,
  ChainError,
  decodeHeader,
  decodeReceipt,
  decodeTransaction,
  hashHeader,
  type RawBlock,
  receiptToJson,
  toHex,
  transactionToJson,
  decodeWithdrawal,
} from '@lectern/chain'
import {
  blockSize,
  encodeRlp,
  envelope,
  headerItems,
  receiptItems,
  transactionItems,
  unknownFork,
  withdrawalItems,
} from '@lectern/chain/internal'
import type { StoredBlock } from '../store/interface.ts'

/** The JSON-RPC results of a block: with full transactions, its receipts, and its uncles as blocks. */
export interface JsonBlock {
  readonly block: unknown
  readonly receipts: unknown
  /** As `eth_getUncleByBlockHashAndIndex` returns them; none by default. */
  readonly uncles?: readonly unknown[]
}

/** Returns the consensus bytes of a block's JSON. Throws ChainError `json` or `unsupported` naming the part. */
export function rawFromJson({ block, receipts, uncles = [] }: JsonBlock): RawBlock {
  const { transactions, withdrawals } = (block ?? {}) as { transactions?: unknown; withdrawals?: unknown }
  const header = encodeHeaderJson(block)
  const fault = unknownFork(block)
  if (fault && toHex(hashHeader(header)) !== String((block as { hash?: unknown }).hash).toLowerCase())
    throw fault
  const typed = each('transaction', transactions, (json) => transactionItems(json))
  return {
    header,
    transactions: typed.map(toEnvelope),
    uncles: each('uncle', uncles, encodeHeaderJson),
    ...(withdrawals != null && {
      withdrawals: each('withdrawal', withdrawals, (json) => encodeRlp(withdrawalItems(json))),
    }),
    // A receipt of an old node has no type: it is its transaction's.
    receipts: each('receipt', receipts, (json, index) => toEnvelope(receiptItems(json, typed[index]?.type))),
  }
}

export const encodeHeaderJson = (json: unknown): Uint8Array => encodeRlp(headerItems(json))

const toEnvelope = ({ type, items }: ReturnType<typeof transactionItems>): Uint8Array => envelope(type, items)

function each<T>(name: string, json: unknown, read: (json: unknown, index: number) => T): T[] {
  if (!Array.isArray(json)) throw new ChainError('json', `${name}s must be an array.`)
  return json.map((item, index) => {
    try {
      return read(item, index)
    } catch (error) {
      if (!(error instanceof ChainError)) throw error
      throw new ChainError(error.check, `${name} ${index}: ${error.message}`, { cause: error })
    }
  })
}

/** Returns the JSON of a stored block, as a node writes it. */
export function toJsonBlock({ number, hash, raw, size, blobGasPrice, transactions }: StoredBlock): JsonBlock {
  const header = decodeHeader(raw.header)
  const { timestamp, baseFeePerGas } = header
  const block = { hash, number, timestamp, baseFeePerGas, blobGasPrice }
  const withdrawals = raw.withdrawals?.map(decodeWithdrawal)
  const facts = { header, hash, size, uncles: raw.uncles.map(hashHeader), withdrawals }
  const contexts = transactions.map(({ hash, from, bytes, gasUsed, firstLogIndex }, index) => {
    const transaction = decodeTransaction(bytes)
    return { hash, from, index, block, transaction, gasUsed, firstLogIndex }
  })
  return {
    block: blockToJson(
      facts,
      contexts.map((context) => transactionToJson(context.transaction, context)),
    ),
    receipts: contexts.map((context, index) =>
      receiptToJson(decodeReceipt(transactions[index]!.receipt), context),
    ),
    ...(raw.uncles.length > 0 && { uncles: raw.uncles.map(toUncleJson) }),
  }
}

function toUncleJson(rlp: Uint8Array): unknown {
  const size = blockSize({ header: rlp, transactions: [], uncles: [] })
  return blockToJson({ header: decodeHeader(rlp), hash: hashHeader(rlp), size, uncles: [] }, [])
}
