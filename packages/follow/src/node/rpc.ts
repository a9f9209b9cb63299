import { FollowError } from '../error.ts'
import {
  type Answer,
  checkAnswer,
  exchange,
  isWholeError,
  type RawReply,
  readError,
  readReplies,
  type RpcError,
} from './exchange.ts'
import { createBatchSize, findLimited } from './limits.ts'
import { createPace } from './pace.ts'

/** The options of requests to a node. */
export interface RpcOptions {
  /** Headers of each request, such as a key. */
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds for a request and its response. @default 10_000 */
  readonly timeout?: number
  /** The most bytes of a response. @default 64 MiB */
  readonly maxBytes?: number
  /** The most requests at a time. @default 8 */
  readonly concurrency?: number
  /** The most requests per second; 0 is no limit. @default 0 */
  readonly rps?: number
}

export type RpcCall = readonly [method: string, params: readonly unknown[]]

export interface RpcReply {
  readonly result?: unknown
  readonly error?: RpcError
}

export interface Rpc {
  /** The node's origin: a path may hold a key. */
  readonly name: string
  readonly host: string
  /** The number of requests that may be in flight now. */
  readonly width: number
  /** Returns the replies to calls, in their order. */
  ask(calls: readonly RpcCall[], signal?: AbortSignal): Promise<RpcReply[]>
  /** Returns the bytes of the responses to calls; a reply's id is the index of its call. */
  askBytes(calls: readonly RpcCall[], signal?: AbortSignal): Promise<readonly Uint8Array[]>
}

/** Creates JSON-RPC with a node, in batches of at most 100 calls: half as many after a refusal. Limited calls alone are retried. */
export function createRpc(url: string, options: RpcOptions = {}): Rpc {
  const { headers = {}, timeout = 10_000, maxBytes = 2 ** 26, concurrency = 8, rps = 0 } = options
  const { origin: name, host } = new URL(url)
  const pace = createPace(concurrency, rps)
  const batch = createBatchSize()

  return {
    name,
    host,
    get width() {
      return pace.width
    },
    async ask(calls, signal) {
      const bodies = await askBytes(calls, signal)
      const replies = bodies.flatMap((body) => readReplies(body) ?? refuse())
      // Of two replies with one id the first counts; an error without an id is that of any call.
      const byId = new Map(replies.map((reply) => [reply.id ?? null, reply] as const).toReversed())
      return calls.map((_, id) => toReply(byId.get(id) ?? byId.get(null)))
    },
    askBytes,
  }

  async function askBytes(calls: readonly RpcCall[], signal: AbortSignal = never): Promise<Uint8Array[]> {
    const ending = new AbortController()
    const either = AbortSignal.any([signal, ending.signal])
    const round: Round = { calls, next: 0, again: [], bodies: [], signal: either }
    // A block may name 100,000 transactions: `concurrency` bounds the requests that wait.
    const lanes = Array.from({ length: concurrency }, () => askOn(round))
    try {
      await Promise.all(lanes)
      return round.bodies
    } finally {
      ending.abort()
    }
  }

  async function askOn(round: Round): Promise<void> {
    for (let ids = takeIds(round, batch.size); ids.length > 0; ids = takeIds(round, batch.size))
      await askBatch(ids, round)
  }

  /** Sends calls as one batch, or a single one, and notes the responses and the calls to retry. */
  async function askBatch(ids: readonly number[], round: Round): Promise<void> {
    const { calls, again, bodies, signal } = round
    const requests = ids.map((id) => ({ jsonrpc: '2.0', id, method: calls[id]![0], params: calls[id]![1] }))
    const isBatch = ids.length > 1
    const answer = await send(isBatch ? requests : requests[0]!, ids.length, signal)
    if (isBatch && isWholeError(answer)) {
      await askBatch(ids.slice(0, 1), round) // throws if one call fails too
      batch.refuse(ids.length, answer)
      again.push(...ids.slice(1))
      return
    }
    if (answer.status === 429) {
      const { retryAfter } = answer
      slowDown(ids.length, retryAfter)
      if (bodies.length === 0 || pace.strikes > PATIENCE || (retryAfter ?? 0) > LONG)
        throw new FollowError('limited', `${name} answered HTTP 429, too many requests.`, {
          ...(retryAfter !== undefined && { retryAfter }),
        })
      again.push(...ids)
      return
    }
    const bytes = checkAnswer(name, answer)
    const limited = findLimited(ids, bytes)
    if (limited === undefined) {
      bodies.push(bytes)
      pace.faster()
      batch.grow()
      return
    }
    slowDown(ids.length)
    if (limited.kept) bodies.push(limited.kept)
    else if (pace.strikes > PATIENCE) return void bodies.push(bytes)
    again.push(...limited.ids)
  }

  async function send(body: object, calls: number, signal: AbortSignal): Promise<Answer> {
    try {
      return await pace.run(() => exchange(body, { url, headers, timeout, maxBytes }, signal), signal)
    } catch (error) {
      if (error instanceof FollowError && error.code === 'timeout') slowDown(calls)
      throw error
    }
  }

  function toReply(reply: RawReply | undefined): RpcReply {
    if (reply === undefined || (reply.id == null && !reply.error))
      throw new FollowError('malformed', `${name} left a call without a reply.`)
    return reply.error == null ? { result: reply.result } : { error: readError(reply.error) }
  }

  function refuse(): never {
    throw new FollowError('malformed', `${name} answered JSON that is cut or broken.`)
  }

  function slowDown(calls: number, pause?: number): void {
    pace.slower(pause)
    batch.halve(calls)
  }
}

interface Round {
  readonly calls: readonly RpcCall[]
  /** The id of the next new call, and those to retry. */
  next: number
  readonly again: number[]
  readonly bodies: Uint8Array[]
  readonly signal: AbortSignal
}

function takeIds(round: Round, most: number): readonly number[] {
  const { again, next, calls } = round
  if (again.length > 0) return again.splice(-most)
  round.next = Math.min(calls.length, next + most)
  return Array.from({ length: round.next - next }, (_, index) => next + index)
}

/** The pauses in a row after which limited calls have an error, and the longest one waited for here, in milliseconds. */
const PATIENCE = 5
const LONG = 8_000

const never = new AbortController().signal
