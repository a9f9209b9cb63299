import * as chain from '@lectern/chain'
import { blobGasUsed, blockSize, toQuantity, transactionChainId } from '@lectern/chain/internal'
import type { Json } from '../../../document/json.ts'
import {
  computedHash,
  computedTransactionHash,
  pricePaid,
  readTransaction,
  recoverSenders,
  type BlockFacts,
} from '../facts.ts'
import { claim, claims, type Proof } from './claim.ts'

const emptyUncles = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347' // keccak256 of the RLP of []

export const hash: Proof = (facts) => [claim('hash', computedHash(facts.json, facts.family), facts)]

export const parentHash: Proof = (facts, all) => {
  const { number } = chain.headerFromJson(facts.json, facts.family)
  const parent = number > 0n && all.find(({ json }) => json['number'] === toQuantity(number - 1n))
  return parent ? [claim('parentHash', computedHash(parent.json, facts.family), facts)] : []
}

export const transactionsRoot: Proof = (facts) => [
  claim('transactionsRoot', chain.toHex(chain.orderedTrieRoot(encodedTransactions(facts))), facts),
]

export const withdrawalsRoot: Proof = (facts) => {
  const { json, family, transactions } = facts
  const firstType = Number(transactions[0]?.inBlock.json['type'])
  if (family.hasStorageRoot?.(json, firstType)) return claims({ withdrawals: [] }, facts)
  const withdrawals = encodedWithdrawals(facts)
  return withdrawals ? [claim('withdrawalsRoot', chain.toHex(chain.orderedTrieRoot(withdrawals)), facts)] : []
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
  const header = chain.encodeHeader(chain.headerFromJson(facts.json, facts.family), facts.family)
  const body = { transactions: encodedTransactions(facts), uncles: [], ...(withdrawals && { withdrawals }) }
  return [claim('size', toQuantity(blockSize({ header, ...body })), facts)]
}

export const blobGas: Proof = (facts) => {
  const { family } = facts
  if (family.hasBlobs === false || chain.headerFromJson(facts.json, family).blobGasUsed === undefined)
    return []
  const transactions = facts.transactions.map(({ inBlock }) => readTransaction(inBlock.json, family))
  let total = 0n
  for (const transaction of transactions) {
    if (!transaction) return [] // what a type of another chain takes is not known
    total += blobGasUsed(transaction)
  }
  return [claim('blobGasUsed', toQuantity(total), facts)]
}

const encodedTransactions = ({ transactions, family }: BlockFacts) =>
  transactions.map(({ inBlock }) =>
    chain.encodeTransaction(chain.transactionFromJson(inBlock.json, family), family),
  )

/** Some nodes leave out an empty list. */
function encodedWithdrawals({ json }: BlockFacts): Uint8Array[] | undefined {
  const { withdrawals, withdrawalsRoot } = json
  if (!Array.isArray(withdrawals)) return withdrawalsRoot == null ? undefined : []
  return withdrawals.map((withdrawal: unknown) =>
    chain.encodeWithdrawal(chain.withdrawalFromJson(withdrawal)),
  )
}

/** Returns the expected member of the transaction at an index; undefined if it has no such member. */
type Derive = (facts: BlockFacts, index: number, json: Json) => unknown

// oxfmt-ignore
const derived: readonly (readonly [member: string, sentence: string, source: string, derive: Derive])[] = [
  ['hash', 'The signed fields of a transaction hash to its hash.', 'EIP-2718', ({ family }, _, json) => computedTransactionHash(chain.transactionFromJson(json, family), family)],
  ['from', 'from is whose key signed the transaction.', 'Yellow Paper, appendix F', sender],
  ['gasPrice', 'gasPrice is the price that was paid.', 'EIP-1559', price],
  ['chainId', 'The chainId of a legacy transaction follows from its v.', 'EIP-155', chainId],
  ['blockHash', 'blockHash is what the fields of its block hash to.', 'execution-apis, TransactionInfo', ({ json, family }) => computedHash(json, family)],
  ['blockNumber', 'blockNumber is the number of its block.', 'execution-apis, TransactionInfo', ({ json }) => json['number']],
  ['blockTimestamp', 'blockTimestamp is the time of its block.', 'execution-apis#749', ({ json }) => json['timestamp']],
  ['transactionIndex', 'transactionIndex is the index in its block.', 'execution-apis, TransactionInfo', (_, index) => toQuantity(index)],
]

/** One proof for each derived member: `alone` of the responses to a hash, else of the transactions in a block. */
export const transactionProofs = (
  side: 'alone' | 'inBlock',
  prefix = '',
): [member: string, sentence: string, source: string, proof: Proof][] =>
  derived.map(([member, sentence, source, derive]) => {
    const proof: Proof = (facts) =>
      facts.transactions.flatMap(({ [side]: located }, index) => {
        const expected =
          located && readTransaction(located.json, facts.family) && derive(facts, index, located.json)
        return located && expected !== undefined ? [claim(member, expected, located)] : []
      })
    return [prefix + member, sentence, source, proof]
  })

function sender(facts: BlockFacts, index: number): string | undefined {
  const found = recoverSenders(facts)[index]
  return found && chain.toHex(found)
}

function price({ json: block, family }: BlockFacts, _: number, json: Json): string | undefined {
  const { baseFeePerGas } = chain.headerFromJson(block, family)
  return pricePaid(chain.transactionFromJson(json, family), baseFeePerGas, family)
}

function chainId({ family }: BlockFacts, _: number, json: Json): string | undefined {
  const transaction = chain.transactionFromJson(json, family)
  if (transaction.type !== 0 || json['chainId'] === undefined) return undefined
  const id = transactionChainId(transaction)
  return id === undefined ? 'no chainId, as none was signed' : toQuantity(id)
}
