import * as block from './block-proofs.ts'
import * as receipt from './receipt-proofs.ts'
import { ChainError } from '@lectern/chain'
import { names } from '../methods.ts'
import { fail, checkEach, skip, toCheck, type Check, type Level } from '../../check.ts'
import { before, checkClaim, type Optional, type Proof } from './claim.ts'
import { gatherFacts, type BlockFacts } from '../facts.ts'
import type { Sampler } from '../../../sample/sample.ts'
import { familyOf, rulesOf } from '../families/families.ts'

type Row = readonly [name: string, sentence: string, source: string, proof: Proof, level?: Level]

const familySentence = 'What a family of chains adds follows from its rules.'
const familySource = 'OP stack specification, L1 cost function; OffchainLabs/nitro; maticnetwork/bor'

// oxfmt-ignore
const blockRows: readonly Row[] = [
  ['hash', 'The fields of a block hash to its hash.', 'Yellow Paper, 4.4', block.hash],
  ['parentHash', 'A block names the hash of the block before it.', 'Yellow Paper, 4.4', block.parentHash],
  ['transactionsRoot', 'The transactions of a block have its transactionsRoot.', 'Yellow Paper, 4.4', block.transactionsRoot],
  ['receiptsRoot', 'The receipts of a block have its receiptsRoot.', 'Yellow Paper, 4.4', receipt.receiptsRoot],
  ['withdrawalsRoot', 'The withdrawals of a block have its withdrawalsRoot.', 'EIP-4895', block.withdrawalsRoot],
  ['sha3Uncles', 'A block without uncles has the hash of an empty list as sha3Uncles, any other block another.', 'Yellow Paper, 4.4', block.uncles],
  ['size', 'size is the length of the block as RLP.', 'execution-apis, Block', block.size],
  ['logsBloom', 'The bloom of a block is the union of its receipts\' blooms.', 'Yellow Paper, 4.4', receipt.blockBloom],
  ['gasUsed', 'Before Amsterdam, the gas of a block is what its last receipt has added up.', 'Yellow Paper, 4.4; until EIP-7778 and EIP-8037', before('amsterdam', receipt.blockGas)],
  ['blobGasUsed', 'The blob gas of a block is 131,072 for each blob of its transactions.', 'EIP-4844', block.blobGas],
  ['family', familySentence, familySource, (facts, all) => rulesOf(facts.family).block?.(facts, all) ?? []],
]

// oxfmt-ignore
const receiptRows: readonly Row[] = [
  ['transactionHash', 'transactionHash is what the signed fields hash to.', 'EIP-2718', receipt.member('transactionHash')],
  ['transactionIndex', 'transactionIndex is the index in the block.', 'execution-apis, ReceiptInfo', receipt.member('transactionIndex')],
  ['blockHash', 'blockHash is what the fields of the block hash to.', 'execution-apis, ReceiptInfo', receipt.member('blockHash')],
  ['blockNumber', 'blockNumber is the number of the block.', 'execution-apis, ReceiptInfo', receipt.member('blockNumber')],
  ['from', 'from is whose key signed the transaction.', 'Yellow Paper, appendix F', receipt.member('from')],
  ['to', 'to is the receiver that was signed.', 'Yellow Paper, 4.3', receipt.member('to')],
  ['type', 'type is the type that was signed.', 'EIP-2718', receipt.member('type')],
  ['contractAddress', 'contractAddress follows from sender and nonce.', 'Yellow Paper, 7', receipt.createdContract(false)],
  ['contractAddress/failed', 'A creation that failed names the address that it would have had.', 'go-ethereum, reth, besu#3389; otherwise hardhat, go-ethereum#27937', receipt.createdContract(true), 'SHOULD'],
  ['gasUsed', 'gasUsed is what a receipt adds to cumulativeGasUsed.', 'execution-apis, ReceiptInfo; erigontech/erigon#22106', receipt.member('gasUsed')],
  ['cumulativeGasUsed', 'cumulativeGasUsed only ever grows in a block.', 'Yellow Paper, 4.4.1', receipt.cumulativeGas],
  ['effectiveGasPrice', 'effectiveGasPrice is the price that was paid.', 'EIP-1559', receipt.member('effectiveGasPrice')],
  ['logsBloom', 'The bloom of a receipt is the bloom of its logs.', 'Yellow Paper, 4.4.1', receipt.receiptBloom],
  ['blobGasUsed', 'blobGasUsed is 131,072 for each blob.', 'EIP-4844', receipt.member('blobGasUsed')],
  ['blobGasPrice', 'All receipts of a block have one blobGasPrice.', 'EIP-4844', receipt.oneBlobPrice],
  ['blobGasPrice/least', 'blobGasPrice is 1 wei where excessBlobGas is 0, by any schedule.', 'EIP-4844, MIN_BASE_FEE_PER_BLOB_GAS', receipt.leastBlobPrice],
  ['blobGasPrice/schedule', 'blobGasPrice follows from excessBlobGas by a known schedule.', 'EIP-4844, EIP-7691, EIP-7892', receipt.blobPrice, 'SHOULD'],
  ['logs/transactionHash', 'A log names what the signed fields of its transaction hash to.', 'execution-apis, Log', receipt.logMember('transactionHash')],
  ['logs/transactionIndex', 'A log names the index of its transaction in the block.', 'execution-apis, Log; erigontech/erigon#22504', receipt.logMember('transactionIndex')],
  ['logs/blockHash', 'A log names what the fields of its block hash to.', 'execution-apis, Log', receipt.logMember('blockHash')],
  ['logs/blockNumber', 'A log names the number of its block.', 'execution-apis, Log', receipt.logMember('blockNumber')],
  ['logs/blockTimestamp', 'The time of a log is the time of its block.', 'execution-apis#639', receipt.logMember('blockTimestamp')],
  ['logs/logIndex', 'Logs are counted through the whole block.', 'execution-apis, Log; erigontech/erigon#23062', receipt.logMember('logIndex')],
  ['logs/removed', 'A log of the chain is not removed.', 'execution-apis, Log', receipt.logMember('removed')],
  ['family', familySentence, familySource, (facts, all) => rulesOf(facts.family).receipt?.(facts, all) ?? []],
]

const rows: readonly (readonly [method: string, rows: readonly Row[]])[] = [
  [names.block, [...blockRows, ...block.transactionProofs('inBlock', 'transactions/')]],
  [names.transaction, block.transactionProofs('alone')],
  [names.receipt, receiptRows],
]

/** Cryptographic proofs of the sample, one for each member: nothing but the block hashes is taken on trust. */
export function planProofs(methods: readonly string[], optional: Optional, sample: Sampler): Check[] {
  const key = {}
  const known = rows.filter(([method]) => methods.includes(method))
  return known.flatMap(([method, own]) =>
    own.map(([name, sentence, source, proof, level = 'MUST']) => {
      const id = `proof/${method}/${name}`
      return toCheck(id, level, sentence, source, async (session) => {
        const all = await session.once(key, async () =>
          gatherFacts((await sample(session)).steps, await familyOf(session)),
        )
        let proved = 0
        let unsupported = 'nothing was met that this can be proved on'
        const finding = await checkEach(all, (facts) => {
          const reason = findUnknownRules(facts, name)
          if (reason !== undefined) {
            unsupported = reason
            return undefined
          }
          try {
            const claims = proof(facts, all)
            proved += claims.length
            return checkEach(claims, (claim) => checkClaim(claim, optional))
          } catch (error) {
            if (!(error instanceof ChainError)) throw error
            const isUnreadable = error.check !== 'unsupported'
            if (isUnreadable && readers.has(name)) return fail(error.message, facts.exchange)
            unsupported = isUnreadable ? 'what this is proved with cannot be read' : error.message
            return undefined
          }
        })
        return finding ?? (proved > 0 ? undefined : skip(unsupported))
      })
    }),
  )
}

/** The proofs that fail for what cannot be read: the others are skipped for it. */
const readers: ReadonlySet<string> = new Set(
  'hash transactions/hash transactions/from logsBloom receiptsRoot withdrawalsRoot'.split(' '),
)

/** The proofs that need a header alone. */
const ofHeaders: ReadonlySet<string> = new Set(['hash', 'parentHash', 'sha3Uncles'])

/** Returns the reason why the rules that a proof needs are not known; undefined if they are. */
function findUnknownRules({ family, json }: BlockFacts, proof: string): string | undefined {
  if (family.name === 'unknown') return 'the rules of the chain are not known: name its family'
  return ofHeaders.has(proof) ? undefined : family.earlierRules?.(json)
}
