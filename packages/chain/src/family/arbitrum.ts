import { fromHex } from '../encoding/bytes.ts'
import type { AnyFields } from '../block/fields.ts'
import { ethereum } from './ethereum.ts'
import type { Family } from './family.ts'

const { 3: _, ...signed } = ethereum.transactions // no blobs

const call: AnyFields = {
  maxFeePerGas: 'uint256',
  gas: 'uint64',
  to: 'recipient',
  value: 'uint256',
  input: 'bytes',
}

/** Arbitrum One, Nova and the Orbit chains, from Nitro on. */
export const arbitrum: Family = {
  ...ethereum,
  name: 'arbitrum',
  transactions: {
    ...signed,
    // A deposit.
    0x64: { chainId: 'uint256', requestId: 'hash', from: 'address', to: 'address', value: 'uint256' },
    // A transaction of an account of layer 1.
    0x65: { chainId: 'uint256', from: 'address', nonce: 'uint64', ...call },
    // A transaction of a contract of layer 1.
    0x66: { chainId: 'uint256', requestId: 'hash', from: 'address', ...call },
    // An attempt to redeem a retryable ticket.
    0x68: {
      chainId: 'uint256',
      nonce: 'uint64',
      from: 'address',
      ...call,
      ticketId: 'hash',
      refundTo: 'address',
      maxRefund: 'uint256',
      submissionFeeRefund: 'uint256',
    },
    // A new retryable ticket.
    0x69: {
      chainId: 'uint256',
      requestId: 'hash',
      from: 'address',
      l1BaseFee: 'uint256',
      depositValue: 'uint256',
      maxFeePerGas: 'uint256',
      gas: 'uint64',
      retryTo: 'recipient',
      retryValue: 'uint256',
      beneficiary: 'address',
      maxSubmissionFee: 'uint256',
      refundTo: 'address',
      retryData: 'bytes',
    },
    // The first of each block.
    0x6a: { chainId: 'uint256', input: 'bytes' },
  },
  senders: {
    0x64: 'from',
    0x65: 'from',
    0x66: 'from',
    0x68: 'from',
    0x69: 'from',
    0x6a: fromHex('0x00000000000000000000000000000000000a4b05'), // ArbOS
  },
  repeated: {
    sendRoot: ['extraData', 0, 32],
    sendCount: ['mixHash', 0, 8],
    l1BlockNumber: ['mixHash', 8, 16],
  },
  hasEffectivePrices: false, // tips are not paid
  mayShareTimestamp: true,
  hasBlobs: false,
}
