import {
  concatBytes,
  createSpans,
  encodeRlp,
  fromBigInt,
  listPrefix,
  readContentSpans,
  readSpans,
} from '@lectern/chain/internal'
import type { Allocate } from '../records/records.ts'
import type { TransactionRecord } from '../results/reader.ts'
import { writeBloom } from './receipt-bloom.ts'

// A slim receipt is its outcome, its logs, and fields after them. Gas and bloom follow from the block.

/** A receipt, split into what a slim one keeps, and what follows from the block. */
export interface SplitReceipt {
  /** Its first field. */
  readonly outcome: Uint8Array
  /** The RLP of its gas and of its bloom. */
  readonly derived: Uint8Array
  /** Its logs and what follows them. */
  readonly rest: Uint8Array
  readonly logs: number
  /** Whether fields follow the logs. */
  readonly hasMore: boolean
}

/** Splits a receipt, typed or not. */
export function splitReceipt(receipt: Uint8Array): SplitReceipt {
  readSpans(receipt, isTyped(receipt) ? 1 : 0, spans)
  const { content, count, starts, ends } = spans
  const [outcome, bloom, end] = [ends[0]!, ends[2]!, ends[3]!]
  const split = {
    outcome: receipt.subarray(content, outcome),
    derived: receipt.subarray(outcome, bloom),
    rest: receipt.subarray(bloom),
    hasMore: count > 4,
  }
  readContentSpans(receipt, starts[3]!, end, spans)
  return { ...split, logs: spans.count }
}

const spans = createSpans()

/** Whether `joinReceipt` returns the same receipt. Only verified blocks are stored: their blooms are those of their logs. */
export function isImplied(
  { bytes, receipt }: Pick<TransactionRecord, 'bytes' | 'receipt'>,
  { outcome, derived }: SplitReceipt,
  cumulativeGas: bigint,
): boolean {
  const start = concatBytes([encodeGas(cumulativeGas), BLOOM_PREFIX])
  return (
    (isTyped(receipt) ? receipt[0] === bytes[0] : !isTyped(bytes)) &&
    outcome.length === outcomeLength(outcome, 0) &&
    derived.length === start.length + BLOOM &&
    Buffer.compare(derived.subarray(0, start.length), start) === 0
  )
}

/** Where a slim receipt lies in a part, and what its block says of it. */
interface SlimReceipt {
  readonly part: Uint8Array
  readonly start: number
  readonly end: number
  /** The first byte of its transaction. */
  readonly transaction: number
  readonly cumulativeGas: number | bigint
}

/** Returns a receipt from its slim form, with the bloom of its logs, in memory of `take`. */
export function joinReceipt(
  { part, start, end, transaction, cumulativeGas }: SlimReceipt,
  take: Allocate,
): Uint8Array {
  const gas = encodeGas(cumulativeGas)
  const length = end - start + gas.length + BLOOM_PREFIX.length + BLOOM
  const prefix = listPrefix(length)
  const typed = transaction < EMPTY_LIST ? 1 : 0
  const receipt = take(typed + prefix.length + length)
  let at = 0
  const put = (bytes: Uint8Array, from = 0, to = bytes.length) => {
    for (let i = from; i < to; i++) receipt[at++] = bytes[i]! // `set` takes longer for few bytes
  }
  if (typed === 1) receipt[at++] = transaction
  put(prefix)
  const rest = start + outcomeLength(part, start)
  put(part, start, rest)
  put(gas)
  put(BLOOM_PREFIX)
  const logs = at + BLOOM
  receipt.set(part.subarray(rest, end), logs)
  writeBloom(receipt.fill(0, at, logs), at, logs)
  return receipt
}

/** Returns the RLP of gas, good until the next call. A common number is written without a bigint, which takes as long as all else of a receipt. */
function encodeGas(gas: number | bigint): Uint8Array {
  if (typeof gas === 'bigint' || gas < 0x80 || gas > 0xffffffff) return encodeRlp(fromBigInt(BigInt(gas)))
  const length = 4 - (Math.clz32(gas) >> 3)
  const rlp = rlps[length]!
  for (let at = length, rest = gas; at > 0; at--, rest >>>= 8) rlp[at] = rest
  return rlp
}

/** Returns the length of a receipt's first field: a root, or a status. */
export const outcomeLength = (bytes: Uint8Array, at: number): number =>
  bytes[at] === SHORT_STRING + 32 ? 33 : 1

/** Whether an envelope begins with its type. */
const isTyped = (envelope: Uint8Array): boolean => envelope[0]! < EMPTY_LIST

const SHORT_STRING = 0x80
const EMPTY_LIST = 0xc0
const BLOOM = 256
const BLOOM_PREFIX = Uint8Array.of(0xb9, 1, 0)
const rlps = [0, 1, 2, 3, 4].map((length) => new Uint8Array(1 + length).fill(SHORT_STRING + length, 0, 1))
