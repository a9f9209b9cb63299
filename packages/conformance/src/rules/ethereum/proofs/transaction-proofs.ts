import { headerFromJson, toHex, transactionFromJson } from '@lectern/chain'
import { toQuantity, transactionChainId } from '@lectern/chain/internal'
import {
  computedHash,
  computedTransactionHash,
  pricePaid,
  readTransaction,
  recoverSenders,
  type BlockFacts,
} from '../facts.ts'
import type { Json } from '../../../document/json.ts'
import { claim, type Proof } from './claim.ts'

/** Returns the expected member of the transaction at an index; undefined if it has no such member. */
type Derive = (facts: BlockFacts, index: number, json: Json) => unknown

// oxfmt-ignore
const derived: readonly (readonly [member: string, sentence: string, source: string, derive: Derive])[] = [
  ['hash', 'The signed fields of a transaction hash to its hash.', 'EIP-2718', ({ family }, _, json) => computedTransactionHash(json, family)],
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
  return found && toHex(found)
}

function price({ json: block, family }: BlockFacts, _: number, json: Json): string | undefined {
  return pricePaid(transactionFromJson(json, family), headerFromJson(block, family).baseFeePerGas, family)
}

function chainId({ family }: BlockFacts, _: number, json: Json): string | undefined {
  const transaction = transactionFromJson(json, family)
  if (transaction.type !== 0 || json['chainId'] === undefined) return undefined
  const id = transactionChainId(transaction)
  return id === undefined ? 'no chainId, as none was signed' : toQuantity(id)
}
