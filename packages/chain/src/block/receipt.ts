import { concatBytes } from '../encoding/bytes.ts'
import { decodeRlp, encodeList, encodeRlp, listItems, type RlpItem } from '../encoding/rlp.ts'
import { ChainError } from '../error.ts'
import { logsBloom } from './bloom.ts'
import { decodeField, decodeFields, refuse } from './field-decoders.ts'
import { encodeFields, type Fields, type Log } from './fields.ts'
import { envelope, envelopeType, type TransactionType } from './transaction.ts'

/** The outcome of a transaction, with either a `status` or a `root`. */
export interface Receipt {
  readonly type: TransactionType
  /** 1 done, 0 failed (EIP-658); from Byzantium on. */
  readonly status?: 0 | 1
  /** The state after it; before Byzantium. */
  readonly root?: Uint8Array
  /** The gas of this transaction and of those before it in the block. */
  readonly cumulativeGasUsed: bigint
  readonly logsBloom: Uint8Array
  readonly logs: readonly Log[]
}

/** The receipt's fields after its outcome, in the order of its list. */
export const receiptFields: Fields<Omit<Receipt, 'type' | 'status' | 'root'>> = {
  cumulativeGasUsed: 'uint64',
  logsBloom: 'bloom',
  logs: 'logs',
}

/**
 * Decodes a receipt.
 * @param bytes EIP-2718, with the bloom.
 * @throws ChainError `rlp` for what is no RLP; `receipt` naming the first field that does not fit; `unsupported` for a type
 * that is not known.
 */
export function decodeReceipt(bytes: Uint8Array): Receipt {
  const type = envelopeType(bytes, 'receipt')
  return receiptOf(type, decodeRlp(type === 0 ? bytes : bytes.subarray(1)))
}

/** A receipt from the four items of its list. Throws ChainError `receipt`. */
export function receiptOf(type: TransactionType, items: RlpItem): Receipt {
  if (items instanceof Uint8Array || items.length !== 4)
    throw new ChainError('receipt', 'receipt: it must be a list of 4 fields.')
  return { type, ...outcome(items[0]!), ...decodeFields('receipt', receiptFields, items.slice(1)) }
}

/**
 * Encodes a receipt to its EIP-2718 bytes, with the bloom.
 * @throws ChainError `receipt` for one with both a status and a root, or with neither.
 */
export function encodeReceipt(receipt: Receipt): Uint8Array {
  return envelope(receipt.type, [encodeOutcome(receipt), ...encodeFields(receiptFields, receipt)])
}

/** A receipt's EIP-2718 bytes without the bloom, which follows from the logs: a list of three fields instead of four. Throws ChainError. */
export function dropBloom(receipt: Uint8Array): Uint8Array {
  return rewrite(receipt, 4, ([outcome, gas, , logs]) => [outcome!, gas!, logs!])
}

/** A receipt's EIP-2718 bytes, from those without the bloom. Throws ChainError. */
export function addBloom(slim: Uint8Array): Uint8Array {
  return rewrite(slim, 3, ([outcome, gas, logs]) => {
    const bloom = logsBloom(decodeField('receipt', 'logs', 'logs', decodeRlp(logs!)))
    return [outcome!, gas!, encodeRlp(bloom), logs!]
  })
}

function rewrite(
  bytes: Uint8Array,
  count: number,
  change: (fields: readonly Uint8Array[]) => Uint8Array[],
): Uint8Array {
  const start = envelopeType(bytes, 'receipt') === 0 ? 0 : 1
  const fields = listItems(bytes.subarray(start))
  if (fields.length !== count)
    throw new ChainError('receipt', `receipt: a list of ${fields.length} fields must have ${count}.`)
  return concatBytes([bytes.subarray(0, start), encodeList(change(fields))])
}

function outcome(item: RlpItem): { status: 0 | 1 } | { root: Uint8Array } {
  if (item instanceof Uint8Array) {
    if (item.length === 32) return { root: item }
    if (item.length === 0) return { status: 0 }
    if (item.length === 1 && item[0] === 1) return { status: 1 }
  }
  return refuse('receipt', 'its first field', 'a status of 0 or 1, or a state root of 32 bytes', item)
}

function encodeOutcome({ status, root }: Receipt): Uint8Array {
  if (root !== undefined && status === undefined) return root
  if (status === undefined || root !== undefined)
    throw new ChainError('receipt', 'receipt: it must have either a status or a root.')
  return status === 0 ? new Uint8Array() : Uint8Array.of(1)
}
