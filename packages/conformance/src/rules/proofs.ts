import { ChainError } from '@lectern/chain'
import { fail, judgeEach, skip, type Check } from '../check.ts'
import { gatherFacts } from '../facts.ts'
import type { Walk } from '../walk.ts'
import { disagreement } from './agreements.ts'
import * as block from './block-proofs.ts'
import * as receipt from './receipt-proofs.ts'
import type { Proof } from './proof.ts'

// oxfmt-ignore
const rows: [name: string, sentence: string, source: string, proof: Proof][] = [
  ['header-hash', 'The fields of a block hash to its hash.', 'Yellow Paper, 4.4', block.hash],
  ['parent-hash', 'A block names the hash of the block before it.', 'Yellow Paper, 4.4', block.parentHash],
  ['transactions-root', 'The transactions of a block have its transactionsRoot.', 'Yellow Paper, 4.4', block.transactionsRoot],
  ['withdrawals-root', 'The withdrawals of a block have its withdrawalsRoot.', 'EIP-4895', block.withdrawalsRoot],
  ['uncles', 'A block without uncles has the hash of an empty list as sha3Uncles, any other block another.', 'Yellow Paper, 4.4', block.uncles],
  ['size', 'size is the length of the block as RLP.', 'execution-apis, Block', block.size],
  ['transaction-hash', 'The signed fields of a transaction hash to its hash.', 'EIP-2718', block.transactionHash],
  ['sender', 'from is whose key signed the transaction.', 'Yellow Paper, appendix F', block.sender],
  ['gas-price', 'gasPrice is the price that was paid.', 'EIP-1559', block.gasPrice],
  ['receipts-root', 'The receipts of a block have its receiptsRoot.', 'Yellow Paper, 4.4', receipt.receiptsRoot],
  ['receipt-bloom', 'The bloom of a receipt is the bloom of its logs.', 'Yellow Paper, 4.4.1', receipt.receiptBloom],
  ['block-bloom', 'The bloom of a block is the union of its receipts\' blooms.', 'Yellow Paper, 4.4', receipt.blockBloom],
  ['block-gas', 'The gas of a block is what its last receipt has added up.', 'Yellow Paper, 4.4', receipt.blockGas],
  ['receipt/gasUsed', 'gasUsed is what a receipt adds to cumulativeGasUsed.', 'execution-apis, ReceiptInfo', receipt.member('gasUsed')],
  ['receipt/effectiveGasPrice', 'effectiveGasPrice is the price that was paid.', 'EIP-1559', receipt.member('effectiveGasPrice')],
  ['receipt/contractAddress', 'contractAddress follows from sender and nonce.', 'Yellow Paper, 7', receipt.member('contractAddress')],
  ['receipt/blobGasUsed', 'blobGasUsed is 131,072 for each blob.', 'EIP-4844', receipt.member('blobGasUsed')],
  ['receipt/from', 'from is whose key signed the transaction.', 'Yellow Paper, appendix F', receipt.member('from')],
  ['receipt/to', 'to is the receiver that was signed.', 'Yellow Paper, 4.3', receipt.member('to')],
  ['receipt/type', 'type is the type that was signed.', 'EIP-2718', receipt.member('type')],
  ['receipt/transactionIndex', 'transactionIndex is the place in the block.', 'execution-apis, ReceiptInfo', receipt.member('transactionIndex')],
  ['receipt/logIndex', 'Logs are counted through the whole block.', 'execution-apis, Log', receipt.logMember('logIndex')],
  ['receipt/logTimestamp', 'The time of a log is the time of its block.', 'execution-apis, Log', receipt.logMember('blockTimestamp')],
]

/** Cryptographic proofs of what the walk met: nothing but the block hashes is taken on trust. */
export function planProofs(optional: ReadonlySet<string>, walk: Walk): Check[] {
  const key = {}
  return rows.map(([name, sentence, source, proof]) => ({
    id: `proof/${name}`,
    level: 'MUST',
    sentence,
    source,
    async judge(session) {
      const all = await session.once(key, async () => gatherFacts(await walk(session)))
      let proved = 0
      const finding = await judgeEach(all, (facts) => {
        try {
          const claims = proof(facts, all)
          proved += claims.length
          return judgeEach(claims, (claim) => disagreement(claim, optional))
        } catch (error) {
          if (!(error instanceof ChainError)) throw error
          return error.check === 'unsupported' ? undefined : fail(error.message, facts.reply)
        }
      })
      return finding ?? (proved === 0 ? skip('nothing was met that this can be proved on') : undefined)
    },
  }))
}
