import * as fc from 'fast-check'
import type { AccessListEntry, Log, Receipt, Transaction, TransactionType } from '../src/index.ts'
import { logsBloom } from '../src/index.ts'
import { knownTypes } from '../src/internal.ts'
import { sign } from './sample.ts'

const bytes = (length: number): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength: length, maxLength: length })
const uint = (bits: bigint): fc.Arbitrary<bigint> => fc.bigInt({ min: 0n, max: 2n ** bits - 1n })
const address = bytes(20)
const word = bytes(32)
const accessList: fc.Arbitrary<readonly AccessListEntry[]> = fc.array(
  fc.record({ address, storageKeys: fc.array(word, { maxLength: 3 }) }),
  { maxLength: 3 },
)

const common = {
  nonce: uint(63n),
  gas: uint(63n),
  value: uint(256n),
  input: fc.uint8Array({ maxLength: 100 }),
  to: address,
  r: fc.constant(0n),
  s: fc.constant(0n),
}
const recipient = { to: fc.option(address) }
const typed = { ...common, chainId: fc.constant(1n), accessList, yParity: fc.constant(0 as const) }
const fees = { ...typed, maxPriorityFeePerGas: uint(100n), maxFeePerGas: uint(100n) }

const unsigned: { readonly [T in TransactionType]: fc.Arbitrary<Extract<Transaction, { type: T }>> } = {
  0: fc.record({
    ...common,
    ...recipient,
    type: fc.constant(0),
    gasPrice: uint(100n),
    v: fc.constantFrom(27n, 37n),
  }),
  1: fc.record({ ...typed, ...recipient, type: fc.constant(1), gasPrice: uint(100n) }),
  2: fc.record({ ...fees, ...recipient, type: fc.constant(2) }),
  3: fc.record({
    ...fees,
    type: fc.constant(3),
    maxFeePerBlobGas: uint(100n),
    blobVersionedHashes: fc.array(
      word.map((hash) => hash.with(0, 1)),
      { minLength: 1, maxLength: 6 },
    ),
  }),
  4: fc.record({
    ...fees,
    type: fc.constant(4),
    authorizationList: fc.array(
      fc.record({
        chainId: uint(64n),
        address,
        nonce: uint(64n),
        yParity: fc.nat(255),
        r: uint(256n),
        s: uint(256n),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
}

/** Signed transactions of every type, with values over the whole of their range. */
export const transaction: fc.Arbitrary<Transaction> = fc
  .oneof(...Object.values<fc.Arbitrary<Transaction>>(unsigned))
  // The tip may not be above the cap: other libraries refuse that.
  .filter((one) => !('maxFeePerGas' in one) || one.maxPriorityFeePerGas <= one.maxFeePerGas)
  .map(sign)

const log: fc.Arbitrary<Log> = fc.record({
  address,
  topics: fc.array(word, { maxLength: 4 }),
  data: fc.uint8Array({ maxLength: 100 }),
})

const withBloom = (receipt: Omit<Receipt, 'logsBloom'>): Receipt => ({
  ...receipt,
  logsBloom: logsBloom(receipt.logs),
})
const facts = {
  type: fc.constantFrom(...knownTypes()),
  cumulativeGasUsed: uint(64n),
  logs: fc.array(log, { maxLength: 4 }),
}

/** Receipts of every type, with status or root and a consistent bloom. */
export const receipt: fc.Arbitrary<Receipt> = fc
  .oneof(fc.record({ ...facts, status: fc.constantFrom<0 | 1>(0, 1) }), fc.record({ ...facts, root: word }))
  .map(withBloom)
