import { decodeFields } from './field-decoders.ts'
import { encodeFields, type Fields } from './fields.ts'
import { decodeRlp, encodeRlp } from '../encoding/rlp.ts'

/** Ether moved from the beacon chain to an account (EIP-4895). */
export interface Withdrawal {
  readonly index: bigint
  readonly validatorIndex: bigint
  readonly address: Uint8Array
  /** Gwei. */
  readonly amount: bigint
}

/** A withdrawal's fields in the order of its list. */
export const withdrawalFields: Fields<Withdrawal> = {
  index: 'uint64',
  validatorIndex: 'uint64',
  address: 'address',
  amount: 'uint64',
}

/** A withdrawal from its RLP. Throws ChainError `withdrawal` or `rlp`. */
export function decodeWithdrawal(rlp: Uint8Array): Withdrawal {
  return decodeFields('withdrawal', withdrawalFields, decodeRlp(rlp))
}

/** A withdrawal's RLP. */
export function encodeWithdrawal(withdrawal: Withdrawal): Uint8Array {
  return encodeRlp(encodeFields(withdrawalFields, withdrawal))
}
