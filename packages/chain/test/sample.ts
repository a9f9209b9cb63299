import { secp256k1 } from '@noble/curves/secp256k1.js'
import {
  encodeHeader,
  encodeReceipt,
  encodeTransaction,
  fromHex,
  type Header,
  keccak256,
  type Log,
  logsBloom,
  orderedTrieRoot,
  type RawBlock,
  type Receipt,
  type Transaction,
  type TransactionType,
  type ChainConfig,
  type Withdrawal,
  encodeWithdrawal,
} from '../src/index.ts'
import { blobGasUsed, encodeList, hashRequests, joinBloom, signingHash } from '../src/internal.ts'

export const key: Uint8Array = fromHex(`0x${'46'.repeat(32)}`) // EIP-155's example key
export const sender: Uint8Array = fromHex('0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f')
export const filled = (octet: number, length = 32): Uint8Array => new Uint8Array(length).fill(octet)

/** The transaction, signed with `key`. */
export function sign<T extends Transaction>(transaction: T): T {
  const signature = secp256k1.Signature.fromBytes(
    secp256k1.sign(signingHash(transaction), key, { prehash: false, format: 'recovered' }),
    'recovered',
  )
  const parity = signature.recovery!
  const { r, s } = signature
  if (transaction.type !== 0) return { ...transaction, yParity: parity, r, s }
  return {
    ...transaction,
    v:
      transaction.v < 35n
        ? BigInt(27 + parity)
        : transaction.v - ((transaction.v - 35n) % 2n) + BigInt(parity),
    r,
    s,
  }
}

const common = {
  nonce: 9n,
  gas: 21000n,
  to: filled(0x35, 20),
  value: 10n ** 18n,
  input: fromHex('0x'),
  r: 0n,
  s: 0n,
}
const typed = { ...common, chainId: 1n, accessList: [], yParity: 0 as const }
const fees = { ...typed, maxPriorityFeePerGas: 2n, maxFeePerGas: 100n }
const accessList = [{ address: filled(0x11, 20), storageKeys: [filled(0), filled(0xfe)] }]

/** One signed transaction of each type, and a creation, an unprotected one and one with an empty access list. */
export const transactions: readonly Transaction[] = [
  sign({ ...common, type: 0, gasPrice: 20n * 10n ** 9n, v: 37n }),
  sign({ ...common, type: 0, gasPrice: 20n * 10n ** 9n, v: 27n, to: null, input: fromHex('0x6001600055') }),
  sign({ ...typed, type: 1, gasPrice: 30n, accessList }),
  sign({ ...fees, type: 2, accessList, to: null, nonce: 0n, input: fromHex('0x00') }),
  sign({ ...fees, type: 2, value: 0n, maxFeePerGas: 8n }),
  sign({
    ...fees,
    type: 3,
    to: common.to,
    maxFeePerBlobGas: 7n,
    blobVersionedHashes: [filled(1), filled(2).with(0, 1)],
  }),
  sign({
    ...fees,
    type: 4,
    to: common.to,
    authorizationList: [
      { chainId: 0n, address: filled(0x77, 20), nonce: 1n, yParity: 1, r: 5n, s: 6n },
      { chainId: 1n, address: filled(0x78, 20), nonce: 0n, yParity: 255, r: 0n, s: 2n ** 255n }, // stored though it is not valid
    ],
  }),
]

export const logs: readonly Log[] = [
  {
    address: filled(0xaa, 20),
    topics: [filled(1), filled(2), filled(3), filled(4)],
    data: fromHex('0x00ff'),
  },
  { address: filled(0xbb, 20), topics: [], data: fromHex('0x') },
]

/** The receipt of a transaction, in order, with a consistent bloom. */
export function receiptOf(type: TransactionType, index: number, itsLogs: readonly Log[] = []): Receipt {
  return {
    type,
    status: index === 4 ? 0 : 1,
    cumulativeGasUsed: 21000n * BigInt(index + 1),
    logsBloom: logsBloom(itsLogs),
    logs: itsLogs,
  }
}

export const receipts: readonly Receipt[] = transactions.map(({ type }, index) =>
  receiptOf(type, index, index % 2 === 0 ? logs : []),
)

export const withdrawals: readonly Withdrawal[] = [
  { index: 0n, validatorIndex: 7n, address: filled(0x99, 20), amount: 32n * 10n ** 9n },
  { index: 1n, validatorIndex: 0n, address: filled(0x98, 20), amount: 0n },
]

export const requests: readonly Uint8Array[] = [fromHex('0x00'), fromHex('0x01abcd'), fromHex('0x02')]

export const config: ChainConfig = {
  chainId: 1n,
  blobSchedule: [{ timestamp: 0n, updateFraction: 5007716n }],
}
export const parent: { number: bigint; hash: Uint8Array; timestamp: bigint } = {
  number: 99n,
  hash: filled(0x0f),
  timestamp: 1000n,
}

/** A Frontier header. */
export const frontier: Header = {
  parentHash: filled(0x0e),
  sha3Uncles: filled(2),
  miner: filled(3, 20),
  stateRoot: filled(4),
  transactionsRoot: filled(5),
  receiptsRoot: filled(6),
  logsBloom: filled(0, 256),
  difficulty: 131072n,
  number: 98n,
  gasLimit: 5000n,
  gasUsed: 0n,
  timestamp: 900n,
  extraData: fromHex('0x'),
  mixHash: filled(7),
  nonce: filled(8, 8),
}

/** The parts of a block to build; missing ones are those of the full sample. */
export interface Parts {
  transactions?: readonly Transaction[]
  receipts?: readonly Receipt[]
  uncles?: readonly Uint8Array[]
  withdrawals?: readonly Uint8Array[] | undefined
  requests?: readonly Uint8Array[] | undefined
}

/** A Prague block that holds the parts, its header committing to all of them, unless `header` says otherwise. */
export function seal(
  parts: Parts = {},
  header: { [K in keyof Header]?: Header[K] | undefined } = {},
): RawBlock {
  const all = {
    transactions,
    receipts,
    uncles: [encodeHeader(frontier)],
    withdrawals: withdrawals.map(encodeWithdrawal),
    requests,
    ...parts,
  }
  const raw = {
    transactions: all.transactions.map((transaction) => encodeTransaction(transaction)),
    receipts: all.receipts.map((receipt) => encodeReceipt(receipt)),
    uncles: all.uncles,
    ...(all.withdrawals && { withdrawals: all.withdrawals }),
    ...(all.requests && { requests: all.requests }),
  }
  const bloom = new Uint8Array(256)
  for (const receipt of all.receipts) joinBloom(bloom, receipt.logsBloom)
  const whole = {
    ...frontier,
    parentHash: parent.hash,
    number: parent.number + 1n,
    timestamp: parent.timestamp + 12n,
    transactionsRoot: orderedTrieRoot(raw.transactions),
    receiptsRoot: orderedTrieRoot(raw.receipts),
    sha3Uncles: keccak256(encodeList(raw.uncles)),
    logsBloom: bloom,
    gasLimit: 30_000_000n,
    gasUsed: all.receipts.at(-1)?.cumulativeGasUsed ?? 0n,
    baseFeePerGas: 7n,
    withdrawalsRoot: all.withdrawals && orderedTrieRoot(all.withdrawals),
    blobGasUsed: all.transactions.reduce((sum, transaction) => sum + blobGasUsed(transaction), 0n),
    excessBlobGas: 10n ** 7n,
    parentBeaconBlockRoot: filled(9),
    requestsHash: hashRequests(all.requests ?? []),
    ...header,
  }
  return { header: encodeHeader(whole as Header), ...raw }
}
