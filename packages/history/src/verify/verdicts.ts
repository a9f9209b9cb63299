import {
  type ChainConfig,
  ChainError,
  type Check,
  decodeHeader,
  type Family,
  hashHeader,
  type Parent,
  type RawBlock,
  type VerifiedBlock,
  verify,
} from '@lectern/chain'
import {
  encodeEnvelopes,
  fromVerification,
  once,
  splitEnvelopes,
  toVerification,
  type Verification,
} from '@lectern/chain/internal'
import { type HistoryCode, HistoryError } from '../error.ts'
import { type Lists, unpackFrames } from '../store/cold/compression.ts'
import type { PackedFrame } from '../store/interface.ts'
import { rulesOf } from '../family.ts'

/** The result of a batch: a value for each verified block, and the fault of the next one. */
export interface Verdicts<V, F = Fault> {
  readonly blocks: readonly V[]
  readonly fault?: F
}

/** A verified block as it is sent to another thread: its lists as RLP or in frames, and the derived facts. */
export interface Verdict extends Omit<RawBlock, keyof Lists>, Packed {
  readonly lists?: Readonly<Record<keyof Lists, Uint8Array>>
  readonly verification: Verification
}

export interface Packed {
  readonly frames?: readonly PackedFrame[]
}

/** An error as it is sent to another thread. */
export type Fault =
  | {
      readonly kind: 'chain'
      readonly code: Check
      readonly message: string
      readonly number: bigint | undefined
    }
  | { readonly kind: 'history'; readonly code: HistoryCode; readonly message: string }

export function collect<V, F>(make: () => Iterable<V>, toFault: (error: unknown) => F): Verdicts<V, F> {
  const blocks: V[] = []
  try {
    for (const value of make()) blocks.push(value)
  } catch (error) {
    return { blocks, fault: toFault(error) }
  }
  return { blocks }
}

/** Verifies blocks one by one, each as the child of the one before. */
export function verifyFrom(config: ChainConfig, before: Parent | null): (raw: RawBlock) => VerifiedBlock {
  let parent = before
  const family = rulesOf(config)
  return (raw) => {
    const block = verify(raw, { config, parent, family })
    parent = { number: block.number, hash: block.hash, timestamp: block.header.timestamp }
    return block
  }
}

export function toParent(header: Uint8Array, family: Family): Parent {
  const { number, timestamp } = decodeHeader(header, family)
  return { number, timestamp, hash: hashHeader(header) }
}

export function toVerdict(block: VerifiedBlock, frames?: readonly PackedFrame[]): Verdict {
  const { transactions, receipts, ...rest } = block.raw
  const verified = { ...rest, verification: toVerification(block) }
  if (frames) return { ...verified, frames }
  const lists = { transactions: encodeEnvelopes(transactions), receipts: encodeEnvelopes(receipts) }
  return { ...verified, lists }
}

/** Returns the verified block of a verdict. Its lists are read when they are needed: a block that comes with frames is stored without. */
export function fromVerdict(
  { verification, lists, frames = [], ...rest }: Verdict,
  config: ChainConfig,
): VerifiedBlock {
  const read = once((): Lists => {
    if (lists === undefined) return unpackFrames(frames, rest.outside === undefined ? 0 : 1)
    return { transactions: splitEnvelopes(lists.transactions), receipts: splitEnvelopes(lists.receipts) }
  })
  const raw: RawBlock = {
    ...rest,
    get transactions() {
      return read().transactions
    },
    get receipts() {
      return read().receipts
    },
  }
  return fromVerification(raw, verification, rulesOf(config))
}

/** Returns an error as a fault. Throws other kinds of errors. */
export function toFault(error: unknown): Fault {
  if (error instanceof HistoryError) return { kind: 'history', code: error.code, message: error.message }
  if (!(error instanceof ChainError)) throw error
  return { kind: 'chain', code: error.check, message: error.message, number: error.number }
}

export const toError = (fault: Fault): Error =>
  fault.kind === 'history'
    ? new HistoryError(fault.code, fault.message)
    : new ChainError(fault.code, fault.message, { number: fault.number })
