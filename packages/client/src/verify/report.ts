import type { FamilyName, TrieStep } from '@lectern/chain'
import type { ProofKind } from '@lectern/consensus'
import type { MethodName } from '@lectern/spec'

/** The extent of a proof; each level includes the one before. */
export type Level = 'hash' | 'block' | 'full'

/** A part of a result that cannot be checked here: it is neither proven nor refuted. */
export interface Unsupported {
  /** A JSON pointer into the result; empty for the full result. */
  readonly path: string
  readonly reason: string
}

/** The reason why a member is proven. */
export type Reason =
  | 'header' // a field of the header
  | 'header-hash' // the hash of the header
  | 'size' // counted from the bytes that the header commits to
  | 'transactions-root' // the trie of all transactions has the root in the header
  | 'withdrawals-root' // the trie of all withdrawals has the root in the header
  | 'uncles-hash' // the uncles hash to sha3Uncles
  | 'transaction-hash' // keccak-256 of its bytes
  | 'signed' // a field of those bytes, or it follows from one alone
  | 'sender' // recovered from the signature
  | 'creation' // derived from the sender and the nonce
  | 'inclusion' // the trie of transactionsRoot leads to this index of this block
  | 'receipts-root' // the trie of receiptsRoot leads to this receipt
  | 'receipts-before' // it also follows from the receipts before this one
  | 'price' // derived from the transaction and the header
  | 'blobs' // counted from the transaction's blobs
  | 'blob-schedule' // priced by the chain's schedule

/** A reason, and the members that it proves; one includes those under it that no ground lists. */
export interface Ground {
  readonly reason: Reason
  readonly members: readonly string[]
}

/** The path from a root in a block's header to a transaction or a receipt. */
export interface TriePath {
  readonly root: 'transactionsRoot' | 'receiptsRoot'
  readonly index: number
  /** The nodes from the root to the leaf. */
  readonly steps: readonly TrieStep[]
}

/**
 * The proof of one result, as plain data. Members are JSON pointers with `*` for every index; one includes all members
 * under it that are not listed themselves. Each member of the result is in exactly one of `proven` and `unproven`.
 */
export interface Report {
  readonly method: MethodName
  readonly params: readonly unknown[]
  readonly level: Level
  /** The family of chains whose rules proved it; absent for Ethereum's. */
  readonly family?: FamilyName
  /** The members that follow from the hash of the block or of the transaction. */
  readonly proven: readonly string[]
  /** The members that were not checked, or cannot be. */
  readonly unproven: readonly string[]
  readonly unsupported: readonly Unsupported[]
  /** The reasons of the proven members. */
  readonly grounds: readonly Ground[]
  /** The path through a trie to the transaction or receipt, from the server's proofs or the verifier's `trace`. */
  readonly path?: TriePath | undefined
  /** The block of the result, if its hash was computed from its header. */
  readonly block?: BlockName | undefined
  /** `anchored` if the verifier's `trust` vouches for that block's hash; else the result is only consistent with its own hashes. */
  readonly trust: 'self-consistent' | 'anchored'
  /** The voucher of that hash. */
  readonly anchor?: Voucher | undefined
}

/** The reason to believe a block's hash: a sentence, or an object of `beacon` with one. */
export type Voucher = string | BeaconVoucher

/** The voucher of a light client of the beacon chain. */
export interface BeaconVoucher {
  readonly sentence: string
  /** Whether the header is finalized, or only signed. */
  readonly level: 'finalized' | 'attested'
  /** The slot of the header. */
  readonly slot: bigint
  /** The members of the sync committee that signed it; 0: it is the checkpoint itself. */
  readonly participants: number
  /** The size of the committee. */
  readonly committee: number
  /** The root of the beacon block that the light client started from: `0x` hex. */
  readonly checkpoint: string
  /** The header's execution block. */
  readonly block: BlockName
  /** The proof that the result's block is an ancestor of that one: the headers between them, or a kind of history proof. */
  readonly history: HistoryKind
}

/** The kind of proof that ties an old block to a new one. */
export type HistoryKind = 'headers' | ProofKind

/** A block by its number and its hash. */
export interface BlockName {
  readonly number: bigint
  readonly hash: string
}
