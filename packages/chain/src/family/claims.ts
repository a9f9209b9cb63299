import type { FamilyTypes } from '@lectern/spec'
import type { FamilyName } from './family.ts'

/** A part for blocks, for transactions, and for receipts. */
export interface Claims<Part> {
  readonly block?: Part
  readonly transaction?: Part
  readonly receipt?: Part
}

/** The members of a family's JSON that follow from no hash, where a type's own fields do not give them. A store has them as a node wrote them. */
// oxfmt-ignore
export const claimedMembers: { readonly [N in FamilyName]?: Claims<readonly string[]> } = {
  op: {
    transaction: [
      'nonce', 'gasPrice', 'v', 'r', 's', 'yParity', 'depositReceiptVersion', // of deposits
      'queueOrigin', 'l1TxOrigin', 'l1BlockNumber', 'l1Timestamp', 'index', 'queueIndex', 'rawTransaction', // before Bedrock
    ],
    receipt: [
      'depositNonce', 'contractAddress', 'effectiveGasPrice', // of deposits; the nonce before Canyon
      'l1Fee', 'l1GasUsed', 'l1GasPrice', 'l1FeeScalar', 'l1BaseFeeScalar', 'l1BlobBaseFee', 'l1BlobBaseFeeScalar',
      'operatorFeeScalar', 'operatorFeeConstant', 'daFootprintGasScalar', 'blobGasUsed',
    ],
  },
  arbitrum: {
    transaction: ['gas', 'gasPrice', 'nonce', 'to', 'value', 'input', 'v', 'r', 's'], // of unsigned types; any price
    receipt: ['to', 'contractAddress', 'effectiveGasPrice', 'gasUsedForL1', 'l1BlockNumber', 'timeboosted'],
  },
  bsc: { block: ['milliTimestamp'] },
  gnosis: { block: ['mixHash', 'nonce'] }, // zeros next to a seal
} satisfies {
  [N in keyof FamilyTypes]?: {
    block?: (keyof FamilyTypes[N]['Block'])[]
    transaction?: KeysOf<FamilyTypes[N]['Transaction']>[]
    receipt?: (keyof FamilyTypes[N]['Receipt'])[]
  }
}

/** The members of every type of a union. */
type KeysOf<T> = T extends unknown ? keyof T : never

/** The claimed members of transactions that their receipts repeat, and their names there. */
export const receiptNames: Readonly<Record<string, string>> = {
  nonce: 'depositNonce',
  depositReceiptVersion: 'depositReceiptVersion',
}
