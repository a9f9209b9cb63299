import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { ServerState } from './in-flight.ts'
import type { Responses, Uploads } from './memory.ts'
import {
  createShare,
  createJob,
  estimateWait,
  type Kind,
  mustWait,
  runLater,
  runNow,
  type Share,
  type Job,
} from './queue.ts'

/** A request whose body is there. */
export interface ScheduledRequest {
  readonly kind: Kind
  readonly socket: Socket
  /** The client, by its address. */
  readonly client: string
  /** Of its body. */
  readonly bytes: number
  /** Whether its client has left, or its time is over. */
  readonly isGone: () => boolean
}

/** Runs the job of a request: `begin` at once or in its turn, or `refuse` if it would wait too long. Undefined if the client has left by then. */
export type Schedule = <T>(
  request: ScheduledRequest,
  begin: (work: Job) => T,
  refuse: () => T,
) => T | Promise<Awaited<T> | undefined>

export interface ScheduleOptions {
  /** The most milliseconds that one may have to wait. */
  readonly maxWait: number
  readonly state: ServerState
  /** Where the bytes of bodies that wait are counted. */
  readonly uploads: Uploads
  readonly responses: Responses
  /** The bytes that there must be room for before a batch or a block begins. */
  readonly pieceBytes: number
  /** Called with the seconds that a request waited, before it begins. */
  onWait(seconds: number): void
}

/** Creates the schedule of a server; a connection has a part of the share of its client. */
export function createSchedule(options: ScheduleOptions): Schedule {
  const { maxWait, state, uploads, responses, pieceBytes, onWait } = options
  const shares = new WeakMap<Socket, Share>()
  return (({ kind, socket, client, bytes, isGone }, begin, refuse) => {
    const isLarge = kind === 'batch' || kind === 'block'
    const isBlocked = isLarge ? () => !responses.hasRoom(pieceBytes, client, kind) : undefined
    const work = createJob(kind, shareOf(socket, client), { isBlocked, isGone })
    if (!mustWait(work)) {
      onWait(0)
      return runNow(work, begin)
    }
    const room = estimateWait(work) > maxWait ? undefined : uploads.hold(bytes, client)
    if (room === undefined) return refuse()
    const since = performance.now()
    state.queued += 1
    return runLater(work, () => {
      room[Symbol.dispose]()
      state.queued -= 1
      if (isGone()) return void (work.hasBegun = false)
      onWait((performance.now() - since) / 1_000)
      return begin(work)
    })
  }) as Schedule

  function shareOf(socket: Socket, client: string): Share {
    let share = shares.get(socket)
    if (share?.client !== client) shares.set(socket, (share = createShare(client)))
    return share
  }
}

/** Returns the kind of a body, if it is JSON. A block has `true` near its start, full transactions, or `BlockReceipts`. */
export function kindOf(body: Uint8Array): 'call' | 'block' | 'batch' {
  let at = 0
  while (body[at]! <= 0x20) at += 1
  if (body[at] === OPEN_ARRAY) return 'batch'
  const end = Math.min(body.length, shortCall)
  while (++at < end) {
    const isTrue = body[at] === T && body[at + 1] === R && body[at + 2] === U
    if (isTrue || (body[at] === K && body[at + 1] === CAPITAL_R)) return 'block'
  }
  return 'call'
}
const [OPEN_ARRAY, T, R, U, K, CAPITAL_R] = [0x5b, 0x74, 0x72, 0x75, 0x6b, 0x52]
/** The bytes that most calls have at most. */
const shortCall = 256
