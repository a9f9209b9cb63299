import type { Static } from 'typebox'
import { expectTypeOf, test } from 'vitest'
import type * as spec from '../src/index.ts'
import * as families from '../src/family/schemas.gen.ts'
import * as schemas from '../src/schemas.gen.ts'
import { errors, type Block, type Transaction } from '../src/index.ts'
import type {
  CompanionName,
  Companions,
  ErrorCode,
  Json,
  MethodName,
  Methods,
  Params,
  Result,
} from '../src/index.ts'

test('D1 parameters are labelled tuples of the right length', () => {
  expectTypeOf<Params<'eth_getBlockByNumber'>>().toEqualTypeOf<
    [block_number: spec.BlockNumberOrTag, return_full_txns: boolean]
  >()
  expectTypeOf<Params<'eth_getTransactionByHash'>>().toEqualTypeOf<[tx_hash: `0x${string}`]>()
  // @ts-expect-error one parameter is missing
  expectTypeOf<['latest']>().toExtend<Params<'eth_getBlockByNumber'>>()
  // @ts-expect-error a hash begins with 0x
  expectTypeOf<['12']>().toExtend<Params<'eth_getTransactionByHash'>>()
})

test("D1 a result is the document's, or null", () => {
  expectTypeOf<Result<'eth_getTransactionByHash'>>().toEqualTypeOf<spec.Transaction | null>()
  expectTypeOf<Result<'eth_getTransactionReceipt'>>().toEqualTypeOf<spec.Receipt | null>()
  expectTypeOf<Result<'eth_getBlockByNumber'>>().toEqualTypeOf<spec.Block | null>()
})

function narrow(transaction: Transaction): boolean {
  if (transaction.type === '0x3') expectTypeOf(transaction).toEqualTypeOf<spec.BlobTransaction>()
  if (transaction.type === '0x0') expectTypeOf(transaction).not.toHaveProperty('accessList')
  if (transaction.type === '0x4') expectTypeOf(transaction.to).toEqualTypeOf<spec.Address>()
  expectTypeOf(transaction.type).toEqualTypeOf<spec.TransactionType>()
  // @ts-expect-error there is no type 0x3f
  return transaction.type === '0x3f'
}

test('D1 a transaction is narrowed by its type', () => {
  expectTypeOf(narrow).toBeFunction()
})

test('D1 the transactions of a block are hashes or whole', () => {
  expectTypeOf<Block['transactions']>().toEqualTypeOf<spec.Hash[] | spec.Transaction[]>()
  expectTypeOf<spec.BlockWithHashes['transactions']>().toEqualTypeOf<spec.Hash[]>()
  expectTypeOf<spec.BlockWithTransactions>().toExtend<Block>()
})

test('D1 the TypeBox constants have the interfaces as their static types', () => {
  expectTypeOf<Static<typeof schemas.Receipt>>().toEqualTypeOf<spec.Receipt>()
  expectTypeOf<Static<typeof schemas.Log>>().toEqualTypeOf<spec.Log>()
  expectTypeOf<Static<typeof schemas.Block>>().toEqualTypeOf<spec.Block>()
  expectTypeOf<Static<typeof schemas.Transaction>>().toEqualTypeOf<spec.Transaction>()
})

test('D1 an implementation of Methods must have each method, and may answer with bytes', () => {
  expectTypeOf<keyof Methods>().toEqualTypeOf<MethodName>()
  expectTypeOf<Uint8Array>().toExtend<Json<spec.Receipt>>()
  expectTypeOf<Json<spec.Receipt>>().not.toExtend<Json<spec.Block>>()
  expectTypeOf({ eth_getTransactionByHash: () => null }).not.toExtend<Methods>()
  expectTypeOf<() => Promise<null>>().toExtend<Methods['eth_getTransactionReceipt']>()
  expectTypeOf<() => string>().not.toExtend<Methods['eth_getTransactionReceipt']>()
})

test('D1 companions are apart from the methods', () => {
  expectTypeOf<keyof Companions>().toEqualTypeOf<CompanionName>()
  expectTypeOf<MethodName & CompanionName>().toBeNever()
  expectTypeOf<MethodName>().toEqualTypeOf<
    'eth_getTransactionByHash' | 'eth_getTransactionReceipt' | 'eth_getBlockByNumber'
  >()
  expectTypeOf<Result<'eth_getUncleByBlockHashAndIndex'>>().toEqualTypeOf<spec.Uncle | null>()
  expectTypeOf<Params<'eth_getBlockByHash'>>().toEqualTypeOf<
    [block_hash: spec.HashParameter, return_full_txns: boolean]
  >()
})

test('D1 error codes are literals', () => {
  expectTypeOf(errors.PrunedHistoryUnavailable.code).toEqualTypeOf<4444>()
  expectTypeOf<-32700>().toExtend<ErrorCode>()
  expectTypeOf<-32000>().not.toExtend<ErrorCode>()
})

function narrowOp(transaction: spec.OpTransaction): void {
  if (transaction.type === '0x7e') expectTypeOf(transaction).toEqualTypeOf<spec.OpDepositTransaction>()
  if (transaction.type === '0x2') expectTypeOf(transaction).toEqualTypeOf<spec.DynamicFeeTransaction>()
}

test('D1 a family’s types are those of its overlay', () => {
  expectTypeOf(narrowOp).toBeFunction()
  expectTypeOf<spec.OpDepositTransaction['sourceHash']>().toEqualTypeOf<spec.Hash>()
  expectTypeOf<spec.OpDepositTransaction>().not.toHaveProperty('chainId')
  expectTypeOf<spec.OpReceipt['l1Fee']>().toEqualTypeOf<spec.Quantity | undefined>()
  expectTypeOf<spec.GnosisBlock['mixHash']>().toEqualTypeOf<spec.Hash | undefined>()
  expectTypeOf<spec.FamilyTypes['arbitrum']['Transaction']>().toEqualTypeOf<spec.ArbitrumTransaction>()
  expectTypeOf<spec.FamilyTypes['bsc']['Receipt']>().toEqualTypeOf<spec.Receipt>()
  expectTypeOf<Static<typeof families.OpTransaction>>().toEqualTypeOf<spec.OpTransaction>()
  expectTypeOf<Static<typeof families.ArbitrumBlock>>().toEqualTypeOf<spec.ArbitrumBlock>()
})
