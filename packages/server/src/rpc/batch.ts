import { performance } from 'node:perf_hooks'
import { setImmediate as nextRound } from 'node:timers/promises'
import { type MaybePromise, when } from '@lectern/spec'
import { createBatchWriter, type Reply, type WholeBatch, type Written } from './reply.ts'
import { type Batch, type Call, refuseCall } from './call.ts'
import { type Asked, createForwarding, type Parked } from './forwarding.ts'
import { RpcError } from '../error.ts'
import type { ResponseInPieces, RpcResponse } from './response.ts'
import {
  closeSource,
  headOf,
  openSource,
  runCall,
  reportReply,
  type RequestContext,
  type Service,
  type Source,
} from './service.ts'
import { turnMilliseconds } from './limits.ts'
import type { Forwarded } from './upstream.ts'

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
  const reading: Run['reading'] = { chainHead: undefined, source: undefined }
  const steps = takeSteps(batch, { ...service, context, reading })
  /** Goes on with what was waited for, or ends the batch of a client that has left. */
  const resume: Resume = (settled) => (context?.isGone?.() ? steps.return(undefined) : steps.next(settled))
  const respond = (step: BatchStep): MaybePromise<RpcResponse | undefined> => {
    const { value } = step
    if (value instanceof Promise)
      return value.then(
        (settled) => respond(resume(settled)),
        (error) => respond(steps.throw(error)), // so that what the batch has taken is given back
      )
    const { chainHead, source } = reading
    if (!step.done) {
      const pieces = toPieces(value as Written, steps, resume)
      return { pieces, items, chainHead, source: service.upstream && 'mixed' }
    }
    return value && { ...(value as WholeBatch), items, chainHead, source }
  }
  return respond(steps.next())
}

type Settled = Reply | Source | void

/** Something to wait for, a piece of the response, or at last the rest of it. */
type BatchSteps<T = WholeBatch | undefined> = Generator<Promise<Settled> | Written, T, Settled>
type BatchStep = ReturnType<BatchSteps['next']>
type Resume = (settled: Settled) => BatchStep

/** The calls that wait for their store together, at most. */
const mostBegun = 32

interface Run extends Service {
  readonly context: RequestContext | undefined
  /** The head is set once the source is open, the source of the replies once all are written. */
  readonly reading: { chainHead: RpcResponse['chainHead']; source: RpcResponse['source'] }
}

function* takeSteps({ items, read }: Batch, run: Run): BatchSteps {
  const { limits, context, reading } = run
  using taken = new DisposableStack()
  taken.use(context?.reserve?.(pieceBytes)) // of one piece, since the next is made once it is read
  const allowed = context?.spend?.(items) ?? items
  const forwarding = run.upstream && taken.use(createForwarding({ items, read }, allowed, run, context))
  const opened = forwarding?.isAll ? nothing : openSource(run, context)
  const begun: Parked[] = []
  const open = taken.use(new DisposableStack())
  open.defer(() => void when(opened, (source) => closeAfter(begun, source, run)))
  let turn = performance.now()
  const source = opened instanceof Promise ? yield* settle(opened) : opened
  reading.chainHead = headOf(source, run)
  const writer = createBatchWriter(items)
  let [next, ran, bytes] = [0, 0, 0]
  let isInPieces = false
  /** Begins calls up to one that has its reply at once: those that wait for their store do so together. */
  const begin = (): void => {
    while (next < items && begun.length < mostBegun) {
      const start = run.onReply && performance.now()
      const index = next++
      const call = forwarding === undefined ? read(index) : forwarding.read(index)
      if (call === undefined) continue
      if ('json' in call) begun.push({ reply: call, start })
      else if ('text' in call) begun.push({ call, reply: (call as Asked).asked, start })
      else if (ran === allowed) begun.push({ reply: refuseCall(call, 'Too many requests.'), start })
      else if (bytes > limits.batchBytes) begun.push({ reply: refuseBytes(call, limits.batchBytes), start })
      else {
        ran += 1
        begun.push({ call, reply: runCall(call, source, run, context), start })
      }
      if (!(begun.at(-1)!.reply instanceof Promise)) return
    }
  }
  /** Counts the reply to a call, and replaces it where it is too much. */
  const limit = (reply: Reply, call: Call | Forwarded | undefined): Reply => {
    if (call === undefined) return reply
    const isFirst = bytes === 0 // it always passes: no single reply is too large
    bytes += reply.size
    return bytes > limits.batchBytes && !isFirst ? refuseBytes(call, limits.batchBytes) : reply
  }
  const write = (reply: Reply, start: number | undefined): void => {
    writer.add(reply)
    if (start !== undefined) reportReply(reply, start, run, context)
  }
  function* settle<T extends Settled>(waiting: Promise<T>): BatchSteps<T> {
    const settled = (yield waiting) as T
    turn = performance.now()
    return settled
  }
  const isDue = () => writer.length > pieceBytes || performance.now() - turn >= turnMilliseconds
  function* takeTurn(): BatchSteps<void> {
    if (writer.length > pieceBytes) {
      isInPieces = true
      yield writer.take()
    }
    yield* settle((context?.turn ?? nextRound)())
  }
  for (;;) {
    if (begun.length === 0 || begun[0]!.reply instanceof Promise) begin()
    if (begun.length === 0) break
    const { call, start, reply: given } = begun[0]!
    const isOfStore = given instanceof Promise && !(call && 'text' in call)
    let reply = given
    if (isOfStore) {
      reply = (yield given) as Reply // a generator for each reply would take longer
      turn = performance.now()
    }
    begun.shift()
    if (!(reply instanceof Promise)) reply = limit(reply, call)
    if (forwarding?.park({ call, start, reply }, reading.chainHead) !== true) write(reply as Reply, start)
    if (isDue()) yield* takeTurn()
  }
  if (forwarding !== undefined) {
    open.dispose() // what is left is the upstream's: a snapshot should not wait for it
    for (let parked = forwarding.next(); parked !== undefined; parked = forwarding.next()) {
      const { call, start, reply } = parked
      write(reply instanceof Promise ? limit(yield* settle(reply), call) : reply, start)
      if (isDue()) yield* takeTurn()
    }
    reading.source = forwarding.source()
  }
  const last = writer.close()
  if (!isInPieces || last === undefined) return last
  yield last.write() // the room is its own until it is read
  return undefined
}

/** The source of a batch that the upstream has as a whole. */
const nothing = new RpcError('InternalError', 'Nothing is read.')

/** Closes a source once no call reads it any more: the client may have left meanwhile. */
function closeAfter(begun: readonly Parked[], source: Source, run: Run): void {
  if (begun.length === 0) return closeSource(source, run)
  void Promise.all(begun.map(({ reply }) => reply)).then(() => closeSource(source, run))
}

const refuseBytes = (call: Call | Forwarded, batchBytes: number): Reply =>
  refuseCall(call, `The replies of a batch hold at most ${batchBytes} bytes.`)

/** The pieces of a response. Not an async generator: one that is ended before it was begun would not end the steps. */
function toPieces(first: Written, steps: BatchSteps, resume: Resume): ResponseInPieces['pieces'] {
  let piece: Written | undefined = first
  return {
    async next() {
      if (piece === undefined) {
        let step = steps.next()
        while (step.value instanceof Promise) step = resume(await step.value)
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
