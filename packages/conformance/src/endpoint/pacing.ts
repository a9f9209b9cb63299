import { ConformanceError } from '../error.ts'
import { isLoopback, type Target } from './target.ts'

/** A clock in milliseconds, and a pause. */
export interface Clock {
  now(): number
  pause(milliseconds: number): Promise<unknown>
}

/** How many requests an endpoint gets, and how fast. */
export interface PacingOptions {
  /** Most requests in flight. @default 4 */
  readonly concurrency?: number
  /** Most requests per second. @default 20; no limit on this machine */
  readonly rate?: number
  /** Most requests in all; the checks left then are skipped. @default 1,000; 10,000 on this machine */
  readonly requests?: number
  /** Milliseconds in which requests are sent; the checks left then are skipped. @default Infinity */
  readonly time?: number
  /** Milliseconds to wait for an endpoint that limits requests (HTTP 429, -32005). @default 30,000 */
  readonly patience?: number
  /** Ends the run: what is in flight, and what would be sent from then on, throws a ConformanceError STOPPED. */
  readonly signal?: AbortSignal | undefined
  /** The clock for the budgets. @default the machine's */
  readonly clock?: Clock
}

/** Limits the requests to an endpoint: at a time, a second, and in all; a retry counts like any other. */
export interface Pacer extends Required<Pick<PacingOptions, 'patience' | 'clock'>> {
  /** Requests sent so far. */
  readonly passed: number
  /** Does the work when its moment has come, `before` all that waits where that is said. Throws a ConformanceError: BUDGET when no request or time is left then, LIMITED when the quiet lasts too long, STOPPED by the signal. */
  pass<T>(work: () => Promise<T>, options?: { readonly before?: boolean }): Promise<T>
  /** Lets nothing pass for so many milliseconds. */
  keepQuiet(milliseconds: number): void
  /** Lets nothing pass any more, nor what waits: each throws this error. */
  close(error: ConformanceError): void
  /** Why nothing more passes, such as LOST or LIMITED; undefined while there is no such reason. */
  readonly closed: ConformanceError | undefined
}

const machine: Clock = {
  now: () => performance.now(),
  pause: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
}

/** Creates a pacer, which is gentle by default with an endpoint on another machine. */
export function createPacer(target: Target, options: PacingOptions = {}): Pacer {
  const isOurs = target.url === undefined || isLoopback(target.url)
  const { concurrency = 4, time = Infinity, patience = 30_000, clock = machine, signal } = options
  const { rate = isOurs ? Infinity : 20, requests = isOurs ? 10_000 : 1_000 } = options
  const end = clock.now() + time
  const waiting: (() => void)[] = []
  let [free, passed, next, quietUntil] = [concurrency, 0, 0, 0]
  let closed: ConformanceError | undefined
  const stop = () => {
    closed ??= new ConformanceError('STOPPED', 'the run was stopped')
  }
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })

  // A listener for each work, since a promise that lasts for the run would keep the results of all.
  const untilStopped = async <T>(work: Promise<T>): Promise<T> => {
    if (!signal) return await work
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const give = () => reject(closed)
    signal.addEventListener('abort', give, { once: true })
    work.then(resolve, reject)
    return await promise.finally(() => signal.removeEventListener('abort', give))
  }

  const waitForMoment = async () => {
    do {
      if (closed) throw closed
      const now = clock.now()
      const at = Math.max(now, next, quietUntil)
      if (at > end) throw budgetError(`the time of ${time / 1000} s is used up`)
      if (quietUntil - now > patience)
        throw limitedError(target, `nothing may be asked for ${seconds(quietUntil - now)} s`)
      next = at + 1000 / rate
      if (at > now) await clock.pause(at - now)
    } while (quietUntil > clock.now()) // another response asked for it meanwhile
  }
  return {
    patience,
    clock,
    get passed() {
      return passed
    },
    get closed() {
      return closed
    },
    async pass(work, { before = false } = {}) {
      if (closed) throw closed
      if (passed >= requests) throw budgetError(`the limit of ${requests} requests is reached`)
      passed++
      if (free > 0) free--
      else await new Promise<void>((resolve) => (before ? waiting.unshift(resolve) : waiting.push(resolve)))
      try {
        await untilStopped(waitForMoment()).catch((error: unknown) => {
          passed-- // it is not sent
          throw error
        })
        return await untilStopped(work())
      } finally {
        const first = waiting.shift()
        if (first) first()
        else free++
      }
    },
    keepQuiet(milliseconds) {
      quietUntil = Math.max(quietUntil, clock.now() + milliseconds)
    },
    close(error) {
      closed ??= error
    },
  }
}

const budgetError = (what: string) => new ConformanceError('BUDGET', what)

/** That an endpoint says that it is asked too much, and how that was found. */
export const limitedError = (target: Target, how: string): ConformanceError =>
  new ConformanceError('LIMITED', `${target.url ?? 'the endpoint'} says that it is asked too much: ${how}`, {
    endpoint: target,
  })

export const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000)
