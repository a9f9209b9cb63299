import type {
  ArbitrumBlock,
  ArbitrumContractTransaction,
  ArbitrumDepositTransaction,
  ArbitrumInternalTransaction,
  ArbitrumRetryTransaction,
  ArbitrumSubmitRetryableTransaction,
  ArbitrumUnsignedTransaction,
} from '@lectern/spec'
import { fromHex, toQuantity } from '../encoding/bytes.ts'
import { findAbsence, findSender } from './unsigned.ts'
import { ethereum } from './ethereum.ts'
import type { Family, RowsOf } from './family.ts'

const { 3: _, ...signed } = ethereum.transactions // no blobs

const call = {
  maxFeePerGas: 'uint256',
  gas: 'uint64',
  to: 'recipient',
  value: 'uint256',
  input: 'bytes',
} as const

const unsigned = {
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
} as const satisfies {
  0x64: RowsOf<ArbitrumDepositTransaction>
  0x65: RowsOf<ArbitrumUnsignedTransaction>
  0x66: RowsOf<ArbitrumContractTransaction>
  0x68: RowsOf<ArbitrumRetryTransaction>
  0x69: RowsOf<ArbitrumSubmitRetryableTransaction>
  0x6a: RowsOf<ArbitrumInternalTransaction>
}

const senders: NonNullable<Family['senders']> = {
  0x64: 'from',
  0x65: 'from',
  0x66: 'from',
  0x68: 'from',
  0x69: 'from',
  0x6a: fromHex('0x00000000000000000000000000000000000a4b05'), // ArbOS
}

/** Arbitrum One, Nova and the Orbit chains, from Nitro on. */
export const arbitrum: Family = {
  ...ethereum,
  name: 'arbitrum',
  transactions: { ...signed, ...unsigned },
  whyUnhashable: findAbsence(unsigned),
  senders,
  senderOf: findSender(senders),
  earlierRules: ({ mixHash }) =>
    /^0x0*$/.test(mixHash as string) ? 'its block is of before Nitro, whose rules are not known.' : undefined,
  blockMembers: ['sendRoot', 'sendCount', 'l1BlockNumber'] satisfies (keyof ArbitrumBlock)[],
  repeated: ({ extraData, mixHash, ...json }): Readonly<Record<string, string>> =>
    'sendRoot' in json
      ? {
          sendRoot: extraData as string,
          sendCount: toQuantity(BigInt((mixHash as string).slice(0, 18))),
          l1BlockNumber: toQuantity(BigInt(`0x${(mixHash as string).slice(18, 34)}`)),
        }
      : {},
  hasOwnPrices: true, // tips are not paid
  mayShareTimestamp: true,
  hasBlobs: false,
}
