import { toBigInt } from '../encoding/bytes.ts'
import { cappedPrice } from '../verify/derive.ts'
import { rowsOf } from '../block/fields.ts'
import type { Scene, Source } from './template.ts'
import { type JsonWriter, putNumber, putQuantity } from './writer.ts'
import type { TransactionPlace } from './context-sources.ts'
import { readSpans } from '../encoding/rlp.ts'
import { envelopeType, transactionFields } from '../block/transaction.ts'

/** Reads the type of a transaction and where its fields lie; gives whether they are as many as the type has. Throws ChainError `transaction`, `rlp` or `unsupported`. */
export function readTransactionSpans(target: Scene, bytes: Uint8Array): boolean {
  target.bytes = bytes
  target.type = envelopeType(bytes, 'transaction')
  readSpans(bytes, target.type === 0 ? 0 : 1, target.spans)
  return target.spans.count === lengths[target.type]
}

/** Where a field stands in the list of each type; -1 where the type has none of that name. */
export function placesOf(name: string): readonly number[] {
  return Object.values(transactionFields).map((fields) => Object.keys(fields).indexOf(name))
}

/** The number in a field, as a bigint where it has more than 48 bits; undefined where it is none of at most 32 bytes. */
export function integerField(
  { bytes, type, spans }: Scene,
  places: readonly number[],
): number | bigint | undefined {
  const at = places[type]!
  const start = spans.starts[at]!
  const end = spans.ends[at]!
  if (spans.lists[at] !== 0 || end - start > 32) return undefined
  if (end - start > 6) return toBigInt(bytes.subarray(start, end))
  let value = 0
  for (let i = start; i < end; i++) value = value * 256 + bytes[i]!
  return value
}

/** The source of the wei per gas that a transaction paid in its block, from the transaction's own scene or another's. */
export function priceSource(transaction?: Scene): Source<TransactionPlace> {
  return {
    shape: 'digits',
    put(writer, scene) {
      const { baseFeePerGas: base } = scene.context.block
      return putPrice(writer, transaction ?? scene, base)
    },
  }
}

function putPrice(writer: JsonWriter, transaction: Scene, base: bigint | undefined): boolean {
  const hasTip = transaction.type >= 2 && base !== undefined
  const cap = integerField(transaction, transaction.type < 2 ? prices : caps)
  const tip = hasTip ? integerField(transaction, tips) : 0
  if (cap === undefined || tip === undefined) return false
  if (!hasTip) putQuantity(writer, cap)
  // Sums of numbers take a tenth of what those of bigints take.
  else if (typeof cap === 'number' && typeof tip === 'number' && base < SMALL)
    putNumber(writer, Math.min(Number(base) + tip, cap))
  else putQuantity(writer, cappedPrice(base, BigInt(tip), BigInt(cap)))
  return true
}

const SMALL = 2n ** 48n
const prices = placesOf('gasPrice')
const caps = placesOf('maxFeePerGas')
const tips = placesOf('maxPriorityFeePerGas')
const lengths = Object.values(transactionFields).map((fields) => rowsOf<object>(fields).length)
