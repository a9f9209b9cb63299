// The names that the packages of this repository share beyond the public ones. All packages have one version.

// Bytes to values, and back
export {
  fieldForks,
  type ForkField,
  headerFields,
  type HeaderFork,
  withdrawalFields,
} from './family/ethereum.ts'
export {
  blockSize,
  encodeBlock,
  encodeBody,
  encodeEnvelopes,
  hashRequests,
  splitBody,
  splitHeader,
  splitEnvelopes,
} from './block/block.ts'
export { findPrice, type Price } from './block/config.ts'
export { checkFields, HEADER_LIMIT, isSince } from './block/header.ts'
export { envelope, envelopeType, fieldsOf, knownTypes } from './block/transaction.ts'
export { type AnyFields, entryFields, type Fields, type Kind, rowsOf } from './block/fields.ts'
export { addBloom, addedFields, dropBloom } from './block/receipt.ts'
export { joinBloom } from './block/bloom.ts'

// The families of chains
export { ethereum } from './family/ethereum.ts'
export { type Claims, claimedMembers } from './family/claims.ts'
export { type AnyJson, type Family, type FamilyName, inNoRoot } from './family/family.ts'

// Values to JSON, and back
export {
  headerFieldsOf,
  headerItems,
  receiptItems,
  transactionItems,
  withdrawalItems,
} from './json/from-json.ts'
export { hasTinyValues } from './json/tiny-values.ts'
export { unknownFork } from './json/unknown-fork.ts'
export { type ClaimColumns, readClaims } from './json/claims.ts'
export { packClaims } from './json/pack-claims.ts'
export { writeUncle } from './json/write-block.ts'

// Verification, proofs and senders
export { each } from './verify/checks.ts'
export { firstReceipt, proveBlock } from './verify/proof.ts'
export { noble, signingHash, transactionChainId } from './crypto/sender.ts'
export { blobGasUsed, cappedPrice, GAS_PER_BLOB } from './verify/derive.ts'
export { fromVerification, once, toVerification, type Verification } from './verify/verify.ts'

// Shared tools
export {
  countItems,
  createSpans,
  decodeRlp,
  encodeList,
  encodeRlp,
  listItems,
  listPrefix,
  readContentSpans,
  readSpans,
  reuseMemory,
  type RlpInput,
  type RlpItem,
  rlpLength,
  type Spans,
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
