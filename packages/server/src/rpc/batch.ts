import { performance } from 'node:perf_hooks'
import type { MaybePromise } from '@lectern/spec'
import { createPage, errorAnswer, type Answer, type Whole, type Written } from './answer.ts'
import type { Call } from './call.ts'
import { RpcError } from '../error.ts'
import type { Pieces, Reply } from './reply.ts'
import {
  openSource,
  runCall,
  tellAnswer,
  type Caller,
  type ChainHead,
  type Service,
  type Source,
} from './service.ts'
import { mustWait, reportWork, spend, takeTurn, turnMilliseconds } from '../load/turns.ts'

/** The requests of a batch. */
export interface Batch {
  readonly items: number
  /** What one of them comes to: a call to run, the answer that refuses it, undefined for a notification. */
  judge(index: number): Call | Answer | undefined
}

/** An answer of more bytes than this goes out in pieces, each made when the one before it is on its way. */
const pieceBytes = 1_000_000

/**
 * The answers of a batch in its order, all from one snapshot; undefined when it holds nothing but notifications. At once where its
 * handlers give their results at once and soon. Throws an RpcError (-32600) for an empty batch, and what the snapshot throws.
 */
export function answerBatch(
  batch: Batch,
  service: Service,
  caller?: Caller,
): MaybePromise<Reply | undefined> {
  const { items } = batch
  if (items === 0) throw new RpcError('InvalidRequest', 'A batch holds at least one request.')
  if (mustWait() && caller?.mayWait?.() === false) throw new RpcError('LimitExceeded', busy)
  service.onBatch?.(items, caller)
  const reading = { chainHead: undefined }
  const steps = takeSteps(batch, { ...service, caller, reading })
  const reply = (step: Step): MaybePromise<Reply | undefined> => {
    const { value } = step
    if (value instanceof Promise) return value.then((answer) => reply(steps.next(answer)))
    const { chainHead } = reading
    if (!step.done) return { pieces: toPieces(value as Written, steps), items, chainHead }
    return value && { ...(value as Whole), items, chainHead }
  }
  return reply(steps.next())
}

/** Something to wait for, a piece of the answer, or at last the rest of it. */
type Steps = Generator<Promise<Answer | Source | void> | Written, Whole | undefined, Answer | Source | void>
type Step = ReturnType<Steps['next']>

interface Run extends Service {
  readonly caller: Caller | undefined
  /** Told as soon as it is known. */
  readonly reading: { chainHead: ChainHead | null | undefined }
}

function* takeSteps({ items, judge }: Batch, run: Run): Steps {
  const { limits, caller, reading } = run
  if (mustWait()) yield takeTurn('fresh')
  using room = caller?.reserve?.(pieceBytes) // of one piece, since the next is made once it is read
  if (room?.ready !== undefined) {
    yield room.ready
    if (caller?.isGone?.()) return undefined
  }
  const opened = openSource(run)
  const source = opened instanceof Promise ? ((yield opened) as Source) : opened
  using _ = { [Symbol.dispose]: source.release }
  reading.chainHead = source.chainHead
  const page = createPage()
  const allowed = caller?.spend?.(items) ?? items
  let ran = 0
  let bytes = 0
  let worked = 0
  let isInPieces = false
  let turn = performance.now()
  for (let index = 0; index < items; index += 1) {
    const start = run.onAnswer && performance.now()
    const call = judge(index)
    if (call === undefined) continue
    let answer: Answer
    if ('json' in call) answer = call
    else if (ran === allowed) answer = refuseCall(call, 'Too many requests.')
    else if (bytes > limits.batchBytes) answer = refuseBytes(call, limits.batchBytes)
    else {
      const settled = runCall(call, source.methods, run, caller)
      if (settled instanceof Promise) {
        worked += performance.now() - turn
        answer = (yield settled) as Answer
        if (caller?.isGone?.()) return undefined
        turn = performance.now()
      } else answer = settled
      ran += 1
      const isFirst = bytes === 0 // it always passes: no single answer is too large
      bytes += answer.size
      if (bytes > limits.batchBytes && !isFirst) answer = refuseBytes(call, limits.batchBytes)
    }
    page.add(answer)
    if (start !== undefined) tellAnswer(answer, start, run, caller)
    const spent = performance.now() - turn
    if (page.length <= pieceBytes && spent < turnMilliseconds) continue
    worked += spent
    spend(spent)
    if (page.length > pieceBytes) {
      isInPieces = true
      yield page.take()
    }
    if (mustWait()) yield takeTurn()
    if (caller?.isGone?.()) return undefined
    turn = performance.now()
  }
  const spent = performance.now() - turn
  spend(spent)
  reportWork(worked + spent)
  const last = page.close()
  if (!isInPieces || last === undefined) return last
  yield last.write() // the room is its own until it is read
  return undefined
}

/** The answer that refuses a call since it asks too much. */
export const refuseCall = ({ id, routine }: Call, message: string): Answer =>
  errorAnswer(id, new RpcError('LimitExceeded', message), routine.name)

/** What is said to those for whom there is no place to wait. */
export const busy = 'The server is busy: try again later.'

const refuseBytes = (call: Call, batchBytes: number): Answer =>
  refuseCall(call, `A batch's answers hold at most ${batchBytes} bytes.`)

/** The pieces of an answer. Not an async generator: one that is ended before it was begun would not end the steps. */
function toPieces(first: Written, steps: Steps): Pieces['pieces'] {
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
