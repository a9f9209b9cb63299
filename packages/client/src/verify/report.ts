import type { TrieStep } from '@lectern/chain/internal'
import type { ProofKind } from '@lectern/consensus'
import type { MethodName } from '@lectern/spec'
import { hidden } from '../client-options.ts'

/** How much a verifier proves; each level includes the one before. */
export type Level = 'hash' | 'block' | 'full'

/** A part of a result that cannot be checked here, and why: it is neither proven nor refuted. */
export interface Unsupported {
  /** A JSON pointer into the result; empty for the whole. */
  readonly path: string
  readonly reason: string
}

/**
 * Why a member is proven:
 * - `header`: it is a field of the header that the block hash is made of; `header-hash`: it is that hash.
 * - `size`: counted from the bytes that hash.
 * - `transactions-root`, `withdrawals-root`: the trie of all of them has the root in the header; `uncles-hash`: they hash to sha3Uncles.
 * - `transaction-hash`: keccak-256 of the signed bytes; `signed`: it is one of the signed fields, or follows from one alone.
 * - `sender`: recovered from the signature; `creation`: made of the sender and the nonce.
 * - `inclusion`: the trie of transactionsRoot leads to this index of this block.
 * - `receipts-root`: the trie of receiptsRoot leads to this receipt; `receipts-before`: follows from the receipts before it, too.
 * - `price`: by the transaction and the header; `blobs`: counted from the transaction's blobs; `blob-schedule`: by the chain's schedule.
 */
export type Reason =
  | 'header'
  | 'header-hash'
  | 'size'
  | 'transactions-root'
  | 'withdrawals-root'
  | 'uncles-hash'
  | 'transaction-hash'
  | 'signed'
  | 'sender'
  | 'creation'
  | 'inclusion'
  | 'receipts-root'
  | 'receipts-before'
  | 'price'
  | 'blobs'
  | 'blob-schedule'

/** A reason, and the members that it proves: JSON pointers as in `proven`; one includes those under it that no ground lists. */
export interface Ground {
  readonly reason: Reason
  readonly members: readonly string[]
}

/** The way from a root in a block's header to a transaction or a receipt. */
export interface TriePath {
  readonly root: 'transactionsRoot' | 'receiptsRoot'
  readonly index: number
  /** The nodes from the root to the leaf. */
  readonly steps: readonly TrieStep[]
}

/**
 * What was proven of one result. Members are JSON pointers with `*` for every index; one includes all members under it
 * that are not listed themselves. Each member of the result is in exactly one of `proven` and `unproven`.
 */
export interface Report {
  readonly method: MethodName
  readonly params: readonly unknown[]
  readonly level: Level
  /** The members that follow from the hash of the block or of the transaction, by the checks of the level. */
  readonly proven: readonly string[]
  /** The members that were not checked, or cannot be. */
  readonly unproven: readonly string[]
  readonly unsupported: readonly Unsupported[]
  /** Why the proven members are. */
  readonly grounds: readonly Ground[]
  /** The way through a trie to the transaction or receipt: by the server's proofs, or by the verifier's `trace`. */
  readonly path?: TriePath | undefined
  /** The block of the result, if its hash was computed from its header. */
  readonly block?: BlockName | undefined
  /** `anchored` if the verifier's `trust` vouches for that block's hash; otherwise the result is only consistent with its own hashes. */
  readonly trust: 'self-consistent' | 'anchored'
  /** What vouches for it: a sentence, or by `beacon` an object with one. */
  readonly anchor?: Voucher | undefined
}

/** What vouches for a block's hash. */
export type Voucher = string | BeaconVoucher

/** What a light client of the beacon chain vouches by. */
export interface BeaconVoucher {
  readonly sentence: string
  /** Whether the header is finalized, or signed alone. */
  readonly level: 'finalized' | 'attested'
  /** Of the header. */
  readonly slot: bigint
  /** How many of the sync committee signed for it; 0: it is the checkpoint itself. */
  readonly participants: number
  /** The members of the committee. */
  readonly committee: number
  /** The root of the beacon block that everything rests on: `0x` hex. */
  readonly checkpoint: string
  /** The header's execution block. */
  readonly block: BlockName
  /** What proves that the result's block is an ancestor of that one: the headers between them, or a history proof by what it ends at. */
  readonly history: HistoryKind
}

/** What ties an old block to a new one. */
export type HistoryKind = 'headers' | ProofKind

/** A block by its number and its hash. */
export interface BlockName {
  readonly number: bigint
  readonly hash: string
}

/**
 * Gives the report on a result.
 * @param result The object that the client gave, as wire JSON or decoded; not a copy of it.
 * @returns undefined for a result that no verifier has checked.
 * @example
 * const report = reportOf(await ethereum.orThrow.getBlock('latest'))
 */
export function reportOf(result: object): Report | undefined {
  return hidden.get(result) as Report | undefined
}
