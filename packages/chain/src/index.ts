// Bytes to values, and back
export {
  type Header,
  type AccessListTransaction,
  type BlobTransaction,
  type DynamicFeeTransaction,
  type LegacyTransaction,
  type SetCodeTransaction,
  type Transaction,
  type TransactionType,
  type Receipt,
  type Withdrawal,
} from './family/ethereum.ts'
export { type BlockBody, type RawBlock, splitBlock } from './block/block.ts'
export { decodeHeader, encodeHeader, hashHeader } from './block/header.ts'
export { decodeTransaction, encodeTransaction, hashTransaction } from './block/transaction.ts'
export { type AccessListEntry, type Authorization, type Log } from './block/fields.ts'
export { decodeReceipt, encodeReceipt } from './block/receipt.ts'
export { decodeWithdrawal, encodeWithdrawal } from './block/withdrawal.ts'

// Values to JSON, and back
export { type BlockFacts, type BlockParts, blockToJson, writeBlock } from './json/write-block.ts'
export {
  type BlockContext,
  type TransactionContext,
  transactionToJson,
  writeTransaction,
} from './json/write-transaction.ts'
export { type ReceiptContext, receiptToJson, writeReceipt, writeReceipts } from './json/write-receipt.ts'
export { createJsonWriter, type JsonWriter } from './json/writer.ts'
export { headerFromJson, receiptFromJson, transactionFromJson, withdrawalFromJson } from './json/from-json.ts'

// Families of chains; ./families has all of them
export type { Family, FamilyName } from './family/family.ts'

// Verification, and values that follow from a block
export { type VerifiedBlock, type VerifiedTransaction, verify, type VerifyOptions } from './verify/verify.ts'
export { type Parent } from './verify/checks.ts'
export { ChainError, type Check } from './error.ts'
export { type ChainConfig, parseChainConfig } from './block/config.ts'
export { blobGasPrice, createdAddress, effectiveGasPrice } from './verify/derive.ts'
export { logsBloom } from './block/bloom.ts'
export { recoverSender } from './crypto/sender.ts'

// Tries and proofs
export { orderedTrieRoot } from './trie/trie.ts'
export {
  type NodePicker,
  pickTrieNodes,
  readTrieNodes,
  traceTrie,
  type TrieNodes,
  type TrieStep,
} from './trie/trie-proof.ts'
export { type BlockProof, type ReceiptProof, type TransactionProof } from './verify/proof.ts'

// Shared tools
export { type Engine, keccak256, useEngine } from './crypto/engine.ts'
export { fromHex, toHex } from './encoding/bytes.ts'
