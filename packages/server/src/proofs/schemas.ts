import { Bytes, Hash, Quantity } from '@lectern/spec/schemas'
import * as Type from 'typebox'

type List<T extends Type.TSchema> = Type.TImmutable<Type.TArray<T>>
type BytesList = List<typeof Bytes>

type BlockMembers = { header: typeof Bytes; uncles: BytesList }

type TransactionMembers = {
  header: typeof Bytes
  index: typeof Quantity
  transaction: typeof Bytes
  transactionNodes: BytesList
}

type ReceiptMembers = TransactionMembers & {
  firstReceipt: typeof Quantity
  receipts: BytesList
  receiptNodes: BytesList
}

type BranchMembers<Kind extends string> = {
  headers: BytesList
  kind: Type.TEnum<Kind[]>
  proof: typeof Bytes
  root: typeof Hash
  branch: List<typeof Hash>
}

type HistoryMembers = [
  Type.TObject<{ headers: BytesList }>,
  Type.TObject<BranchMembers<'accumulator' | 'historicalRoots'>>,
  Type.TObject<BranchMembers<'summariesCapella' | 'summariesDeneb'> & { beacon: typeof Bytes }>,
]

const list = <T extends Type.TSchema>(item: T): List<T> => Type.Immutable(Type.Array(item))
const closed = { additionalProperties: false }

const transactionMembers: TransactionMembers = {
  header: Bytes,
  index: Quantity,
  transaction: Bytes,
  transactionNodes: list(Bytes),
}

const branchMembers = <const Kind extends string>(kinds: Kind[]): BranchMembers<Kind> => ({
  headers: list(Bytes),
  kind: Type.Enum(kinds),
  proof: Bytes,
  root: Hash,
  branch: list(Hash),
})

/** TypeBox schemas of the responses of `/proof/{kind}/…`, by kind. docs/proofs-format.md describes their members. */
export const proofSchemas: {
  readonly block: Type.TObject<BlockMembers>
  readonly transaction: Type.TObject<TransactionMembers>
  readonly receipt: Type.TObject<ReceiptMembers>
  readonly history: Type.TUnion<HistoryMembers>
} = {
  block: Type.Object({ header: Bytes, uncles: list(Bytes) }, closed),
  transaction: Type.Object(transactionMembers, closed),
  receipt: Type.Object(
    { ...transactionMembers, firstReceipt: Quantity, receipts: list(Bytes), receiptNodes: list(Bytes) },
    closed,
  ),
  history: Type.Union([
    Type.Object({ headers: list(Bytes) }, closed),
    Type.Object(branchMembers(['accumulator', 'historicalRoots']), closed),
    Type.Object({ ...branchMembers(['summariesCapella', 'summariesDeneb']), beacon: Bytes }, closed),
  ]),
}

/** TypeBox schema of a refusal. A program tells by the code whether the server has proofs, and lacks this one. */
export const ProofRefusal: Type.TObject<{
  error: Type.TString
  code: Type.TEnum<('malformed' | 'not-stored' | 'method' | 'failed' | 'refused')[]>
}> = Type.Object(
  { error: Type.String(), code: Type.Enum(['malformed', 'not-stored', 'method', 'failed', 'refused']) },
  closed,
)
