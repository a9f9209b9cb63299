import * as Type from 'typebox'

// TypeBox schemas of what the routes for operators return: their types, their serializers, and the checks of `lectern health`.

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const list = <T extends Type.TSchema>(item: T) => Type.Immutable(Type.Array(item))

const count = Type.Integer({ minimum: 0 })
const hash = Type.String({ pattern: '^0x[0-9a-f]{64}$' })
const decimal = Type.String({ pattern: '^[0-9]+$' })
const criterion = Type.Enum([0, 1])
const blockId = { number: count, hash }

/** `/livez`. */
export const Liveness = Type.Object({ status: Type.Literal('alive') })

const readiness = {
  /** 1 if it is met. */
  criteria: Type.Object({
    stored: criterion,
    recent: criterion,
    reached: criterion,
    sound: criterion,
    same: criterion,
    calm: criterion,
    staying: criterion,
  }),
  /** A reason for each criterion that is not met. */
  reasons: list(
    Type.Enum(['importing', 'behind', 'unavailable', 'damaged', 'replaced', 'overloaded', 'draining']),
  ),
}

/** Whether a process should get requests. */
export type Readiness = Type.Static<Type.TObject<typeof readiness>>

/** `/readyz` of a process that should get requests. */
export const Ready = Type.Object({ status: Type.Literal('ready'), criteria: readiness.criteria })

/** `/readyz` of another process. */
export const NotReady = Type.Object({ status: Type.Literal('not ready'), ...readiness })

/** Blocks, both ends included, and what vouches for the last of them: the rest follows by parent hashes. */
const LevelRange = Type.Object({
  from: count,
  to: count,
  level: Type.Enum([
    'stated',
    'accumulator',
    'historical-roots',
    'summaries',
    'sync-committee',
    'unknown',
    'nothing',
  ]),
  /** Whether they were executed here, with the state roots of their headers. */
  executed: Type.Boolean(),
})
export type LevelRange = Type.Static<typeof LevelRange>

const history = {
  chainId: nullable(decimal),
  genesis: nullable(hash),
  /** The schedule of blob prices, as `blobPrices` of `@lectern/client/verify` takes it. */
  chainConfig: nullable(
    Type.Object({
      chainId: decimal,
      /** From which time (seconds) which BASE_FEE_UPDATE_FRACTION (EIP-4844) applies; the store does not know the names of the forks. */
      blobSchedule: list(Type.Object({ timestamp: count, baseFeeUpdateFraction: count })),
    }),
  ),
  lowest: nullable(count),
  /** With its timestamp in seconds. */
  head: nullable(Type.Object({ ...blockId, time: count })),
  /** The stored blocks in ranges, by what vouches for them. */
  levels: list(LevelRange),
  /** The newest block that something vouches for: it and all before it are anchored. */
  anchor: nullable(
    Type.Object({
      ...blockId,
      grounds: nullable(
        Type.Enum(['stated', 'accumulator', 'built-in', 'historical-roots', 'summaries', 'sync-committee']),
      ),
    }),
  ),
  /** The blocks that `safe` and `finalized` name. */
  safe: nullable(Type.Object(blockId)),
  finalized: nullable(Type.Object(blockId)),
}

/** The stored blocks, and what vouches for them. Block numbers are JSON numbers, the chain id is a decimal string, hashes are `0x` hex. */
export type HistoryReport = Type.Static<Type.TObject<typeof history>>

const finality = Type.Enum(['nodes', 'beacon', 'none'])
const why = nullable(Type.String())
const slot = nullable(
  Type.Object({ slot: count, block: nullable(count), participants: count, age: Type.Number() }),
)

const follow = {
  phase: Type.Enum(['identify', 'locate', 'backfill', 'follow', 'switch', 'stalled', 'halted']),
  head: nullable(Type.Object(blockId)),
  tip: nullable(count),
  target: nullable(count),
  lagBlocks: nullable(count),
  lagSeconds: nullable(Type.Number()),
  reorgs: count,
  reorgDepth: count,
  sources: list(
    Type.Object({
      name: Type.String(),
      up: Type.Boolean(),
      tip: nullable(count),
      why,
      blamed: Type.Record(Type.String(), count),
    }),
  ),
  beacon: nullable(
    Type.Object({
      checkpoint: Type.String(),
      committee: count,
      finalized: slot,
      attested: slot,
      apis: list(Type.Object({ name: Type.String(), up: Type.Boolean(), why })),
      why,
    }),
  ),
  halt: nullable(Type.Object({ code: Type.String(), message: Type.String() })),
}

/** The last report of a follower; `FollowStatus` of `@lectern/follow` is the same type. */
export type FollowReport = Type.Static<Type.TObject<typeof follow>>

/** Numbers of workers: those that the flags ask for, those that serve now, and the restarts so far. */
const WorkersReport = Type.Object({ asked: count, serving: count, restarts: count })
export type WorkersReport = Type.Static<typeof WorkersReport>

const server = {
  /** Whether `GET /proof/…` is answered. */
  proofs: Type.Boolean(),
  /** Beacon nodes that the page may ask. */
  beacon: Type.Optional(Type.Object({ api: list(Type.String()) })),
  versions: Type.Object({ lectern: Type.String(), document: Type.String(), node: Type.String() }),
  /** With the source of finality alone until the follower reports. */
  follow: Type.Optional(Type.Union([Type.Object({ finality, ...follow }), Type.Object({ finality })])),
  /** The nodes that are asked for what the store lacks, and whether the last call was answered. Readiness does not depend on them. */
  upstream: Type.Optional(Type.Object({ nodes: list(Type.String()), up: Type.Boolean() })),
  workers: WorkersReport,
  /** Each limit by its name. */
  limits: Type.Record(Type.String(), Type.Number()),
}

/** `/status` while the store cannot be read. */
export const ServerStatus = Type.Object(server)
export type ServerStatus = Type.Static<typeof ServerStatus>

/** `/status`. */
export const Status = Type.Object({ ...history, ...server })
export type Status = Type.Static<typeof Status>
