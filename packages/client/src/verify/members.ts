import {
  type Family,
  fromHex,
  keccak256,
  toHex,
  type Transaction as Values,
  createdAddress,
} from '@lectern/chain'
import {
  addedFields,
  cappedPrice,
  entryFields,
  type AnyFields,
  fieldsOf,
  GAS_PER_BLOB,
  headerFieldsOf,
  type Kind,
  rowsOf,
  toQuantity,
  transactionChainId,
  withdrawalFields,
} from '@lectern/chain/internal'
import type { Log } from '@lectern/spec'
import { type Block, sizeOf, type Transaction } from './block.ts'
import { because, type Expected, type Form, type Members } from './compare.ts'
import { type Json, listOf } from './checks.ts'
import type { Inclusion } from './inclusion.ts'
import type { Reason } from './report.ts'

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

/** The functions that derive members, and the rules of the chain. */
export interface Rules extends Derivers {
  readonly family: Family
}

/** Returns the requirements of a transaction's members; with its block and index, also those of its context. */
export function transactionMembers(
  transaction: Transaction,
  rules: Rules,
  context?: Pick<Inclusion, 'block' | 'index'>,
): Members {
  const { type, json, items, hash } = transaction
  const { family } = rules
  const fields = fieldsOf(type, family)
  const parity = toQuantity((items.at(-3) as Uint8Array | undefined)?.[0] ?? 0)
  const chainId = type === 0 && transactionChainId({ type, v: BigInt(json['v'] as string) } as Values)
  return {
    ...because('signed', {
      ...committed(fields, json),
      type: toQuantity(type),
      ...('to' in fields && { to: recipient(json) }),
      ...(type > 0 && 'r' in fields && { yParity: parity, v: parity }),
      ...(chainId && { chainId: toQuantity(chainId) }), // geth leaves out the id 0
    }),
    ...because('transaction-hash', { hash }),
    ...because(senderReason(type, family), { from: senderOf(transaction, rules) ?? ADDRESS }),
    ...(context && {
      ...because('inclusion', contextMembers(context)),
      ...because('header', { blockTimestamp: quantity(context.block['timestamp'] as string) }),
      ...because(type < 2 ? 'signed' : 'price', { gasPrice: priceOf(transaction, context.block, family) }),
    }),
  }
}

/** Returns the requirements of a receipt's members; those that only the receipt has need its proof. */
export function receiptMembers({ block, transaction, index, receipts }: Inclusion, rules: Rules): Members {
  const { type, json, items, hash } = transaction
  const { blobs, family } = rules
  const fields = fieldsOf(type, family)
  const context = contextMembers({ block, index })
  const to = 'to' in fields ? recipient(json) : undefined
  const from = senderOf(transaction, rules)
  const nonce = items[Object.keys(fields).indexOf('nonce')] as Uint8Array | undefined
  const created = from && nonce && toHex(createdAddress(fromHex(from), nonce))
  const blobGas = type === 3 && GAS_PER_BLOB * BigInt((json['blobVersionedHashes'] as Json[]).length)
  return {
    ...because('inclusion', context),
    ...because('transaction-hash', { transactionHash: hash }),
    ...because(senderReason(type, family), { from: from ?? ADDRESS }),
    ...because('signed', { to, type: toQuantity(type) }),
    ...because('creation', { contractAddress: to === null ? (created ?? ADDRESS) : to && null }),
    ...because('price', {
      effectiveGasPrice: family.hasOwnPrices ? QUANTITY : priceOf(transaction, block, family),
    }),
    ...(blobGas !== false && {
      ...because('blobs', { blobGasUsed: toQuantity(blobGas) }),
      ...because('blob-schedule', { blobGasPrice: blobPrice(block, blobs) }),
    }),
    ...(receipts &&
      ownMembers(receipts, addedFields(type, family), {
        ...context,
        transactionHash: hash,
        blockTimestamp: quantity(block['timestamp'] as string),
      })),
  }
}

/** Returns the requirements of a block's members; `isWhole` if its transactions are objects. */
export function blockMembers(block: Block, isWhole: boolean, rules: Rules): Members {
  const { json, transactions, uncles, withdrawals, hasStorageRoot, unsupported } = block
  const size = rules.family.hasOtherSize ? undefined : sizeOf(block)
  return {
    ...headerMembers(json, rules.family),
    ...because('size', { size: size === undefined ? QUANTITY : toQuantity(size) }),
    ...because('transactions-root', {
      transactions: transactions && [
        ...transactions.map((transaction, index) =>
          isWhole ? transactionMembers(transaction, rules, { block: json, index }) : transaction.hash,
        ),
        ...unsupported.map(() => undefined), // those in no root
      ],
    }),
    ...because('uncles-hash', {
      uncles: uncles?.map((uncle) => toHex(keccak256(uncle))) ?? listOf('uncles', json).map(() => HASH),
    }),
    ...(withdrawals &&
      !hasStorageRoot &&
      because('withdrawals-root', { withdrawals: withdrawals.map(() => committed(withdrawalFields, {})) })),
  }
}

/** Returns the requirements of the members that a block's hash commits to. */
export function headerMembers(json: Json, family: Family): Members {
  const rows = rowsOf(headerFieldsOf(json, family)).filter(([name]) => json[name] != null)
  return {
    ...because('header', family.repeated?.(json) ?? {}),
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
function ownMembers(receipts: readonly Json[], added: AnyFields, context: Members): Members {
  const receipt = receipts.at(-1)!
  const before = receipts.slice(0, -1)
  const gasBefore = BigInt((before.at(-1)?.['cumulativeGasUsed'] ?? 0) as string)
  const logsBefore = before.flatMap(({ logs }) => logs as unknown[]).length
  const gas = numberOf(receipt, 'cumulativeGasUsed')
  const last = Object.keys(added).at(-1)
  const own = {
    ...(last && receipt[last] != null && committed(added, receipt)),
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
      if (kind === 'amount' || kind === 'flag') return [name, json[name] as Expected] // as it was hashed, or absent
      return [name, entries ? list.map((entry) => committed(entries, entry)) : formOf(kind)]
    }),
  )
}

/** Null for every spelling of no recipient. */
const recipient = ({ to }: Json): string | null =>
  (to as string | null)?.length === 42 ? data(to as string) : null

const numberOf = (json: Json, name: string): bigint => BigInt(json[name] as string)

/** The sender of a transaction; undefined if nothing here proves it. */
function senderOf({ type, json, bytes }: Transaction, { sender, family }: Rules): string | undefined {
  const recover = (): string | undefined => sender?.(bytes)
  return family.senderOf ? family.senderOf(type, json, recover) : recover()
}

/** An unsigned type names its sender, or has one for all. */
const senderReason = (type: number, { senders }: Family): Reason => (senders?.[type] ? 'signed' : 'sender')

/** Not known on a chain whose blocks have no base fee, nor for a type or a family that pays another price. */
function priceOf({ type, json }: Transaction, block: Json, family: Family): string | RegExp {
  if (type < 2) return toQuantity(numberOf(json, 'gasPrice'))
  if (!block['baseFeePerGas'] || json['maxPriorityFeePerGas'] == null || family.hasOwnPrices) return QUANTITY
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
