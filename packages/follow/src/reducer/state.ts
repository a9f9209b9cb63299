import type { BlockName, Head } from '@lectern/history'
import type { Marks } from '../ancestors.ts'
import type { Branch } from '../branch.ts'
import type { FollowCode } from '../error.ts'
import type { Outline } from '../node/outline.ts'

/**
 * The phase of a follower. `identify`: it detects what the nodes are. `locate`: it looks for the common ancestor. `backfill`: it fetches many
 * blocks. `follow`: it has the newest. `switch`: it replaces stored blocks. `stalled`: no node is usable. `halted`: the operator must act.
 */
export type Phase = 'identify' | 'locate' | 'backfill' | 'follow' | 'switch' | 'stalled' | 'halted'

/** The reason why a follower halted. `reorg-deep`, `reorg-final`: a reorg that it refuses. `no-source`: no node is of the chain, or with `once`
 * none answers. `no-beacon`: with `once` the beacon chain cannot be followed. `checkpoint`: nor from its checkpoint. Others: HistoryError's. */
export interface Halt {
  readonly code: string
  readonly message: string
}

/** The settings of a follower. */
export interface FollowSettings {
  /** The number of hosts that must name a block. */
  readonly quorum: number
  /** The deepest reorg, in blocks. */
  readonly reorgLimit: number
  /** The most bytes of a branch's blocks and receipts: they are in memory until their commit. */
  readonly reorgBytes: number
  /** The first block of an empty store. */
  readonly from: bigint
  /** The 32-byte hash of a block that is trusted with all before it: the follower halts at a reorg below it. */
  readonly trusted?: Uint8Array | undefined
  /** The number of blocks to stay below the tip. */
  readonly distance: number
  /** Milliseconds between two looks at a tip. By default a quarter of the time between blocks, and 250 once the next one is due. */
  readonly poll: number | undefined
  /** The source of safe and finalized: the nodes, the beacon chain's signatures, or none. */
  readonly finality: 'nodes' | 'beacon' | 'none'
  /** The newest block: of the nodes, or with the finality `beacon` the newest one that its committee signed. */
  readonly latest: 'nodes' | 'attested'
  /** Whether it ends once it has the newest block. */
  readonly once: boolean
}

/** A block that a node says is on its chain. */
export interface Word extends BlockName {
  readonly isStored: boolean
}

export interface SourceState {
  readonly name: string
  /** Several URLs of one host have one voice. */
  readonly host: string
  /** `new`: it must be identified, again perhaps. `out`: it is of another chain. */
  readonly standing: 'new' | 'usable' | 'out'
  /** Whether it is being identified or asked for its tip. */
  readonly isAsked: boolean
  /** The time until which it is not asked, on the clock of schedules. */
  readonly next: number
  /** Replaces `next` if fewer nodes than the quorum are usable: one wrong answer of each must not stop all. */
  readonly nextIfFew: number
  /** The number of failures since its last answer, and of bans since its last block. */
  readonly failures: number
  readonly blames: number
  /** Recent penalty: the node with the lower one is asked. */
  readonly penalty: number
  readonly tip: Outline | null
  /** Its tip, the tip's parent and the blocks that it was asked for, as far as they are known. */
  readonly words: readonly Word[]
  /** The numbers that it was last asked for with its tip, and when, on the clock of schedules. */
  readonly heard: readonly bigint[]
  readonly lookedAt: number
  /** The time of the last request, on the clock of schedules, and the usual milliseconds of an answer; null before the first. */
  readonly askedAt: number
  readonly usual: number | null
  /** The number of times that it changed its block of a number: it is asked less often. */
  readonly flips: number
  /** Its safe and finalized blocks, if they are stored. */
  readonly safe: BlockName | null
  readonly finalized: BlockName | null
  /** The reason why it was not used last; null while it is. */
  readonly why: { readonly code: FollowCode; readonly message: string } | null
}

/** A block to store with all before it, since a quorum named it or the beacon chain signed it. Other nodes may send it. */
export interface Task {
  readonly block: BlockName
  readonly isSigned: boolean
  /** The number of hosts that named it; Infinity for a signature, or a majority of all hosts. */
  readonly voices: number
  /** The nodes that may have it and did not fail, the best first. */
  readonly givers: readonly number[]
  /** Its ancestors that confirm the blocks of a long way to it; null before the walk down. */
  readonly marks: Marks | null
}

/** The request to a node that the follower waits for. */
export interface Errand {
  readonly source: number
  /** When it began, or last stored a block, on the clock of schedules. */
  readonly since: number
  readonly head: Head | null
  /** The number of nodes given up at this head: each wait is twice as long. */
  readonly tries: number
  readonly isGivenUp: boolean
}

export interface Signed {
  /** The newest block that it finalized; null if none is known. */
  readonly finalized: BlockName | null
  /** The newest block that its committee signed; null if none is known. */
  readonly attested: BlockName | null
  /** The reason for the last failure; null while it is followed. */
  readonly why: string | null
}

export interface FollowState {
  readonly phase: Phase
  /** The store's; null while it is empty. */
  readonly head: Head | null
  /** Undefined before the first look at the beacon chain. */
  readonly signed: Signed | undefined
  readonly sources: readonly SourceState[]
  /** The effect in flight, apart from looks at tips. */
  readonly work: 'trace' | 'extend' | 'backfill' | 'finalize' | 'reload' | null
  readonly task: Task | null
  /** The present or the last one. */
  readonly errand: Errand | null
  /** The blocks that were looked at since the last commit. */
  readonly traced: readonly { readonly block: BlockName; readonly branch: Branch }[]
  /** The block that the beacon chain finalized in place of a stored one. */
  readonly contradicted: BlockName | null
  /** Since when no quorum names a block above the head, on the clock of schedules, and whether that was logged. */
  readonly discord: { readonly since: number; readonly isLogged: boolean } | null
  /** The store did not answer: when to retry, on the clock of schedules, and the failures in a row. Null while it answers. */
  readonly outage: { readonly until: number; readonly failures: number } | null
  /** The last block of a backfill. */
  readonly target: bigint | null
  /** Recent milliseconds between blocks. */
  readonly blockTime: number
  readonly reorgs: number
  /** Goes up when the stored chain may have been replaced: comparisons of another epoch are void. */
  readonly epoch: number
  readonly depth: number
  /** The number of bans of each node: by `name`, then by check. */
  readonly blamed: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Whether the clocks of nodes and of this machine were found to differ. */
  readonly isClockOdd: boolean
  readonly halt: Halt | null
}

/** Creates the state of a follower that begins with a store's head. */
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
      nextIfFew: 0,
      heard: [],
      lookedAt: -Infinity,
      askedAt: 0,
      usual: null,
      flips: 0,
      failures: 0,
      blames: 0,
      penalty: 0,
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

/** Fields that reset a node, so that it is identified again before it is used. */
export const suspended: Pick<SourceState, 'standing' | 'tip' | 'words' | 'safe' | 'finalized'> = {
  standing: 'new',
  tip: null,
  words: [],
  safe: null,
  finalized: null,
}
