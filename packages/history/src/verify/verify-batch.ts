import {
  type ChainConfig,
  ChainError,
  type Check,
  decodeHeader,
  hashHeader,
  type Parent,
  type RawBlock,
  verify,
} from '@lectern/chain'
import { toVerification, type Verification } from '@lectern/chain/internal'
import type { EraEntries } from '../archive/era-block.ts'
import { type PackedBlock, splitPacked, unpackParts } from '../archive/era-block.ts'
import { type Entry, unpackEntry } from '../archive/e2store.ts'
import { type HistoryCode, HistoryError } from '../error.ts'

/** Blocks of one file, one after the other, to be verified at once. */
export interface EraTask {
  readonly path: string
  readonly config: ChainConfig
  readonly limit: number
  /** The block before the first: what is known of it, or its header as it is in the file; null if the first is trusted. */
  readonly before: Parent | Entry | null
  readonly blocks: readonly Omit<EraEntries, 'read'>[]
}

/** The blocks that were verified, their parts as RLP, and what is wrong with the one after them. */
export interface EraVerdicts {
  readonly blocks: readonly (PackedBlock & { readonly verification: Verification })[]
  readonly fault?: Fault
}

/** An error as it is sent to another thread. */
export type Fault =
  | {
      readonly kind: 'chain'
      readonly code: Check
      readonly message: string
      readonly number: bigint | undefined
    }
  | {
      readonly kind: 'history'
      readonly code: HistoryCode
      readonly message: string
      readonly number?: undefined
    }

/** Verifies blocks in order, up to the first that fails. */
export function verifyEraBatch({ path, config, limit, before, blocks }: EraTask): EraVerdicts {
  const verified: EraVerdicts['blocks'][number][] = []
  let fault: Fault | undefined
  try {
    let parent = before && 'data' in before ? toParent(unpackEntry({ path }, before, limit)) : before
    for (const entries of blocks) {
      const parts = unpackParts({ path }, entries, limit)
      const block = verify(splitPacked({ path }, entries, parts), { config, parent })
      parent = { number: block.number, hash: block.hash, timestamp: block.header.timestamp }
      verified.push({ ...parts, verification: toVerification(block) })
    }
  } catch (error) {
    fault = toFault(error)
  }
  return { blocks: verified, ...(fault && { fault }) }
}

/** Stored blocks, one after the other, to be verified at once. */
export interface StoredTask {
  readonly config: ChainConfig
  /** The block before the first, or its header as RLP; null if the first is trusted. */
  readonly before: Parent | Uint8Array | null
  readonly blocks: readonly RawBlock[]
}

/** What was found out about the blocks that were verified, and what is wrong with the one after them. */
export interface StoredVerdicts {
  readonly verifications: readonly Verification[]
  readonly fault?: Fault
}

/** Verifies blocks in order, up to the first that fails. */
export function verifyStoredBatch({ config, before, blocks }: StoredTask): StoredVerdicts {
  const verifications: Verification[] = []
  try {
    let parent = before instanceof Uint8Array ? toParent(before) : before
    for (const raw of blocks) {
      const block = verify(raw, { config, parent })
      parent = { number: block.number, hash: block.hash, timestamp: block.header.timestamp }
      verifications.push(toVerification(block))
    }
  } catch (error) {
    return { verifications, fault: toFault(error) }
  }
  return { verifications }
}

function toParent(header: Uint8Array): Parent {
  const { number, timestamp } = decodeHeader(header)
  return { number, timestamp, hash: hashHeader(header) }
}

/** An error as a fault; another kind of error is thrown. */
export function toFault(error: unknown): Fault {
  if (error instanceof ChainError)
    return { kind: 'chain', code: error.check, message: error.message, number: error.number }
  if (error instanceof HistoryError) return { kind: 'history', code: error.code, message: error.message }
  throw error
}

/** The error that a fault was made of. */
export const toError = ({ kind, code, message, number }: Fault): Error =>
  kind === 'chain'
    ? new ChainError(code, message, number === undefined ? {} : { number })
    : new HistoryError(code, message)
