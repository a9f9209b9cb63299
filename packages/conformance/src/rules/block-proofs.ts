import {
  blockSize,
  effectiveGasPrice,
  encodeHeader,
  encodeTransaction,
  encodeWithdrawal,
  headerFromJson,
  orderedTrieRoot,
  toHex,
  toQuantity,
  transactionFromJson,
  withdrawalFromJson,
} from '@lectern/chain'
import { computedHash, computedTransactionHash, recoverSenders, type BlockFacts } from '../facts.ts'
import { claim, type Claim, type Proof } from './proof.ts'

const emptyUncles = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347' // keccak256 of the RLP of []

export const hash: Proof = (facts) => [claim('hash', computedHash(facts.json), facts)]

export const parentHash: Proof = (facts, all) => {
  const { number } = headerFromJson(facts.json)
  const parent = number > 0n && all.find(({ json }) => json['number'] === toQuantity(number - 1n))
  return parent ? [claim('parentHash', computedHash(parent.json), facts)] : []
}

export const transactionsRoot: Proof = (facts) => [
  claim('transactionsRoot', toHex(orderedTrieRoot(encodedTransactions(facts))), facts),
]

export const withdrawalsRoot: Proof = (facts) => {
  const withdrawals = encodedWithdrawals(facts)
  return withdrawals ? [claim('withdrawalsRoot', toHex(orderedTrieRoot(withdrawals)), facts)] : []
}

export const uncles: Proof = ({ json, reply }) => {
  const none = Array.isArray(json['uncles']) && json['uncles'].length === 0
  const actual = { 'sha3Uncles of an empty list': json['sha3Uncles'] === emptyUncles }
  return [{ expected: { 'sha3Uncles of an empty list': none }, actual, reply }]
}

// Uncles are answered as hashes, so a block with uncles cannot be put together again.
export const size: Proof = (facts) => {
  if (facts.json['sha3Uncles'] !== emptyUncles) return []
  const withdrawals = encodedWithdrawals(facts)
  const header = encodeHeader(headerFromJson(facts.json))
  const raw = {
    header,
    transactions: encodedTransactions(facts),
    uncles: [],
    ...(withdrawals && { withdrawals }),
  }
  return [claim('size', toQuantity(blockSize(raw)), facts)]
}

export const transactionHash: Proof = (facts) =>
  transactionClaims(facts, 'hash', (transaction) => computedTransactionHash(transaction))

export const sender: Proof = (facts) =>
  transactionClaims(facts, 'from', (_, index) => toHex(recoverSenders(facts)[index]!))

export const gasPrice: Proof = (facts) => {
  const { baseFeePerGas } = headerFromJson(facts.json)
  return transactionClaims(facts, 'gasPrice', (transaction) =>
    toQuantity(effectiveGasPrice(transactionFromJson(transaction), baseFeePerGas)),
  )
}

function transactionClaims(
  { transactions, reply }: BlockFacts,
  key: string,
  compute: (transaction: BlockFacts['json'], index: number) => string,
): Claim[] {
  return transactions.map(({ json }, index) => claim(key, compute(json, index), { json, reply }))
}

const encodedTransactions = ({ transactions }: BlockFacts) =>
  transactions.map(({ json }) => encodeTransaction(transactionFromJson(json)))

function encodedWithdrawals({ json }: BlockFacts): Uint8Array[] | undefined {
  const withdrawals = json['withdrawals']
  return Array.isArray(withdrawals)
    ? withdrawals.map((withdrawal: unknown) => encodeWithdrawal(withdrawalFromJson(withdrawal)))
    : undefined
}
