import type { Head } from '@lectern/history'
import type { Marks } from '../ancestors.ts'
import type { Branch } from '../branch.ts'
import type { FollowCode } from '../error.ts'
import type { BlockName, Outline } from '../node/outline.ts'

/**
 * What a follower does. `identify`: it finds out what the nodes are. `locate`: it looks where their chain leaves the stored one. `backfill`: it
 * fetches many blocks. `follow`: it has the newest. `switch`: it takes a branch in place of stored blocks. `stalled`: no node can be used.
 * `halted`: it needs a person.
 */
export type Phase = 'identify' | 'locate' | 'backfill' | 'follow' | 'switch' | 'stalled' | 'halted'

/** Why a follower halted, or ended. `reorg-deep`, `reorg-final`: a reorg that it does not make. `no-source`: no node is of the chain, or with `once` none answers. `no-beacon`: with `once` the beacon chain cannot be followed, which says what is the newest block. `checkpoint`: it cannot be followed from its checkpoint. Others: HistoryError's. */
export interface Halt {
  readonly code: string
  readonly message: string
}

/** How a follower follows. */
export interface FollowSettings {
  /** How many hosts must name a block. */
  readonly quorum: number
  /** The deepest reorg, in blocks. */
  readonly reorgLimit: number
  /** The most bytes of the blocks and receipts of a branch, which are in memory until they are stored together. */
  readonly reorgBytes: number
  /** The first block of an empty store. */
  readonly from: bigint
  /** The 32-byte hash of a block that is trusted, and so all before it: a reorg below it needs a person. */
  readonly trusted?: Uint8Array | undefined
  /** How many blocks it stays behind the tip. */
  readonly distance: number
  /** Milliseconds between two looks at a tip; by default 250 from when the next block is due, before that a quarter of the time between blocks. */
  readonly poll: number | undefined
  /** Who says what is safe and finalized: the nodes, the beacon chain's signatures, or nobody. */
  readonly finality: 'nodes' | 'beacon' | 'none'
  /** What the newest block is: the one that the nodes have, or with the finality `beacon` the newest one that its committee signed. */
  readonly latest: 'nodes' | 'attested'
  /** Whether it ends once it has the newest block. */
  readonly once: boolean
}

/** A block that a node says is on its chain. */
export interface Word extends BlockName {
  /** Whether it is a block of the stored chain. */
  readonly isStored: boolean
}

/** What is known of a node. */
export interface SourceState {
  readonly name: string
  /** Several URLs of one host have one voice. */
  readonly host: string
  /** `new`: it must be identified, again perhaps. `out`: it is of another chain. */
  readonly standing: 'new' | 'usable' | 'out'
  /** Whether it is being identified or asked for its tip. */
  readonly isAsked: boolean
  /** It is not asked before, by the clock of schedules. */
  readonly next: number
  /** In place of `next` where too few nodes can be used: a wrong answer of each must not stop all. */
  readonly amnesty: number
  /** How often it failed, and was blamed, since it last gave an answer, and a block. */
  readonly failures: number
  readonly blames: number
  /** What it cost lately: of two nodes the one with less is asked. */
  readonly demerits: number
  readonly tip: Outline | null
  /** Its tip, the tip's parent and the blocks that it was asked for; those that are not known any more are missing. */
  readonly words: readonly Word[]
  /** The numbers that it was asked for with its tip last, and when, by the clock of schedules. */
  readonly heard: readonly bigint[]
  readonly lookedAt: number
  /** When it was asked last, by the clock of schedules, and the milliseconds that it usually takes; null before its first answer. */
  readonly askedAt: number
  readonly usual: number | null
  /** How often it named another block of a number than before: it is asked more slowly. */
  readonly flips: number
  /** What it calls safe and finalized, where these blocks are stored. */
  readonly safe: BlockName | null
  readonly finalized: BlockName | null
  /** Why it was not used last; null while it is. */
  readonly why: { readonly code: FollowCode; readonly message: string } | null
}

/**
 * A block that is to be stored with all before it: a quorum has named it, or the beacon chain has signed it. It stays so whatever becomes of the
 * node that gives it.
 */
export interface Task {
  readonly block: BlockName
  readonly isSigned: boolean
  /** How many hosts named it; without limit where nothing outweighs it: a signature, or a majority of all hosts. */
  readonly voices: number
  /** The nodes that may have it and did not fail at it, the best first. */
  readonly givers: readonly number[]
  /** Its ancestors by which the blocks of a long way to it are known; null where nobody walked down yet. */
  readonly marks: Marks | null
}

/** What a node is asked for while the follower waits. */
export interface Errand {
  readonly source: number
  /** When it began, or last stored a block, by the clock of schedules. */
  readonly since: number
  /** The head then. */
  readonly head: Head | null
  /** How many nodes were given up since the head is this one: each waits twice as long. */
  readonly tries: number
  readonly isGivenUp: boolean
}

/** How a block's chain leaves the stored one. */
export interface Traced {
  readonly block: BlockName
  readonly branch: Branch
}

/** What a follower knows of the beacon chain. */
export interface Signed {
  /** The newest block that it finalized; null if none is known. */
  readonly finalized: BlockName | null
  /** The newest block that its committee signed; null if none is known. */
  readonly attested: BlockName | null
  /** Why it was not followed last; null while it is. */
  readonly why: string | null
}

/** What a follower knows. */
export interface FollowState {
  readonly phase: Phase
  /** The store's; null while it is empty. */
  readonly head: Head | null
  /** What the beacon chain signed lately; undefined before its first word. */
  readonly signed: Signed | undefined
  readonly sources: readonly SourceState[]
  /** What is in flight beside looks at tips, and with which node. */
  readonly work: 'trace' | 'extend' | 'backfill' | 'finalize' | 'reload' | null
  readonly task: Task | null
  /** What a node is asked for, or was last. */
  readonly errand: Errand | null
  /** Blocks that were looked at since the head is what it is. */
  readonly traced: readonly Traced[]
  /** The block that the beacon chain finalized in place of a stored one. */
  readonly contradicted: BlockName | null
  /** Since when no quorum names a block above the head, by the clock of schedules, and whether the log has it. */
  readonly discord: { readonly since: number; readonly isLogged: boolean } | null
  /** The store did not answer: nothing is begun before, by the clock of schedules, and how often in a row it did not; null while it answers. */
  readonly outage: { readonly until: number; readonly failures: number } | null
  /** Where a backfill ends. */
  readonly target: bigint | null
  /** Milliseconds between blocks, lately. */
  readonly blockTime: number
  readonly reorgs: number
  /** How often the stored chain may have been replaced: what was compared with it in another epoch is not known any more. */
  readonly epoch: number
  /** The depth of the last reorg. */
  readonly depth: number
  /** How often each node was blamed for what: by `name`, then by check. */
  readonly blamed: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Whether the clocks of nodes and of this machine were found to differ. */
  readonly isClockOdd: boolean
  readonly halt: Halt | null
}

/** The state of a follower that begins with a store's head. */
export function startState(
  head: Head | null,
  sources: readonly Pick<SourceState, 'name' | 'host'>[],
): FollowState {
  return {
    phase: 'identify',
    head,
    signed: undefined,
    sources: sources.map(({ name, host }) => ({
      name,
      host,
      ...suspended,
      isAsked: false,
      next: 0,
      amnesty: 0,
      heard: [],
      lookedAt: -Infinity,
      askedAt: 0,
      usual: null,
      flips: 0,
      failures: 0,
      blames: 0,
      demerits: 0,
      why: null,
    })),
    work: null,
    task: null,
    errand: null,
    traced: [],
    contradicted: null,
    discord: null,
    outage: null,
    target: null,
    blockTime: 1_000,
    reorgs: 0,
    epoch: 0,
    depth: 0,
    blamed: {},
    isClockOdd: false,
    halt: null,
  }
}

/** What is known of a node that must be identified. */
export const suspended: Pick<SourceState, 'standing' | 'tip' | 'words' | 'safe' | 'finalized'> = {
  standing: 'new',
  tip: null,
  words: [],
  safe: null,
  finalized: null,
}
