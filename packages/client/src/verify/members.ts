import { fromHex, keccak256, toHex, type Transaction as Values } from '@lectern/chain'
import {
  cappedPrice,
  createdAddress,
  entryFields,
  type Fields,
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
import { type Block, sizeOf } from './block.ts'
import type { Expected, Form, Json, Members } from './judge.ts'
import type { Place } from './place.ts'
import type { Transaction } from './transaction.ts'

/** Tells the sender of a transaction, `0x` hex, from its EIP-2718 bytes; throws where no key can have signed it. */
export type Sender = (transaction: Uint8Array) => string
/** Tells the price of blob gas in a block, in wei; undefined where it cannot be told. */
export type BlobPrice = (block: {
  excessBlobGas: bigint
  timestamp: bigint
  number: bigint
}) => bigint | undefined

/** What derives members that no hash commits to; without it they stay unproven. */
export interface Derivers {
  /** From `@lectern/client/verify/sender`: proves `from`, and `contractAddress`. */
  readonly sender?: Sender | undefined
  /** From `blobPrices`: proves `blobGasPrice`. */
  readonly blobs?: BlobPrice | undefined
}

/** What the members of a transaction must be; with its block and index, also those that tell its place. */
export function transactionMembers(
  transaction: Transaction,
  { sender }: Derivers,
  place?: Pick<Place, 'block' | 'index'>,
): Members {
  const { type, json, items, bytes, hash } = transaction
  const parity = toQuantity((items.at(-3) as Uint8Array)[0] ?? 0)
  const chainId = type === 0 && transactionChainId({ type, v: BigInt(json['v'] as string) } as Values)
  return {
    ...committed(fieldsOf(type), json),
    hash,
    type: `0x${type}`,
    to: recipient(json),
    ...(type > 0 && { yParity: parity, v: parity }),
    ...(chainId && { chainId: toQuantity(chainId) }), // geth leaves out the id 0
    from: sender?.(bytes),
    ...(place && {
      ...placeMembers(place),
      blockTimestamp: quantity(place.block['timestamp'] as string),
      gasPrice: priceOf(transaction, place.block),
    }),
  }
}

/** What the members of a receipt must be; those of its own only where it is proven. */
export function receiptMembers(
  { block, transaction, index, receipts }: Place,
  { sender, blobs }: Derivers,
): Members {
  const { type, json, items, bytes, hash } = transaction
  const place = { ...placeMembers({ block, index }), transactionHash: hash }
  const to = recipient(json)
  const from = sender?.(bytes)
  const nonce = items[type && 1] as Uint8Array // after the chain id, but for type 0
  const created = from && toHex(createdAddress(fromHex(from), nonce))
  return {
    ...place,
    from,
    to,
    contractAddress: to === null ? created : null,
    effectiveGasPrice: priceOf(transaction, block),
    type: `0x${type}`,
    ...(type === 3 && {
      blobGasUsed: toQuantity(GAS_PER_BLOB * BigInt((json['blobVersionedHashes'] as Json[]).length)),
      blobGasPrice: blobPrice(block, blobs),
    }),
    ...(receipts &&
      ownMembers(receipts, { ...place, blockTimestamp: quantity(block['timestamp'] as string) })),
  }
}

/** What the members of a block must be whose transactions came whole, or as hashes. */
export function blockMembers(block: Block, isWhole: boolean, derivers: Derivers): Members {
  const { json, transactions, uncles, withdrawals } = block
  const size = sizeOf(block)
  return {
    ...headerMembers(json),
    size: size === undefined ? undefined : toQuantity(size),
    transactions: transactions?.map((transaction, index) =>
      isWhole ? transactionMembers(transaction, derivers, { block: json, index }) : transaction.hash,
    ),
    uncles: uncles?.map((uncle) => toHex(keccak256(uncle))),
    ...(withdrawals && { withdrawals: withdrawals.map(() => committed(withdrawalFields, {})) }),
  }
}

/** What the members of a block must be that its hash commits to. */
export function headerMembers(json: Json): Members {
  const rows = rowsOf(headerFields).filter(([name]) => json[name] != null)
  return { hash: data, ...Object.fromEntries(rows.map(([name, kind]) => [name, formOf(kind)])) }
}

const placeMembers = ({ block, index }: Pick<Place, 'block' | 'index'>): { [name: string]: string } => ({
  blockHash: data(block['hash'] as string),
  blockNumber: quantity(block['number'] as string),
  transactionIndex: toQuantity(index),
})

/** What the last of these receipts says of its own, and what follows from those before it. */
function ownMembers(receipts: readonly Json[], place: Members): Members {
  const receipt = receipts.at(-1)!
  const before = receipts.slice(0, -1)
  const gasBefore = BigInt((before.at(-1)?.['cumulativeGasUsed'] ?? 0) as string)
  const logsBefore = before.flatMap(({ logs }) => logs as unknown[]).length
  const gas = numberOf(receipt, 'cumulativeGasUsed')
  return {
    ...(receipt['status'] == null
      ? { root: data(receipt['root'] as string) }
      : { status: toQuantity(numberOf(receipt, 'status')) }),
    cumulativeGasUsed: toQuantity(gas),
    gasUsed: toQuantity(gas - gasBefore),
    logsBloom: data(receipt['logsBloom'] as string),
    logs: (receipt['logs'] as Log[]).map((log, index) =>
      Object.assign(
        {
          address: data(log.address),
          topics: log.topics.map(data),
          data: data(log.data),
          logIndex: toQuantity(logsBefore + index),
          removed: false,
        },
        place,
      ),
    ),
  }
}

const data: Form = (value) => value.toLowerCase()
const quantity: Form = (value) => data(value).replace(/^0x0+(?=.)/, '0x')
const formOf = (kind: Kind): Form => (/^uint|parity/.test(kind) ? quantity : data)

/** The members that a hash commits to, and those of the entries of lists; their values are what was hashed. */
function committed<T>(fields: Fields<T>, json: Json): Members {
  return Object.fromEntries(
    rowsOf(fields).map(([name, kind]): [string, Expected] => {
      const entries = (entryFields as { readonly [K in Kind]?: Fields<unknown> })[kind]
      const list = (json[name] ?? []) as Json[]
      return [name, entries ? list.map((entry) => committed(entries, entry)) : formOf(kind)]
    }),
  )
}

/** Null for each way to write that there is none. */
const recipient = ({ to }: Json): string | null =>
  (to as string | null)?.length === 42 ? data(to as string) : null

const numberOf = (json: Json, name: string): bigint => BigInt(json[name] as string)

/** Left open for a chain whose blocks have no base fee. */
function priceOf({ type, json }: Transaction, block: Json): string | undefined {
  if (type < 2) return toQuantity(numberOf(json, 'gasPrice'))
  if (!block['baseFeePerGas']) return undefined
  const tip = numberOf(json, 'maxPriorityFeePerGas')
  return toQuantity(cappedPrice(numberOf(block, 'baseFeePerGas'), tip, numberOf(json, 'maxFeePerGas')))
}

function blobPrice(block: Json, blobs: BlobPrice | undefined): string | undefined {
  if (!block['excessBlobGas']) return undefined
  const wei = blobs?.({
    excessBlobGas: numberOf(block, 'excessBlobGas'),
    timestamp: numberOf(block, 'timestamp'),
    number: numberOf(block, 'number'),
  })
  return wei === undefined ? undefined : toQuantity(wei)
}
