import { setTimeout as pause } from 'node:timers/promises'
import { ConformanceError } from './error.ts'
import { readOutcome, readReply, type Outcome, type Reply } from './reply.ts'
import { isLoopback, type Answer, type HttpRequest, type Target } from './target.ts'

/** One method call and what came of it. */
export interface Call {
  readonly method: string
  readonly params: readonly unknown[]
  readonly id: number
  readonly reply: Reply
  readonly outcome: Outcome
}

/** A body as it is sent: a text, or bytes that are none. */
export type Body = string | Uint8Array<ArrayBuffer>

/** What the checks of one run share: the endpoint, the seed, and what was already learnt. */
export interface Session {
  readonly target: Target
  /** Requests sent so far. */
  readonly requests: number
  /** The seed of one check: 32 bits drawn from the run's seed and a name. */
  seedOf(name: string): number
  /** Sends a body as it is. Throws a ConformanceError: UNREACHABLE without an answer, BUDGET when no request or time is left. */
  send(body: Body): Promise<Reply>
  /** Sends an HTTP request, where the target takes one; undefined where it does not. Throws as `send`. */
  fetch(request: HttpRequest): Promise<Reply | undefined>
  /** Calls a method by position, with an id drawn from the seed. */
  call(method: string, params: readonly unknown[]): Promise<Call>
  /** The value made at the first call with this key: what several checks look at is asked for once. */
  once<T>(key: object, make: () => Promise<T>): Promise<T>
}

/** Milliseconds from some moment on, and a way to let them pass. */
export interface Clock {
  now(): number
  pause(milliseconds: number): Promise<unknown>
}

const machine: Clock = { now: () => performance.now(), pause }

/** How hard an endpoint may be asked, and who hears of it. */
export interface SessionOptions {
  /** Any number; the same seed asks the same questions. */
  readonly seed?: number
  /** Requests in flight; 4 unless told. */
  readonly concurrency?: number
  /** Requests a second; 20 unless told, on this machine as many as it answers. */
  readonly rate?: number
  /** Requests in all, after which checks are skipped; 1,000 unless told, on this machine 10,000. */
  readonly requests?: number
  /** Milliseconds in all, after which checks are skipped; no end unless told. */
  readonly time?: number
  /** What the budgets are measured with; the machine's own clock unless told. */
  readonly clock?: Clock
  readonly onReply?: (reply: Reply) => void
}

/** A session with an endpoint: gentle with any that is not on this machine, unless told otherwise. */
export function createSession(target: Target, options: SessionOptions = {}): Session {
  const { seed = 1, onReply } = options
  const known = new Map<object, Promise<unknown>>()
  const gate = createGate(target, options)

  const ask = async (body: Body, http: HttpRequest | undefined, send: () => Promise<Answer>) => {
    const reply = await gate.pass(async () => readReply(body, await send(), http))
    onReply?.(reply)
    return reply
  }
  const session: Session = {
    target,
    get requests() {
      return gate.passed
    },
    seedOf: (name) => hash(`${seed}/${name}`),
    send: (body) => ask(body, undefined, () => target.send(body)),
    fetch: async (request) =>
      target.fetch && (await ask(request.body ?? '', request, () => target.fetch!(request))),
    call: (method, params) => callThrough(session, method, params),
    once<T>(key: object, make: () => Promise<T>) {
      const value = (known.get(key) as Promise<T> | undefined) ?? make()
      known.set(key, value)
      return value
    },
  }
  return session
}

/** The same session, but each reply of its own is also given to a function. */
export function recordSession(session: Session, onReply: (reply: Reply) => void): Session {
  const recording: Session = {
    ...session,
    get requests() {
      return session.requests
    },
    async send(body) {
      const reply = await session.send(body)
      onReply(reply)
      return reply
    },
    async fetch(request) {
      const reply = await session.fetch(request)
      if (reply) onReply(reply)
      return reply
    },
    call: (method, params) => callThrough(recording, method, params),
  }
  return recording
}

async function callThrough(session: Session, method: string, params: readonly unknown[]): Promise<Call> {
  const id = session.seedOf(`${method}${JSON.stringify(params)}`) % 1_000_000
  const reply = await session.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
  return { method, params, id, reply, outcome: readOutcome(reply.value) }
}

/** Lets so many through at a time, so many a second, so many in all, and for so long. */
function createGate(target: Target, options: SessionOptions) {
  const isOurs = target.url === undefined || isLoopback(target.url)
  const { concurrency = 4, time = Infinity, clock = machine } = options
  const { rate = isOurs ? Infinity : 20, requests: most = isOurs ? 10_000 : 1_000 } = options
  const end = clock.now() + time
  const waiting: (() => void)[] = []
  let [free, passed, next] = [concurrency, 0, 0]

  const checkBudget = (at: number) => {
    if (passed >= most) throw new ConformanceError('BUDGET', `the limit of ${most} requests is reached`)
    if (at > end) throw new ConformanceError('BUDGET', `the time of ${time / 1000} s is used up`)
  }
  return {
    get passed() {
      return passed
    },
    async pass<T>(work: () => Promise<T>): Promise<T> {
      const at = Math.max(clock.now(), next)
      checkBudget(at)
      passed++
      next = at + 1000 / rate
      const rest = at - clock.now()
      if (rest > 0) await clock.pause(rest)
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const first = waiting.shift()
        if (first) first()
        else free++
      }
    },
  }
}

// FNV-1a: the seed of a check must not depend on which checks run beside it.
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193)
  return value >>> 0
}
