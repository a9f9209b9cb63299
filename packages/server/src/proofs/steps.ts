import { Buffer } from 'node:buffer'
import { performance } from 'node:perf_hooks'
import type { Readable } from 'node:stream'
import { toStream } from '../rpc/response.ts'
import { turnMilliseconds } from '../rpc/limits.ts'
import { takeTurn, type Job } from '../load/queue.ts'

/** Job that is done in steps of about a millisecond. One that yields a promise waits: the next is asked for once it has settled. */
export type Steps<T> = Iterator<void | Promise<void>, T>

/** Does the steps of work that has its turn, in as many turns as it takes; undefined where nobody waits for it any more. */
export async function runSteps<T>(steps: Steps<T>, job: Job): Promise<{ readonly value: T } | undefined> {
  for (;;) {
    const start = performance.now()
    while (performance.now() - start < turnMilliseconds) {
      const { done, value } = steps.next()
      if (done) return { value }
      if (value === undefined) continue
      await value
      break
    }
    await takeTurn(job)
    if (job.isGone?.()) return undefined
  }
}

/** What is sent whole: to send more in pieces takes a stream, 50 µs. */
const wholeBytes = 131_072

/** The pieces of a proof's JSON; each is made when it is asked for. */
export type ProofPieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** ProofPieces as one, where they are few bytes and are made at once; else as a stream that makes each in a turn of its own, once the one before is read. */
export function sendPieces(pieces: ProofPieces, job: Job): Uint8Array | Readable {
  if (Symbol.asyncIterator in pieces) return toStream(takeLater(pieces, job))
  const rest = pieces[Symbol.iterator]()
  const first: Uint8Array[] = []
  for (let bytes = 0; bytes <= wholeBytes;) {
    const { done, value } = rest.next()
    if (done) return Buffer.concat(first)
    first.push(value)
    bytes += value.length
  }
  return toStream(takePieces(first, rest, job))
}

async function* takePieces(
  first: readonly Uint8Array[],
  rest: Iterator<Uint8Array>,
  job: Job,
): AsyncGenerator<Uint8Array> {
  yield* first
  for (;;) {
    await takeTurn(job)
    const { done, value } = rest.next()
    if (done) return
    yield value
  }
}

async function* takeLater(pieces: AsyncIterable<Uint8Array>, job: Job): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    yield piece
    await takeTurn(job)
  }
}
