// Bytes to facts, and back
export {
  blockSize,
  type BlockBody,
  encodeBlock,
  encodeBody,
  encodeReceipts,
  type RawBlock,
  splitBlock,
  splitBody,
  splitHeader,
  splitReceipts,
} from './block/block.ts'
export {
  decodeHeader,
  encodeHeader,
  hashHeader,
  type Header,
  HEADER_LIMIT,
  headerFields,
} from './block/header.ts'
export {
  type AccessListTransaction,
  type BlobTransaction,
  decodeTransaction,
  type DynamicFeeTransaction,
  encodeTransaction,
  envelope,
  envelopeType,
  fieldsOf,
  hashTransaction,
  type LegacyTransaction,
  type SetCodeTransaction,
  type Transaction,
  type TransactionType,
} from './block/transaction.ts'
export {
  type AccessListEntry,
  type Authorization,
  entryFields,
  type Fields,
  type Kind,
  type Log,
  rowsOf,
} from './block/fields.ts'
export { decodeReceipt, encodeReceipt, type Receipt } from './block/receipt.ts'
export { decodeWithdrawal, encodeWithdrawal, type Withdrawal, withdrawalFields } from './block/withdrawal.ts'

// Facts to JSON, and back
export {
  type BlockFacts,
  blockToJson,
  headerFromJson,
  headerItems,
  withdrawalFromJson,
  withdrawalItems,
} from './json/block-json.ts'
export {
  transactionFromJson,
  transactionItems,
  transactionToJson,
  type TypedItems,
} from './json/transaction-json.ts'
export { receiptFromJson, receiptItems, receiptToJson } from './json/receipt-json.ts'

// Bytes to the bytes of JSON
export { createJsonWriter, type JsonWriter, type PutLong } from './json/writer.ts'
export { type BlockParts, type BlockTransaction, writeBlock } from './json/write-block.ts'
export { type BlockPlace, type TransactionPlace } from './json/context-sources.ts'
export { type ReceiptPlace, writeReceipt } from './json/write-receipt.ts'
export { writeTransaction } from './json/write-transaction.ts'

// Proof
export { type VerifiedBlock, type VerifiedTransaction, verify, type VerifyOptions } from './verify/verify.ts'
export { checkNames, type Parent } from './verify/checks.ts'
export { ChainError, type Check } from './error.ts'
export { type ChainConfig, parseChainConfig } from './block/config.ts'
export { joinBloom, logsBloom } from './block/bloom.ts'
export { orderedTrieRoot } from './trie/trie.ts'
export {
  type BlockProof,
  firstReceipt,
  type ProofParts,
  proveBlock,
  proveReceipt,
  proveTransaction,
  type ReceiptProof,
  type TransactionProof,
} from './verify/proof.ts'
export { addBloom, dropBloom } from './block/slim-receipt.ts'
export {
  type NodePicker,
  pickTrieNodes,
  readTrieNodes,
  trieHolds,
  trieNodes,
  type TrieNodes,
} from './trie/trie-proof.ts'
export { hashRequests } from './block/requests.ts'
export { recoverSender, signingHash, transactionChainId } from './crypto/sender.ts'
export {
  blobGasPrice,
  blobGasUsed,
  cappedPrice,
  createdAddress,
  createdAddressOf,
  effectiveGasPrice,
  GAS_PER_BLOB,
} from './verify/derive.ts'

// What all stand on
export { type Engine, keccak256, useEngine } from './crypto/engine.ts'
export { noble } from './crypto/noble.ts'
export {
  countItems,
  decodeRlp,
  encodeList,
  encodeRlp,
  listItems,
  type RlpInput,
  type RlpItem,
  rlpLength,
  stringContent,
} from './encoding/rlp.ts'
export {
  concatBytes,
  equalBytes,
  fromBigInt,
  fromHex,
  fromQuantity,
  type Hex,
  toBigInt,
  toHex,
  toQuantity,
} from './encoding/bytes.ts'
