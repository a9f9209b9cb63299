import type { OpDepositTransaction, OpReceipt } from '@lectern/spec'
import { findAbsence, findSender } from './unsigned.ts'
import { ethereum } from './ethereum.ts'
import type { Family, RowsOf } from './family.ts'

const { 3: _, ...signed } = ethereum.transactions // no blobs

const unsigned = {
  // A deposit of layer 1.
  0x7e: {
    sourceHash: 'hash',
    from: 'address',
    to: 'recipient',
    mint: 'amount',
    value: 'uint256',
    gas: 'uint64',
    isSystemTx: 'flag',
    input: 'bytes',
  },
} as const satisfies { 0x7e: RowsOf<OpDepositTransaction> }

/** The OP stack: OP Mainnet, Base and the like, before Bedrock too. */
export const op: Family = {
  ...ethereum,
  name: 'op',
  transactions: { ...signed, ...unsigned },
  whyUnhashable: findAbsence(unsigned),
  senders: { 0x7e: 'from' },
  senderOf: findSender({ 0x7e: 'from' }),
  hasZeroSignatures: true, // layer 1's transactions before Bedrock
  // From Canyon on; from Regolith on, JSON has the nonce alone, and the root does not.
  receipts: {
    0x7e: { depositNonce: 'uint64', depositReceiptVersion: 'uint64' } satisfies RowsOf<OpReceipt>,
  },
  hasBlobs: false, // from Jovian on, blobGasUsed counts the footprint of data
  hasStorageRoot: ({ requestsHash }, firstType) => requestsHash != null && firstType === 0x7e, // from Isthmus on
}
