import { toHex } from '@lectern/chain'
import { createReplyVerifier, type Store } from '@lectern/history'
import type { BeaconFinality, BeaconStatus } from './beacon.ts'
import type { LogLine } from './reducer/effect.ts'
import { agreeOn } from './reducer/agreement.ts'
import { FollowError } from './error.ts'
import { createRpc, type RpcOptions } from './node/rpc.ts'
import { type RunEnd, runFollower } from './runner.ts'
import { createSource } from './node/source.ts'
import { type FollowSettings, type FollowState, type Phase, startState } from './reducer/state.ts'

/** The options of a follower. */
export interface FollowerOptions extends Partial<FollowSettings> {
  /** Opened for writing. Its `chain` must be known: nodes of other chains are not used. */
  readonly store: Store
  /** The http or https URLs of execution nodes. */
  readonly urls: readonly string[]
  readonly rpc?: RpcOptions
  /** Follows the beacon chain; required for the finality `beacon`. */
  readonly beacon?: BeaconFinality | undefined
  /** The number of threads that verify blocks; 0: this thread alone, with the engine in use. @default the number of cores */
  readonly workers?: number
  /** The longest wait for a part of a block that a node lacks, in milliseconds. @default 4_000 */
  readonly patience?: number
  readonly onLog?: (line: LogLine) => void
  /** Called when the status may have changed. */
  readonly onStatus?: (status: FollowStatus) => void
}

/** Follows nodes. */
export interface Follower {
  /** Follows until the signal aborts, until it halts, or with `once` until the newest block is stored. */
  run(signal?: AbortSignal): Promise<RunEnd>
  status(): FollowStatus
}

/** The status of a follower, for programs: block numbers as JSON numbers, hashes as `0x` hex. */
export interface FollowStatus {
  readonly phase: Phase
  readonly head: { readonly number: number; readonly hash: string } | null
  /** The highest block that a quorum has reached; null without one. */
  readonly tip: number | null
  /** The last block of a backfill. */
  readonly target: number | null
  readonly lagBlocks: number | null
  /** The age of the head if it is not the newest block; else 0. */
  readonly lagSeconds: number | null
  readonly reorgs: number
  /** The number of blocks that the last reorg replaced. */
  readonly reorgDepth: number
  readonly sources: readonly {
    readonly name: string
    readonly up: boolean
    readonly tip: number | null
    /** The reason why it is not used. */
    readonly why: string | null
    /** The number of refutations, by check. */
    readonly blamed: Readonly<Record<string, number>>
  }[]
  /** The status of the beacon chain, and its last failure; null with another finality. */
  readonly beacon: (BeaconStatus & { readonly why: string | null }) | null
  /** The reason why it needs the operator. */
  readonly halt: { readonly code: string; readonly message: string } | null
}

/**
 * Creates a follower of live nodes. Every block is verified before it is stored, and each reorg is one commit.
 *
 * @throws FollowError `chain` if the store's chain is unknown; TypeError for an invalid URL, for the finality `beacon` without `beacon`,
 * and for `latest: 'attested'` without that finality
 * @example
 * await using store = await openStore('./history', { chain: networks.mainnet })
 * const follower = createFollower({ store, urls: ['http://127.0.0.1:8545'], once: true })
 * await follower.run()
 */
export function createFollower(options: FollowerOptions): Follower {
  const { store, rpc, beacon, workers, patience = 4_000, onLog = () => {}, onStatus = () => {} } = options
  const rpcs = options.urls.map((url) => createRpc(url, rpc))
  const hosts = new Set(rpcs.map(({ host }) => host)).size
  const settings: FollowSettings = {
    quorum: options.quorum ?? Math.floor(hosts / 2) + 1,
    reorgLimit: options.reorgLimit ?? 256,
    reorgBytes: options.reorgBytes ?? 2 ** 26,
    from: options.from ?? 0n,
    distance: options.distance ?? 0,
    poll: options.poll,
    finality: options.finality ?? 'nodes',
    latest: options.latest ?? 'nodes',
    once: options.once ?? false,
    trusted: options.trusted,
  }
  const { quorum, finality, latest } = settings
  const { chain } = store
  if (chain === null)
    throw new FollowError(
      'chain',
      'The store is of no known chain: open it with one, so that nodes of others are not used.',
    )
  if (finality === 'beacon' && !beacon)
    throw new TypeError('The finality is beacon: name what follows the beacon chain in the option beacon.')
  if (latest === 'attested' && finality !== 'beacon')
    throw new TypeError('The newest block is the attested one: that needs the finality beacon.')
  let state = startState(null, rpcs)
  const describe = () => describeState(state, quorum, finality === 'beacon' ? beacon?.status?.() : undefined)
  return {
    async run(signal = new AbortController().signal) {
      if (hosts > 1 && quorum <= hosts / 2)
        onLog({
          level: 'warn',
          code: 'quorum-small',
          message: `The quorum is ${quorum} of ${hosts} hosts, no majority: ${quorum === 1 ? 'any one of them' : 'so many of them'} can have another chain stored, and finalized.`,
        })
      await using verifier = createReplyVerifier(workers)
      const onNote = (code: string, message: string) =>
        onLog({ level: code === 'derived-odd' ? 'warn' : 'info', code, message })
      return await runFollower({
        store,
        sources: rpcs.map((rpc) => createSource({ rpc, chain, verifier, onNote, patience })),
        settings,
        signal,
        beacon: finality === 'beacon' ? beacon : undefined,
        onLog,
        onState(next) {
          state = next
          onStatus(describe())
        },
      })
    },
    status: describe,
  }
}

function describeState(state: FollowState, quorum: number, beacon: BeaconStatus | undefined): FollowStatus {
  const { phase, head, sources, target, reorgs, depth, blamed, halt } = state
  const tip = agreeOn(sources, quorum, ({ tip }) => tip)?.number ?? null
  const lag = tip === null ? null : Number(tip - (head?.number ?? -1n))
  return {
    phase,
    head: head && { number: Number(head.number), hash: toHex(head.hash) },
    tip: tip === null ? null : Number(tip),
    target: target === null ? null : Number(target),
    lagBlocks: lag === null ? null : Math.max(0, lag),
    lagSeconds:
      lag === null || head === null
        ? null
        : lag <= 0
          ? 0
          : Math.max(0, Date.now() / 1_000 - Number(head.timestamp)),
    reorgs,
    reorgDepth: depth,
    sources: sources.map(({ name, standing, tip, why }) => ({
      name,
      up: standing === 'usable',
      tip: tip && Number(tip.number),
      why: why && why.message,
      blamed: blamed[name] ?? {},
    })),
    beacon: beacon ? { ...beacon, why: state.signed?.why ?? null } : null,
    halt,
  }
}
