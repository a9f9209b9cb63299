// What the packages of this repository share beyond the public names; it may change in any release.

// Bytes to facts, and back
export {
  blockSize,
  type BlockBody,
  encodeBlock,
  encodeBody,
  encodeReceipts,
  splitBody,
  splitHeader,
  splitReceipts,
} from './block/block.ts'
export { HEADER_LIMIT, headerFields } from './block/header.ts'
export { envelope, envelopeType, fieldsOf } from './block/transaction.ts'
export { entryFields, type Fields, type Kind, rowsOf } from './block/fields.ts'
export { decodeWithdrawal, encodeWithdrawal, withdrawalFields } from './block/withdrawal.ts'

// Facts to JSON, and back
export { type BlockFacts, headerItems, withdrawalItems } from './json/block-json.ts'
export { transactionItems, type TypedItems } from './json/transaction-json.ts'
export { receiptItems } from './json/receipt-json.ts'

// Bytes to the bytes of JSON
export { createJsonWriter, type JsonWriter, type PutLong } from './json/writer.ts'
export { type BlockParts, type BlockTransaction, writeBlock } from './json/write-block.ts'
export { type BlockPlace, type TransactionPlace } from './json/context-sources.ts'
export { type ReceiptPlace, writeReceipt } from './json/write-receipt.ts'
export { writeTransaction } from './json/write-transaction.ts'

// Proof
export { checkNames } from './verify/checks.ts'
export { joinBloom } from './block/bloom.ts'
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
export { signingHash, transactionChainId } from './crypto/sender.ts'
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
  fromQuantity,
  type Hex,
  toBigInt,
  toQuantity,
} from './encoding/bytes.ts'
export { fromVerdict, toVerdict, type Verdict } from './verify/verdict.ts'
