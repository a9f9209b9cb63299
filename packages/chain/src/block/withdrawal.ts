import { decodeFields } from './field-decoders.ts'
import { encodeFields } from './fields.ts'
import { type Withdrawal, withdrawalFields } from '../family/ethereum.ts'
import { decodeRlp, encodeRlp } from '../encoding/rlp.ts'

/** A withdrawal from its RLP. Throws ChainError `withdrawal` or `rlp`. */
export function decodeWithdrawal(rlp: Uint8Array): Withdrawal {
  return decodeFields('withdrawal', withdrawalFields, decodeRlp(rlp))
}

/** A withdrawal's RLP. */
export function encodeWithdrawal(withdrawal: Withdrawal): Uint8Array {
  return encodeRlp(encodeFields(withdrawalFields, withdrawal))
}
