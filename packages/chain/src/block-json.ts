import type { Block as BlockJson, BlockTransactions, Withdrawal as WithdrawalJson } from '@lectern/spec'
import { toHex, toQuantity } from './bytes.ts'
import { decodeFields } from './field-decoders.ts'
import { rowsOf } from './fields.ts'
import { FRONTIER_FIELDS, type Header, headerFields, headerOf } from './header.ts'
import { jsonObject, readField, readFields } from './json-fields.ts'
import type { RlpItem } from './rlp.ts'
import { type Withdrawal, withdrawalFields } from './withdrawal.ts'

/** What a block's JSON is made of, its transactions apart. */
export interface BlockFacts {
  readonly header: Header
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** The length in bytes of the whole block's RLP. */
  readonly size: number
  /** The uncles' hashes. */
  readonly uncles: readonly Uint8Array[]
  /** From Shanghai on. */
  readonly withdrawals?: readonly Withdrawal[] | undefined
}

/** The JSON of a block, with exactly its fork's keys, in geth's order (the alphabet's); its transactions as hashes or as objects. */
export function blockToJson(facts: BlockFacts, transactions: BlockTransactions): BlockJson {
  const { header, hash, size, uncles, withdrawals } = facts
  return {
    ...quantity('baseFeePerGas', header.baseFeePerGas),
    ...quantity('blobGasUsed', header.blobGasUsed),
    ...hex('blockAccessListHash', header.blockAccessListHash),
    difficulty: toQuantity(header.difficulty),
    ...quantity('excessBlobGas', header.excessBlobGas),
    extraData: toHex(header.extraData),
    gasLimit: toQuantity(header.gasLimit),
    gasUsed: toQuantity(header.gasUsed),
    hash: toHex(hash),
    logsBloom: toHex(header.logsBloom),
    miner: toHex(header.miner),
    mixHash: toHex(header.mixHash),
    nonce: toHex(header.nonce),
    number: toQuantity(header.number),
    ...hex('parentBeaconBlockRoot', header.parentBeaconBlockRoot),
    parentHash: toHex(header.parentHash),
    receiptsRoot: toHex(header.receiptsRoot),
    ...hex('requestsHash', header.requestsHash),
    sha3Uncles: toHex(header.sha3Uncles),
    size: toQuantity(size),
    ...quantity('slotNumber', header.slotNumber),
    stateRoot: toHex(header.stateRoot),
    timestamp: toQuantity(header.timestamp),
    transactions,
    transactionsRoot: toHex(header.transactionsRoot),
    uncles: uncles.map(toHex),
    ...(withdrawals && { withdrawals: withdrawals.map(withdrawalToJson) }),
    ...hex('withdrawalsRoot', header.withdrawalsRoot),
  }
}

/** The header in another node's JSON of a block; a later fork's member that is null counts as absent. Throws ChainError `json`. */
export function headerFromJson(json: unknown): Header {
  return headerOf(headerItems(json))
}

/** The same header as the items of its RLP list, without a value for any. Throws ChainError `json`. */
export function headerItems(json: unknown): RlpItem[] {
  const object = jsonObject('header', json)
  const rows = rowsOf(headerFields)
  const last = rows.findLastIndex(([name]) => (object[name] ?? undefined) !== undefined)
  return rows
    .slice(0, Math.max(FRONTIER_FIELDS, last + 1))
    .map(([name, kind]) => readField('header', name, kind, object[name] ?? undefined))
}

/** The JSON of a withdrawal. */
export function withdrawalToJson({ index, validatorIndex, address, amount }: Withdrawal): WithdrawalJson {
  return {
    index: toQuantity(index),
    validatorIndex: toQuantity(validatorIndex),
    address: toHex(address),
    amount: toQuantity(amount),
  }
}

/** A withdrawal in another node's JSON. Throws ChainError `json`. */
export function withdrawalFromJson(json: unknown): Withdrawal {
  return decodeFields('withdrawal', withdrawalFields, withdrawalItems(json))
}

/** The same withdrawal as the items of its RLP list. Throws ChainError `json`. */
export function withdrawalItems(json: unknown): RlpItem[] {
  return readFields('withdrawal', withdrawalFields, jsonObject('withdrawal', json))
}

const quantity = <N extends string>(name: N, value: bigint | undefined) =>
  value === undefined ? undefined : ({ [name]: toQuantity(value) } as { [K in N]: `0x${string}` })
const hex = <N extends string>(name: N, value: Uint8Array | undefined) =>
  value === undefined ? undefined : ({ [name]: toHex(value) } as { [K in N]: `0x${string}` })
