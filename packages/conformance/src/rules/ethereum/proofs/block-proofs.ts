import {
  encodeHeader,
  encodeTransaction,
  headerFromJson,
  orderedTrieRoot,
  toHex,
  transactionFromJson,
  withdrawalFromJson,
  encodeWithdrawal,
} from '@lectern/chain'
import { blobGasUsed, blockSize, toQuantity } from '@lectern/chain/internal'
import { computedHash, readTransaction, type BlockFacts } from '../facts.ts'
import { claim, claims, type Proof } from './claim.ts'

const emptyUncles = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347' // keccak256 of the RLP of []

export const hash: Proof = (facts) => [claim('hash', computedHash(facts.json, facts.family), facts)]

export const parentHash: Proof = (facts, all) => {
  const { number } = headerFromJson(facts.json, facts.family)
  const parent = number > 0n && all.find(({ json }) => json['number'] === toQuantity(number - 1n))
  return parent ? [claim('parentHash', computedHash(parent.json, facts.family), facts)] : []
}

export const transactionsRoot: Proof = (facts) => [
  claim('transactionsRoot', toHex(orderedTrieRoot(encodedTransactions(facts))), facts),
]

export const withdrawalsRoot: Proof = (facts) => {
  const { json, family, transactions } = facts
  const firstType = Number(transactions[0]?.inBlock.json['type'])
  if (family.hasStorageRoot?.(json, firstType)) return claims({ withdrawals: [] }, facts)
  const withdrawals = encodedWithdrawals(facts)
  return withdrawals ? [claim('withdrawalsRoot', toHex(orderedTrieRoot(withdrawals)), facts)] : []
}

export const uncles: Proof = (facts) => {
  const { uncles, sha3Uncles } = facts.json
  const key = 'sha3Uncles of an empty list'
  const none = Array.isArray(uncles) && uncles.length === 0
  return [claim(key, none, { ...facts, json: { [key]: sha3Uncles === emptyUncles } })]
}

// Uncles are answered as hashes, so a block with uncles cannot be put together again.
export const size: Proof = (facts) => {
  if (facts.json['sha3Uncles'] !== emptyUncles || facts.family.hasOtherSize) return []
  const withdrawals = encodedWithdrawals(facts)
  const header = encodeHeader(headerFromJson(facts.json, facts.family), facts.family)
  const body = { transactions: encodedTransactions(facts), uncles: [], ...(withdrawals && { withdrawals }) }
  return [claim('size', toQuantity(blockSize({ header, ...body })), facts)]
}

export const blobGas: Proof = (facts) => {
  const { family } = facts
  if (family.hasBlobs === false || headerFromJson(facts.json, family).blobGasUsed === undefined) return []
  const transactions = facts.transactions.map(({ inBlock }) => readTransaction(inBlock.json, family))
  let total = 0n
  for (const transaction of transactions) {
    if (!transaction) return [] // what a type of another chain takes is not known
    total += blobGasUsed(transaction)
  }
  return [claim('blobGasUsed', toQuantity(total), facts)]
}

const encodedTransactions = ({ transactions, family }: BlockFacts) =>
  transactions.map(({ inBlock }) => encodeTransaction(transactionFromJson(inBlock.json, family), family))

/** Some nodes leave out an empty list. */
function encodedWithdrawals({ json }: BlockFacts): Uint8Array[] | undefined {
  const { withdrawals, withdrawalsRoot } = json
  if (!Array.isArray(withdrawals)) return withdrawalsRoot == null ? undefined : []
  return withdrawals.map((withdrawal: unknown) => encodeWithdrawal(withdrawalFromJson(withdrawal)))
}
