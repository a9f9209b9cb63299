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
  encodeBody,
  encodeReceipts,
  fromVerification,
  splitBody,
  splitReceipts,
  toVerification,
  type Verification,
} from '@lectern/chain/internal'
import { type HistoryCode, HistoryError } from '../error.ts'
import { rulesOf } from '../family.ts'

/** The result of a batch: a value for each verified block, and the fault of the next one. */
export interface Verdicts<V, F = Fault> {
  readonly blocks: readonly V[]
  readonly fault?: F
}

/** A verified block as it is sent to another thread: its parts as RLP, and the derived facts. */
export interface Verdict {
  readonly header: Uint8Array
  readonly body: Uint8Array
  readonly receipts: Uint8Array
  readonly verification: Verification
  readonly outside?: Uint8Array
  readonly claims?: Uint8Array
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

export const toVerdict = (block: VerifiedBlock): Verdict => ({
  header: block.raw.header,
  body: encodeBody(block.raw),
  receipts: encodeReceipts(block.raw.receipts),
  verification: toVerification(block),
  ...pickUnproven(block.raw),
})

export const fromVerdict = (
  { header, body, receipts, verification, ...rest }: Verdict,
  config: ChainConfig,
): VerifiedBlock => {
  const raw = { header, ...splitBody(body), receipts: splitReceipts(receipts), ...pickUnproven(rest) }
  return fromVerification(raw, verification, rulesOf(config))
}

const pickUnproven = ({ outside, claims }: Pick<RawBlock, 'outside' | 'claims'>) => ({
  ...(outside && { outside }),
  ...(claims && { claims }),
})

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
