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
export { blockToJson, headerFromJson, withdrawalFromJson } from './json/block-json.ts'
export { transactionFromJson, transactionToJson } from './json/transaction-json.ts'
export { receiptFromJson, receiptToJson } from './json/receipt-json.ts'

// Bytes to the bytes of JSON

// Proof
export { type VerifiedBlock, type VerifiedTransaction, verify, type VerifyOptions } from './verify/verify.ts'
export { type Parent } from './verify/checks.ts'
export { ChainError, type Check } from './error.ts'
export { type ChainConfig, parseChainConfig } from './block/config.ts'
export { logsBloom } from './block/bloom.ts'
export { orderedTrieRoot } from './trie/trie.ts'
export { recoverSender } from './crypto/sender.ts'

// What all stand on
export { type Engine, keccak256, useEngine } from './crypto/engine.ts'
export { fromHex, toHex } from './encoding/bytes.ts'
