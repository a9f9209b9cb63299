import { Buffer } from 'node:buffer'
import { performance } from 'node:perf_hooks'
import type { Readable } from 'node:stream'
import { toStream } from '../rpc/response.ts'
import { turnMilliseconds } from '../rpc/limits.ts'
import { takeTurn, type Job } from '../load/queue.ts'

/** Job that is done in steps of about a millisecond. One that yields a promise waits: the next is asked for once it has settled. */
export type Steps<T> = Iterator<void | Promise<void>, T>

/** Runs the steps of a job, in as many turns as it takes; undefined if the client has left. */
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

/** The most bytes that are sent in one piece: a stream takes 50 µs more. */
const wholeBytes = 131_072

/** The pieces of a proof's JSON; each is made when it is asked for. */
export type ProofPieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** Returns few pieces as one array, else a stream that makes each in a turn once the one before is read. */
export function sendPieces(pieces: ProofPieces, job: Job): Uint8Array | Readable {
  if (Symbol.asyncIterator in pieces) return toStream(takeTurns(pieces, job))
  const rest = pieces[Symbol.iterator]()
  const first: Uint8Array[] = []
  for (let bytes = 0; bytes <= wholeBytes;) {
    const { done, value } = rest.next()
    if (done) return Buffer.concat(first)
    first.push(value)
    bytes += value.length
  }
  return toStream(takeTurns({ [Symbol.iterator]: () => rest }, job, first))
}

/** Yields pieces that are made already, and each further one in a turn. */
async function* takeTurns(
  pieces: ProofPieces,
  job: Job,
  made: readonly Uint8Array[] = [],
): AsyncGenerator<Uint8Array> {
  yield* made
  await takeTurn(job)
  for await (const piece of pieces) {
    yield piece
    await takeTurn(job)
  }
}
