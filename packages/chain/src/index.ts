// Bytes to facts, and back
export { type RawBlock, splitBlock } from './block/block.ts'
export { decodeHeader, encodeHeader, hashHeader, type Header } from './block/header.ts'
export {
  type AccessListTransaction,
  type BlobTransaction,
  decodeTransaction,
  type DynamicFeeTransaction,
  encodeTransaction,
  hashTransaction,
  type LegacyTransaction,
  type SetCodeTransaction,
  type Transaction,
  type TransactionType,
} from './block/transaction.ts'
export { type AccessListEntry, type Authorization, type Log } from './block/fields.ts'
export { decodeReceipt, encodeReceipt, type Receipt } from './block/receipt.ts'
export { type Withdrawal } from './block/withdrawal.ts'

// Facts to JSON, and back
export { blockToJson } from './json/write-block.ts'
export { transactionToJson } from './json/write-transaction.ts'
export { receiptToJson } from './json/write-receipt.ts'
export { headerFromJson, receiptFromJson, transactionFromJson, withdrawalFromJson } from './json/from-json.ts'

// Verification, roots and senders
export { type VerifiedBlock, type VerifiedTransaction, verify, type VerifyOptions } from './verify/verify.ts'
export { type Parent } from './verify/checks.ts'
export { ChainError, type Check } from './error.ts'
export { type ChainConfig, parseChainConfig } from './block/config.ts'
export { logsBloom } from './block/bloom.ts'
export { orderedTrieRoot } from './trie/trie.ts'
export { recoverSender } from './crypto/sender.ts'

// Shared tools
export { type Engine, keccak256, useEngine } from './crypto/engine.ts'
export { fromHex, toHex } from './encoding/bytes.ts'
