import { ConformanceError } from './error.ts'
import { readOutcome, readReply, type Outcome, type Reply } from './reply.ts'
import type { Target } from './target.ts'

/** One method call and what came of it. */
export interface Call {
  readonly method: string
  readonly params: readonly unknown[]
  readonly id: number
  readonly reply: Reply
  readonly outcome: Outcome
}

/** What the checks of one run share: the endpoint, the seed, and what was already learnt. */
export interface Session {
  readonly target: Target
  /** Requests sent so far. */
  readonly requests: number
  /** The seed of one check: 32 bits drawn from the run's seed and a name. */
  seedOf(name: string): number
  /** Sends a body as it is. Throws a ConformanceError: UNREACHABLE without an answer, BUDGET when no request is left. */
  send(body: string): Promise<Reply>
  /** Calls a method by position, with an id drawn from the seed. */
  call(method: string, params: readonly unknown[]): Promise<Call>
  /** The value made at the first call with this key: what several checks look at is asked for once. */
  once<T>(key: object, make: () => Promise<T>): Promise<T>
}

/** How hard an endpoint may be asked. */
export interface SessionOptions {
  /** Any number; the same seed asks the same questions. */
  readonly seed?: number
  /** Requests in flight. */
  readonly concurrency?: number
  /** Requests in all; the checks that are left then are skipped. */
  readonly requests?: number
}

/** A session with an endpoint: 4 requests at a time and 5,000 in all, unless told otherwise. */
export function createSession(
  target: Target,
  { seed = 1, concurrency = 4, requests: limit = 5000 }: SessionOptions = {},
): Session {
  const known = new Map<object, Promise<unknown>>()
  const waiting: (() => void)[] = []
  let free = concurrency
  let requests = 0

  const session: Session = {
    target,
    get requests() {
      return requests
    },
    seedOf: (name) => hash(`${seed}/${name}`),
    async send(body) {
      if (requests >= limit) throw new ConformanceError('BUDGET', `the limit of ${limit} requests is reached`)
      requests++
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return readReply(body, await target.send(body))
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free++
      }
    },
    async call(method, params) {
      const id = session.seedOf(`${method}${JSON.stringify(params)}`) % 1_000_000
      const reply = await session.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      return { method, params, id, reply, outcome: readOutcome(reply.value) }
    },
    once<T>(key: object, make: () => Promise<T>) {
      const value = (known.get(key) as Promise<T> | undefined) ?? make()
      known.set(key, value)
      return value
    },
  }
  return session
}

// FNV-1a: the seed of a check must not depend on which checks run beside it.
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193)
  return value >>> 0
}
