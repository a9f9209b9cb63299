import { performance } from 'node:perf_hooks'
import { setImmediate as nextRound } from 'node:timers/promises'
import type { MaybePromise } from '@lectern/spec'
import { createBatchWriter, errorReply, type Reply, type WholeBatch, type Written } from './reply.ts'
import type { Call } from './call.ts'
import { RpcError } from '../error.ts'
import type { ResponseInPieces, RpcResponse } from './response.ts'
import {
  closeSource,
  headOf,
  openSource,
  runCall,
  reportReply,
  type RequestContext,
  type ChainHead,
  type Service,
  type Source,
} from './service.ts'
import { turnMilliseconds } from './limits.ts'

/** The calls of a batch. */
export interface Batch {
  readonly items: number
  /** One of them: a call to run, the reply that refuses it, undefined for a notification. */
  read(index: number): Call | Reply | undefined
}

/** A response of more bytes than this is sent in pieces, each made when the one before it is read. */
export const pieceBytes = 1_000_000

/**
 * The replies of a batch in its order, all from one snapshot; undefined when it holds nothing but notifications. At once where its
 * handlers give their results at once and soon. Throws an RpcError (-32600) for an empty batch.
 */
export function runBatch(
  batch: Batch,
  service: Service,
  context?: RequestContext,
): MaybePromise<RpcResponse | undefined> {
  const { items } = batch
  if (items === 0) throw new RpcError('InvalidRequest', 'A batch holds at least one request.')
  service.onBatch?.(items, context)
  const reading = { chainHead: undefined }
  const steps = takeSteps(batch, { ...service, context, reading })
  const respond = (step: BatchStep): MaybePromise<RpcResponse | undefined> => {
    const { value } = step
    if (value instanceof Promise)
      return value.then(
        (settled) => respond(steps.next(settled)),
        (error) => respond(steps.throw(error)), // so that what the batch has taken is given back
      )
    const { chainHead } = reading
    if (!step.done) return { pieces: toPieces(value as Written, steps), items, chainHead }
    return value && { ...(value as WholeBatch), items, chainHead }
  }
  return respond(steps.next())
}

/** Something to wait for, a piece of the response, or at last the rest of it. */
type BatchSteps = Generator<
  Promise<Reply | Source | void> | Written,
  WholeBatch | undefined,
  Reply | Source | void
>
type BatchStep = ReturnType<BatchSteps['next']>

/** A call that was begun. */
interface Begun {
  /** Absent if it was refused. */
  readonly call?: Call
  /** The time of its start, if there is a listener. */
  readonly start: number | undefined
  readonly reply: MaybePromise<Reply>
}

/** The calls that wait for their store together, at most. */
const mostBegun = 32

interface Run extends Service {
  readonly context: RequestContext | undefined
  /** Set once the source is open. */
  readonly reading: { chainHead: ChainHead | null | undefined }
}

function* takeSteps({ items, read }: Batch, run: Run): BatchSteps {
  const { limits, context, reading } = run
  using taken = new DisposableStack()
  taken.use(context?.reserve?.(pieceBytes)) // of one piece, since the next is made once it is read
  const opened = openSource(run, context)
  const source = opened instanceof Promise ? ((yield opened) as Source) : opened
  const begun: Begun[] = []
  taken.defer(() => closeAfter(begun, source, run))
  reading.chainHead = headOf(source, run)
  const writer = createBatchWriter(items)
  const allowed = context?.spend?.(items) ?? items
  let [next, ran, bytes] = [0, 0, 0]
  let isInPieces = false
  let turn = performance.now()
  /** Begins calls up to one that has its reply at once: those that wait for their store do so together. */
  const begin = (): void => {
    while (next < items && begun.length < mostBegun) {
      const start = run.onReply && performance.now()
      const call = read(next++)
      if (call === undefined) continue
      if ('json' in call) begun.push({ reply: call, start })
      else if (ran === allowed) begun.push({ reply: refuseCall(call, 'Too many requests.'), start })
      else if (bytes > limits.batchBytes) begun.push({ reply: refuseBytes(call, limits.batchBytes), start })
      else {
        ran += 1
        begun.push({ call, reply: runCall(call, source, run, context), start })
      }
      if (!(begun.at(-1)!.reply instanceof Promise)) return
    }
  }
  for (;;) {
    if (begun.length === 0 || begun[0]!.reply instanceof Promise) begin()
    if (begun.length === 0) break
    const { call, start, reply: settled } = begun[0]!
    let reply: Reply
    if (settled instanceof Promise) {
      reply = (yield settled) as Reply
      if (context?.isGone?.()) return undefined
      turn = performance.now()
    } else reply = settled
    begun.shift()
    if (call !== undefined) {
      const isFirst = bytes === 0 // it always passes: no single reply is too large
      bytes += reply.size
      if (bytes > limits.batchBytes && !isFirst) reply = refuseBytes(call, limits.batchBytes)
    }
    writer.add(reply)
    if (start !== undefined) reportReply(reply, start, run, context)
    if (writer.length <= pieceBytes && performance.now() - turn < turnMilliseconds) continue
    if (writer.length > pieceBytes) {
      isInPieces = true
      yield writer.take()
    }
    yield (context?.turn ?? nextRound)()
    if (context?.isGone?.()) return undefined
    turn = performance.now()
  }
  const last = writer.close()
  if (!isInPieces || last === undefined) return last
  yield last.write() // the room is its own until it is read
  return undefined
}

/** Closes a source once no call reads it any more: the client may have left meanwhile. */
function closeAfter(begun: readonly Begun[], source: Source, run: Run): void {
  if (begun.length === 0) return closeSource(source, run)
  void Promise.all(begun.map(({ reply }) => reply)).then(() => closeSource(source, run))
}

/** The reply that refuses a call since it asks too much. */
export const refuseCall = ({ id, routine }: Call, message: string): Reply =>
  errorReply(id, new RpcError('LimitExceeded', message), routine.name)

const refuseBytes = (call: Call, batchBytes: number): Reply =>
  refuseCall(call, `The replies of a batch hold at most ${batchBytes} bytes.`)

/** The pieces of a response. Not an async generator: one that is ended before it was begun would not end the steps. */
function toPieces(first: Written, steps: BatchSteps): ResponseInPieces['pieces'] {
  let piece: Written | undefined = first
  return {
    async next() {
      if (piece === undefined) {
        let step = steps.next()
        while (step.value instanceof Promise) step = steps.next(await step.value)
        piece = step.done ? step.value?.write() : step.value
      }
      if (piece === undefined) return { done: true, value: undefined }
      const { bytes } = piece // its buffer is not used again: readers read ahead
      piece = undefined
      return { done: false, value: bytes }
    },
    async return() {
      piece = undefined
      steps.return(undefined)
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
