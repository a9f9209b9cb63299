import { logsBloom } from './bloom.ts'
import { ChainError } from '../error.ts'
import { decodeField } from './field-decoders.ts'
import { concatBytes } from '../encoding/bytes.ts'
import { decodeRlp, encodeList, encodeRlp, listItems } from '../encoding/rlp.ts'
import { envelopeType } from './transaction.ts'

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
