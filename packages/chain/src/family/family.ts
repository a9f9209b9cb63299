import type { AnyFields } from '../block/fields.ts'

/** The name of a family of chains. */
export type FamilyName = 'ethereum' | 'op' | 'arbitrum' | 'polygon' | 'bsc' | 'gnosis' | 'unknown'

/** The rules of a family of chains: the rows of its blocks, and where its checks differ from Ethereum's. */
export interface Family {
  readonly name: FamilyName
  readonly header: AnyFields
  /** The rows of a header whose 15th field is not a nonce of 8 bytes. @default none */
  readonly sealedHeader?: AnyFields
  /** The fields of each transaction type. Those of a signed type end with the signature. */
  readonly transactions: Readonly<Record<number, AnyFields>>
  /** The sender of each unsigned type: a field, or a constant address. @default all types are signed */
  readonly senders?: Readonly<Record<number, 'from' | Uint8Array>>
  /** Whether a legacy transaction with an r and s of zero is one of layer 1, whose bytes do not name the sender. @default false */
  readonly hasZeroSignatures?: boolean
  /** The fields after the logs in receipts of a type, either all or none. JSON has all of them where it has the last. @default none */
  readonly receipts?: Readonly<Record<number, AnyFields>>
  /** Returns the hash of the transaction that ends a block's JSON, and is in none of its roots. @default none */
  readonly outsideHash?: (number: bigint, hash: Uint8Array) => Uint8Array
  /** The members of a block's JSON that repeat bytes of its header: the field, and its first and last byte. @default none */
  readonly repeated?: Readonly<Record<string, readonly [field: string, start: number, end: number]>>
  /** Whether each transaction pays the price of its fees and the base fee. @default true */
  readonly hasEffectivePrices?: boolean
  /** Whether a block may have its parent's timestamp. @default false */
  readonly mayShareTimestamp?: boolean
  /** The field of a header since which withdrawalsRoot is the root of a contract's storage, and no block has withdrawals. @default none */
  readonly storageRootSince?: string
  /** Whether blocks may have blobs. Without, blobGasUsed may count anything, and excessBlobGas makes no price. @default true */
  readonly hasBlobs?: boolean
}
