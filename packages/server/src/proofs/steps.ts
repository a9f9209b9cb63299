import { Buffer } from 'node:buffer'
import { performance } from 'node:perf_hooks'
import type { Readable } from 'node:stream'
import { toStream } from '../rpc/response.ts'
import { mustWait, reportWork, spend, takeTurn, turnMilliseconds } from '../load/turns.ts'

/** Work that is done in steps of about a millisecond. */
export type Steps<T> = Iterator<void, T>

/** Does work in turns with all other long work; undefined where nobody waits for it any more, before it begins or between two turns. */
export async function runSteps<T>(
  begin: () => Steps<T>,
  isGone: () => boolean,
): Promise<{ readonly value: T } | undefined> {
  if (mustWait()) await takeTurn('fresh')
  if (isGone()) return undefined
  const steps = begin()
  let worked = 0
  for (let turn = performance.now(); ;) {
    const step = steps.next()
    const spent = performance.now() - turn
    if (!step.done && spent < turnMilliseconds) continue
    spend(spent)
    worked += spent
    if (step.done) {
      reportWork(worked)
      return { value: step.value }
    }
    await takeTurn()
    if (isGone()) return undefined
    turn = performance.now()
  }
}

/** What is sent whole: to send more in pieces takes a stream, 50 µs. */
const wholeBytes = 131_072
/** The milliseconds that the system takes for a byte that is written to a socket: 1.4 for a megabyte over loopback. They come with the write, after the turn. */
const writeMilliseconds = 1.4e-6

/** Pieces as one, where they are few bytes; else as a stream that makes each when the one before is read, in turns with all other long work. */
export function sendPieces(pieces: Iterable<Uint8Array>): Uint8Array | Readable {
  const rest = pieces[Symbol.iterator]()
  const first: Uint8Array[] = []
  for (let bytes = 0; bytes <= wholeBytes;) {
    const { done, value } = rest.next()
    if (done) return Buffer.concat(first)
    first.push(value)
    bytes += value.length
    spend(value.length * writeMilliseconds)
  }
  return toStream(takePieces(first, rest))
}

async function* takePieces(
  first: readonly Uint8Array[],
  rest: Iterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* first
  for (;;) {
    if (mustWait()) await takeTurn()
    const start = performance.now()
    const { done, value } = rest.next()
    if (done) return
    spend(performance.now() - start + value.length * writeMilliseconds)
    yield value
  }
}
