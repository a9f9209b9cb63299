import { fromHex, keccak256, toHex, type Transaction as Values, createdAddress } from '@lectern/chain'
import {
  cappedPrice,
  entryFields,
  type AnyFields,
  fieldsOf,
  GAS_PER_BLOB,
  headerFields,
  type Kind,
  rowsOf,
  toQuantity,
  transactionChainId,
  withdrawalFields,
} from '@lectern/chain/internal'
import type { Log } from '@lectern/spec'
import { type Block, sizeOf, type Transaction } from './block.ts'
import { because, type Expected, type Form, type Members } from './compare.ts'
import { type Json, listOf } from './json.ts'
import type { Inclusion } from './inclusion.ts'

/** Recovers the sender of a transaction, `0x` hex, from its EIP-2718 bytes; throws if no key can have signed it. */
export type Sender = (transaction: Uint8Array) => string
/** Computes the price of blob gas in a block, in wei; undefined if it is not known. */
export type BlobPrice = (block: {
  excessBlobGas: bigint
  timestamp: bigint
  number: bigint
}) => bigint | undefined

/** Functions that derive members to which no hash commits; without them these stay unproven. */
export interface Derivers {
  /** From `@lectern/client/verify/sender`: proves `from`, and `contractAddress`. @default none */
  readonly sender?: Sender | undefined
  /** From `blobPrices`: proves `blobGasPrice`. @default none */
  readonly blobs?: BlobPrice | undefined
}

/** Returns the requirements of a transaction's members; with its block and index, also those of its context. */
export function transactionMembers(
  transaction: Transaction,
  { sender }: Derivers,
  context?: Pick<Inclusion, 'block' | 'index'>,
): Members {
  const { type, json, items, bytes, hash } = transaction
  const parity = toQuantity((items.at(-3) as Uint8Array)[0] ?? 0)
  const chainId = type === 0 && transactionChainId({ type, v: BigInt(json['v'] as string) } as Values)
  return {
    ...because('signed', {
      ...committed(fieldsOf(type), json),
      type: toQuantity(type),
      to: recipient(json),
      ...(type > 0 && { yParity: parity, v: parity }),
      ...(chainId && { chainId: toQuantity(chainId) }), // geth leaves out the id 0
    }),
    ...because('transaction-hash', { hash }),
    ...because('sender', { from: sender?.(bytes) ?? ADDRESS }),
    ...(context && {
      ...because('inclusion', contextMembers(context)),
      ...because('header', { blockTimestamp: quantity(context.block['timestamp'] as string) }),
      ...because(type < 2 ? 'signed' : 'price', { gasPrice: priceOf(transaction, context.block) }),
    }),
  }
}

/** Returns the requirements of a receipt's members; those that only the receipt has need its proof. */
export function receiptMembers(
  { block, transaction, index, receipts }: Inclusion,
  { sender, blobs }: Derivers,
): Members {
  const { type, json, items, bytes, hash } = transaction
  const context = { ...contextMembers({ block, index }), transactionHash: hash }
  const to = recipient(json)
  const from = sender?.(bytes)
  const nonce = items[type && 1] as Uint8Array // after the chain id, but for type 0
  const created = from && toHex(createdAddress(fromHex(from), nonce))
  const blobGas = type === 3 && GAS_PER_BLOB * BigInt((json['blobVersionedHashes'] as Json[]).length)
  return {
    ...because('inclusion', contextMembers({ block, index })),
    ...because('transaction-hash', { transactionHash: hash }),
    ...because('sender', { from: from ?? ADDRESS }),
    ...because('signed', { to, type: toQuantity(type) }),
    ...because('creation', { contractAddress: to === null ? (created ?? ADDRESS) : null }),
    ...because('price', { effectiveGasPrice: priceOf(transaction, block) }),
    ...(blobGas !== false && {
      ...because('blobs', { blobGasUsed: toQuantity(blobGas) }),
      ...because('blob-schedule', { blobGasPrice: blobPrice(block, blobs) }),
    }),
    ...(receipts &&
      ownMembers(receipts, { ...context, blockTimestamp: quantity(block['timestamp'] as string) })),
  }
}

/** Returns the requirements of a block's members; `isWhole` if its transactions are objects. */
export function blockMembers(block: Block, isWhole: boolean, derivers: Derivers): Members {
  const { json, transactions, uncles, withdrawals } = block
  const size = sizeOf(block)
  return {
    ...headerMembers(json),
    ...because('size', { size: size === undefined ? QUANTITY : toQuantity(size) }),
    ...because('transactions-root', {
      transactions: transactions?.map((transaction, index) =>
        isWhole ? transactionMembers(transaction, derivers, { block: json, index }) : transaction.hash,
      ),
    }),
    ...because('uncles-hash', {
      uncles: uncles?.map((uncle) => toHex(keccak256(uncle))) ?? listOf('uncles', json).map(() => HASH),
    }),
    ...(withdrawals &&
      because('withdrawals-root', { withdrawals: withdrawals.map(() => committed(withdrawalFields, {})) })),
  }
}

/** Returns the requirements of the members that a block's hash commits to. */
export function headerMembers(json: Json): Members {
  const rows = rowsOf(headerFields).filter(([name]) => json[name] != null)
  return {
    ...because('header-hash', { hash: data }),
    ...because('header', Object.fromEntries(rows.map(([name, kind]) => [name, formOf(kind)]))),
  }
}

const contextMembers = ({
  block,
  index,
}: Pick<Inclusion, 'block' | 'index'>): { [name: string]: string } => ({
  blockHash: data(block['hash'] as string),
  blockNumber: quantity(block['number'] as string),
  transactionIndex: toQuantity(index),
})

/** The last receipt's own members, and what follows from the receipts before it. */
function ownMembers(receipts: readonly Json[], context: Members): Members {
  const receipt = receipts.at(-1)!
  const before = receipts.slice(0, -1)
  const gasBefore = BigInt((before.at(-1)?.['cumulativeGasUsed'] ?? 0) as string)
  const logsBefore = before.flatMap(({ logs }) => logs as unknown[]).length
  const gas = numberOf(receipt, 'cumulativeGasUsed')
  const own = {
    ...(receipt['status'] == null
      ? { root: data(receipt['root'] as string) }
      : { status: toQuantity(numberOf(receipt, 'status')) }),
    cumulativeGasUsed: toQuantity(gas),
    logsBloom: data(receipt['logsBloom'] as string),
    logs: (receipt['logs'] as Log[]).map((log, index) =>
      Object.assign(
        {
          address: data(log.address),
          topics: log.topics.map(data),
          data: data(log.data),
          removed: false,
        },
        because('receipts-before', { logIndex: toQuantity(logsBefore + index) }),
        context,
      ),
    ),
  }
  return {
    ...because('receipts-root', own),
    ...because('receipts-before', { gasUsed: toQuantity(gas - gasBefore) }),
  }
}

// The forms of what nothing here proves.
const ADDRESS = /^0x[0-9a-f]{40}$/
const HASH = /^0x[0-9a-f]{64}$/
const QUANTITY = /^0x(0|[1-9a-f][0-9a-f]*)$/

const data: Form = (value) => value.toLowerCase()
const quantity: Form = (value) => data(value).replace(/^0x0+(?=.)/, '0x')
const formOf = (kind: Kind): Form => (/^uint|parity/.test(kind) ? quantity : data)

/** The members that a hash commits to, and those of the entries of lists; their values are what was hashed. */
function committed(fields: AnyFields, json: Json): Members {
  return Object.fromEntries(
    Object.entries(fields).map(([name, kind]): [string, Expected] => {
      const entries = (entryFields as { readonly [K in Kind]?: AnyFields })[kind]
      const list = (json[name] ?? []) as Json[]
      return [name, entries ? list.map((entry) => committed(entries, entry)) : formOf(kind)]
    }),
  )
}

/** Null for every spelling of no recipient. */
const recipient = ({ to }: Json): string | null =>
  (to as string | null)?.length === 42 ? data(to as string) : null

const numberOf = (json: Json, name: string): bigint => BigInt(json[name] as string)

/** Not known on a chain whose blocks have no base fee. */
function priceOf({ type, json }: Transaction, block: Json): string | RegExp {
  if (type < 2) return toQuantity(numberOf(json, 'gasPrice'))
  if (!block['baseFeePerGas']) return QUANTITY
  const tip = numberOf(json, 'maxPriorityFeePerGas')
  return toQuantity(cappedPrice(numberOf(block, 'baseFeePerGas'), tip, numberOf(json, 'maxFeePerGas')))
}

function blobPrice(block: Json, blobs: BlobPrice | undefined): string | RegExp {
  if (!block['excessBlobGas']) return QUANTITY
  const wei = blobs?.({
    excessBlobGas: numberOf(block, 'excessBlobGas'),
    timestamp: numberOf(block, 'timestamp'),
    number: numberOf(block, 'number'),
  })
  return wei === undefined ? QUANTITY : toQuantity(wei)
}
