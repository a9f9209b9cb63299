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
} from './block.ts'
export { decodeHeader, encodeHeader, hashHeader, type Header, HEADER_LIMIT, headerFields } from './header.ts'
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
} from './transaction.ts'
export {
  type AccessListEntry,
  type Authorization,
  entryFields,
  type Fields,
  type Kind,
  type Log,
  rowsOf,
} from './fields.ts'
export { decodeReceipt, encodeReceipt, type Receipt } from './receipt.ts'
export { decodeWithdrawal, encodeWithdrawal, type Withdrawal, withdrawalFields } from './withdrawal.ts'

// Facts to JSON, and back
export {
  type BlockFacts,
  blockToJson,
  headerFromJson,
  headerItems,
  withdrawalFromJson,
  withdrawalItems,
} from './block-json.ts'
export {
  transactionFromJson,
  transactionItems,
  transactionToJson,
  type TypedItems,
} from './transaction-json.ts'
export { receiptFromJson, receiptItems, receiptToJson } from './receipt-json.ts'

// Bytes to the bytes of JSON
export { createJsonWriter, type JsonWriter, type PutLong } from './json-writer.ts'
export { type BlockParts, type BlockTransaction, writeBlock } from './block-text.ts'
export { type BlockPlace, type TransactionPlace } from './place-sources.ts'
export { type ReceiptPlace, writeReceipt } from './receipt-text.ts'
export { writeTransaction } from './transaction-text.ts'

// Proof
export { type VerifiedBlock, type VerifiedTransaction, verify, type VerifyOptions } from './verify.ts'
export { checkNames, type Parent } from './checks.ts'
export { ChainError, type Check } from './error.ts'
export { type ChainConfig, parseChainConfig } from './config.ts'
export { joinBloom, logsBloom } from './bloom.ts'
export { orderedTrieRoot } from './trie.ts'
export {
  type BlockProof,
  firstReceipt,
  type ProofParts,
  proveBlock,
  proveReceipt,
  proveTransaction,
  type ReceiptProof,
  type TransactionProof,
} from './proof.ts'
export { addBloom, dropBloom } from './slim-receipt.ts'
export {
  type NodePicker,
  pickTrieNodes,
  readTrieNodes,
  trieHolds,
  trieNodes,
  type TrieNodes,
} from './trie-proof.ts'
export { hashRequests } from './requests.ts'
export { recoverSender, signingHash, transactionChainId } from './sender.ts'
export {
  blobGasPrice,
  blobGasUsed,
  cappedPrice,
  createdAddress,
  createdAddressOf,
  effectiveGasPrice,
  GAS_PER_BLOB,
} from './derive.ts'

// What all stand on
export { type Engine, keccak256, useEngine } from './engine.ts'
export { noble } from './noble.ts'
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
} from './rlp.ts'
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
} from './bytes.ts'
