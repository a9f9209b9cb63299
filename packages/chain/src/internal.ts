// What the packages of this repository share beyond the public names; it may change in any release.

// Bytes to facts, and back
export {
  blockSize,
  type BlockBody,
  encodeBlock,
  encodeBody,
  encodeReceipts,
  hashRequests,
  splitBody,
  splitHeader,
  splitReceipts,
} from './block/block.ts'
export {
  checkFields,
  fieldForks,
  type ForkField,
  HEADER_LIMIT,
  headerFields,
  type HeaderFork,
  isSince,
} from './block/header.ts'
export { envelope, envelopeType, fieldsOf, knownTypes } from './block/transaction.ts'
export { entryFields, type Fields, type Kind, rowsOf } from './block/fields.ts'
export { decodeWithdrawal, encodeWithdrawal, withdrawalFields } from './block/withdrawal.ts'

// Facts to JSON, and back
export {
  headerItems,
  receiptItems,
  transactionItems,
  unknownFork,
  withdrawalItems,
} from './json/from-json.ts'
export { type BlockFacts, type BlockParts, writeBlock, writeUncle } from './json/write-block.ts'
export { type BlockContext, type TransactionContext, writeTransaction } from './json/write-transaction.ts'
export { writeReceipt } from './json/write-receipt.ts'
export { createJsonWriter, type JsonWriter } from './json/writer.ts'

// Verification, proofs, roots and senders
export { checkNames } from './verify/checks.ts'
export { joinBloom } from './block/bloom.ts'
export {
  type BlockProof,
  firstReceipt,
  proveBlock,
  type ReceiptProof,
  type TransactionProof,
} from './verify/proof.ts'
export { addBloom, dropBloom } from './block/receipt.ts'
export {
  type NodePicker,
  pickTrieNodes,
  readTrieNodes,
  traceTrie,
  type TrieStep,
  type TrieNodes,
} from './trie/trie-proof.ts'
export { noble, signingHash, transactionChainId } from './crypto/sender.ts'
export {
  blobGasPrice,
  blobGasUsed,
  cappedPrice,
  createdAddress,
  effectiveGasPrice,
  GAS_PER_BLOB,
} from './verify/derive.ts'

// Shared tools
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
  type Hex,
  show,
  toBigInt,
  toQuantity,
} from './encoding/bytes.ts'
export { fromVerification, toVerification, type Verification } from './verify/verify.ts'
