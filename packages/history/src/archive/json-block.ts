import {
  blockToJson,
  ChainError,
  decodeHeader,
  decodeReceipt,
  decodeTransaction,
  type Family,
  hashHeader,
  type RawBlock,
  receiptToJson,
  toHex,
  transactionToJson,
  decodeWithdrawal,
} from '@lectern/chain'
import {
  type AnyJson,
  blockSize,
  each,
  encodeRlp,
  envelope,
  ethereum,
  headerItems,
  packClaims,
  readClaims,
  receiptItems,
  show,
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

/** Returns the consensus bytes and the claims of a block's JSON. Throws ChainError `json`, `header` or `unsupported` naming the part. */
export function rawFromJson(
  { block, receipts, uncles = [] }: JsonBlock,
  family: Family = ethereum,
): RawBlock {
  const header = encodeHeaderJson(block, family)
  const json = block as AnyJson
  const fault = unknownFork(block, family)
  if (fault && toHex(hashHeader(header)) !== String(json['hash']).toLowerCase()) throw fault
  checkRepeated(json, family)
  const hash = family.outsideHash?.(BigInt(json['number'] as string), toHex(hashHeader(header)))
  const inside = takeLast(json['transactions'], 'hash', hash)
  const proven = takeLast(receipts, 'transactionHash', hash)
  const typed = readEach('transaction', inside.list, (json) => transactionItems(json, family))
  const types = typed.map(({ type }) => type)
  // Nodes of some chains leave out a list that is empty.
  const withdrawals = json['withdrawals'] ?? (json['withdrawalsRoot'] ? [] : null)
  const raw = {
    header,
    transactions: typed.map(toEnvelope),
    uncles: readEach('uncle', uncles, (json) => encodeHeaderJson(json, family)),
    ...(withdrawals != null && {
      withdrawals: readEach('withdrawal', withdrawals, (json) => encodeRlp(withdrawalItems(json))),
    }),
    // A receipt of an old node has no type: it is its transaction's.
    receipts: readEach('receipt', proven.list, (json, index) =>
      toEnvelope(receiptItems(json, types[index], family)),
    ),
    ...(proven.last !== undefined && { outside: toEnvelope(receiptItems(proven.last, 0, family)) }),
  }
  if (raw.receipts.length !== types.length) return raw
  const [transactions, all] = [inside.list as AnyJson[], proven.list as AnyJson[]]
  const claims = packClaims({ block: json, transactions, receipts: all, types }, family)
  return { ...raw, ...(claims && { claims }) }
}

export const encodeHeaderJson = (json: unknown, family?: Family): Uint8Array =>
  encodeRlp(headerItems(json, family))

/** Throws ChainError `header` for a member that is not what the header says. */
function checkRepeated(json: AnyJson, { repeated }: Family): void {
  for (const [name, value] of Object.entries(repeated?.(json) ?? {}))
    if (json[name] !== value)
      throw new ChainError('header', `header: ${name} is ${show(json[name])}, but its header says ${value}.`)
}

/** Splits a list from its last item, if that is the one of the transaction outside. */
function takeLast(list: unknown, member: string, hash: string | undefined) {
  const last = hash !== undefined && Array.isArray(list) ? (list.at(-1) as AnyJson | undefined) : undefined
  return last?.[member] === hash && last ? { list: (list as unknown[]).slice(0, -1), last } : { list }
}

const toEnvelope = ({ type, items }: ReturnType<typeof transactionItems>): Uint8Array => envelope(type, items)

function readEach<T>(name: string, json: unknown, read: (json: unknown, index: number) => T): T[] {
  if (!Array.isArray(json)) throw new ChainError('json', `${name}s must be an array.`)
  return each(name, json, read)
}

export function toJsonBlock(
  { number, hash, raw, size, blobGasPrice, transactions }: StoredBlock,
  family?: Family,
): JsonBlock {
  const header = decodeHeader(raw.header, family)
  const { timestamp, baseFeePerGas } = header
  const claims = raw.claims && readClaims(raw.claims)
  const block = { hash, number, timestamp, baseFeePerGas, blobGasPrice, family, claims }
  const withdrawals = raw.withdrawals?.map(decodeWithdrawal)
  const uncles = raw.uncles.map(hashHeader)
  const contexts = transactions.map(({ hash, from, bytes, gasUsed, firstLogIndex }, index) => {
    const transaction = decodeTransaction(bytes, family)
    return { hash, from, index, block, transaction, gasUsed, firstLogIndex }
  })
  return {
    block: blockToJson(
      { header, hash, size, uncles, withdrawals, family, claims },
      contexts.map((context) => transactionToJson(context.transaction, context)),
    ),
    receipts: contexts.map((context, index) =>
      receiptToJson(decodeReceipt(transactions[index]!.receipt, family), context),
    ),
    ...(raw.uncles.length > 0 && { uncles: raw.uncles.map(toUncleJson) }),
  }
}

function toUncleJson(rlp: Uint8Array): unknown {
  const size = blockSize({ header: rlp, transactions: [], uncles: [] })
  return blockToJson({ header: decodeHeader(rlp), hash: hashHeader(rlp), size, uncles: [] }, [])
}
