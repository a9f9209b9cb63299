import { decodeTransaction, recoverSender, toHex } from '@lectern/chain'
import type { Sender } from './members.ts'

/**
 * Recovers who signed a transaction, from its EIP-2718 bytes: the `sender` of a verifier, apart since the curve is
 * 15 KB. Throws a ChainError for a signature that no key can have made.
 */
export const sender: Sender = (transaction) =>
  toHex(recoverSender(decodeTransaction(transaction), transaction))
