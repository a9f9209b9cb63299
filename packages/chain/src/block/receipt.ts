import { concatBytes } from '../encoding/bytes.ts'
import { decodeRlp, encodeList, encodeRlp, listItems, type RlpItem } from '../encoding/rlp.ts'
import { ChainError } from '../error.ts'
import { logsBloom } from './bloom.ts'
import { decodeField, decodeFields, refuse } from './field-decoders.ts'
import { type AnyFields, encodeFields, rowsOf } from './fields.ts'
import { envelope, envelopeType } from './transaction.ts'
import { ethereum, type Receipt, receiptFields, type TransactionType } from '../family/ethereum.ts'
import type { Family } from '../family/family.ts'

/**
 * Decodes a receipt from its EIP-2718 bytes, with the bloom.
 * @throws ChainError `rlp`, `receipt` naming the first field that does not fit, or `unsupported` for an unknown type.
 */
export function decodeReceipt(bytes: Uint8Array, family: Family = ethereum): Receipt {
  const type = envelopeType(bytes, 'receipt', family)
  return receiptOf(type, decodeRlp(type === 0 ? bytes : bytes.subarray(1)), family)
}

/** Returns a receipt from the items of its list. Throws ChainError `receipt`. */
export function receiptOf(type: TransactionType, items: RlpItem, family: Family): Receipt {
  const added = addedFields(type, family)
  if (items instanceof Uint8Array || (items.length !== 4 && items.length !== 4 + rowsOf(added).length))
    throw new ChainError('receipt', 'receipt: it must be a list of 4 fields.')
  const start = { type, ...outcome(items[0]!) }
  const receipt = decodeFields('receipt', receiptFields, items.slice(1, 4), { start })
  return items.length === 4 ? receipt : decodeFields('receipt', added, items.slice(4), { start: receipt })
}

/** Returns the fields after the logs that receipts of a type may have. */
export const addedFields = (type: number, { receipts }: Family): AnyFields => receipts?.[type] ?? none
const none: AnyFields = {}

/** Encodes a receipt to its EIP-2718 bytes, with the bloom. Throws ChainError `receipt` unless it has either a status or a root. */
export function encodeReceipt(receipt: Receipt, family: Family = ethereum): Uint8Array {
  const added = addedFields(receipt.type, family)
  const hasAdded = rowsOf(added).some(([name]) => name in receipt)
  return envelope(receipt.type, [
    encodeOutcome(receipt),
    ...encodeFields(receiptFields, receipt),
    ...(hasAdded ? encodeFields(added, receipt) : []),
  ])
}

/** A receipt's EIP-2718 bytes without the bloom, which follows from the logs: a list of three fields instead of four. Throws ChainError. */
export function dropBloom(receipt: Uint8Array, family: Family = ethereum): Uint8Array {
  return rewrite(receipt, 4, family, ([outcome, gas, , ...rest]) => [outcome!, gas!, ...rest])
}

/** A receipt's EIP-2718 bytes, from those without the bloom. Throws ChainError. */
export function addBloom(slim: Uint8Array, family: Family = ethereum): Uint8Array {
  return rewrite(slim, 3, family, ([outcome, gas, ...rest]) => {
    const bloom = logsBloom(decodeField('receipt', 'logs', 'logs', decodeRlp(rest[0]!)))
    return [outcome!, gas!, encodeRlp(bloom), ...rest]
  })
}

function rewrite(
  bytes: Uint8Array,
  count: number,
  family: Family,
  change: (fields: readonly Uint8Array[]) => Uint8Array[],
): Uint8Array {
  const type = envelopeType(bytes, 'receipt', family)
  const start = type === 0 ? 0 : 1
  const fields = listItems(bytes.subarray(start))
  if (fields.length !== count && fields.length !== count + rowsOf(addedFields(type, family)).length)
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
