import type { FamilyTypes } from '@lectern/spec'
import type { AnyFields, Kind } from '../block/fields.ts'

/** The name of a family of chains: of Ethereum, of an overlay of the document, or of chains of unknown rules. */
export type FamilyName = 'ethereum' | keyof FamilyTypes | 'unknown'

/** Rows for members of a JSON object. */
export type RowsOf<T> = { readonly [Name in keyof T]?: Kind }

/** An object whose members are not checked. */
export type AnyJson = Readonly<Record<string, unknown>>

/** The rules of a family of chains: the rows of its blocks, and where its checks differ from Ethereum's. */
export interface Family {
  readonly name: FamilyName
  readonly header: AnyFields
  /** The rows of a header whose 15th field is not a nonce of 8 bytes, and the member that JSON has for it. @default none */
  readonly sealedHeader?: AnyFields
  readonly seal?: string
  /** The fields of each transaction type. Those of a signed type end with the signature. */
  readonly transactions: Readonly<Record<number, AnyFields>>
  /** The sender of each unsigned type: a field, or a constant address. @default all types are signed */
  readonly senders?: Readonly<Record<number, 'from' | Uint8Array>>
  /** Whether a legacy transaction with an r and s of zero is one of layer 1, whose bytes do not name the sender. @default false */
  readonly hasZeroSignatures?: boolean
  /** Returns the sender in the JSON of a transaction, undefined if nothing names it; `recover` reads its signature. @default recover */
  readonly senderOf?: (
    type: number,
    transaction: AnyJson,
    recover: () => string | undefined,
  ) => string | undefined
  /** The fields after the logs in receipts of a type, either all or none. JSON has all of them where it has the last. @default none */
  readonly receipts?: Readonly<Record<number, AnyFields>>
  /** Returns the hash of the transaction that ends a block's JSON and is in none of its roots, from the block's. @default none */
  readonly outsideHash?: (number: bigint, hash: string) => string
  /** The EIP-2718 bytes of that transaction: all are the same. @default none */
  readonly outside?: Uint8Array
  /** The members of a block's JSON that its header does not have. @default none */
  readonly blockMembers?: readonly string[]
  /** Returns those of them that repeat the header. @default none */
  readonly repeated?: (block: AnyJson) => Readonly<Record<string, string>>
  /** Returns the reason why a block's roots follow rules that are not known. @default they are Ethereum's */
  readonly earlierRules?: (block: AnyJson) => string | undefined
  /** Returns the reason why a transaction's hash does not follow from its JSON. @default it follows */
  readonly whyUnhashable?: (type: number, transaction: AnyJson) => string | undefined
  /** Whether transactions may pay another price than that of their fees and the base fee. @default false */
  readonly hasOwnPrices?: boolean
  /** Whether the size of a block may count another encoding. @default false */
  readonly hasOtherSize?: boolean
  /** Whether a block may have its parent's timestamp. @default false */
  readonly mayShareTimestamp?: boolean
  /**
   * Returns whether a header's withdrawalsRoot is a root of storage, so that its block has no withdrawals.
   * @param firstType The type of the block's first transaction, which shows a block of the family.
   * @default it is the root of withdrawals
   */
  readonly hasStorageRoot?: (header: AnyJson, firstType: number | undefined) => boolean
  /** Whether blocks may have blobs. Without, blobGasUsed may count anything, and excessBlobGas makes no price. @default true */
  readonly hasBlobs?: boolean
}

/** The reason of a transaction that `outsideHash` names. */
export const inNoRoot = 'no root of its block commits to it.'
