import { decodeTransaction, recoverSender, toHex } from '@lectern/chain'
import type { Sender } from './members.ts'

/**
 * Recovers the sender of a transaction from its EIP-2718 bytes: the `sender` of a verifier.
 * @throws ChainError `sender` for a signature that no key can have made.
 * @example
 * const verify = verifier({ level: 'full', sender })
 */
export const sender: Sender = (transaction) =>
  toHex(recoverSender(decodeTransaction(transaction), transaction))
