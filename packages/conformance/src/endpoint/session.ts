import type { Family, FamilyName } from '@lectern/chain'
import { families } from '@lectern/chain/families'
import { createSender, type Ask } from './sender.ts'
import type { HttpRequest, Sent } from '../error.ts'
import { createPacer, type Pacer, type PacingOptions } from './pacing.ts'
import { readOutcome, type Outcome, type Exchange } from './exchange.ts'
import { recordResults, type ResultRecord } from './results.ts'
import type { Body, Target } from './target.ts'
import { type Method, toParams } from '../document/document.ts'

/** One method call and what came of it. */
export interface Call {
  readonly method: string
  /** As they were sent: by position, or by name. */
  readonly params: unknown
  readonly id: number
  readonly exchange: Exchange
  readonly outcome: Outcome
}

/** The state that the checks of one run share: the endpoint, the seed, and earlier results. */
export interface Session extends Pick<Pacer, 'close' | 'closed'> {
  readonly target: Target
  /** The rules of the endpoint's chain: those of the options, or what the first check that needs them finds. */
  family: Family | undefined
  readonly requests: number
  /** The requests under which a connection was cut; each was sent again. */
  readonly cuts: readonly Sent[]
  /** The results of all calls, whichever check made them. */
  readonly results: ResultRecord
  /** The seed of one check: 32 bits drawn from the run's seed and a name. */
  seedOf(name: string): number
  /** Sends a body as it is. Throws a ConformanceError: UNREACHABLE, UNREADABLE, LOST, LIMITED, BUDGET or STOPPED. */
  send(body: Body): Promise<Exchange>
  /** Sends an HTTP request, where the target takes one; undefined where it does not. Throws as `send`. */
  fetch(request: HttpRequest): Promise<Exchange | undefined>
  /** Calls a method by position, with an id drawn from the seed. */
  call(method: string, params: unknown): Promise<Call>
  /** The value made at the first call with this key: what several checks look at is asked for once. A rejection is not cached. */
  once<T>(key: object, make: () => Promise<T>): Promise<T>
}

/** How hard an endpoint may be asked, and who hears of it. */
export interface SessionOptions extends PacingOptions {
  /** Any number; the same seed asks the same questions. */
  readonly seed?: number
  /** The family of the endpoint's chain. @default by the chain's id, else by what its blocks hold */
  readonly family?: FamilyName
  readonly onExchange?: (exchange: Exchange) => void
}

export function createSession(target: Target, options: SessionOptions = {}): Session {
  const { seed = 1, onExchange } = options
  const known = new Map<object, Promise<unknown>>()
  const pacer = createPacer(target, options)
  const cuts: Sent[] = []
  const results = recordResults()
  const sender = createSender(target, pacer, (sent) => cuts.push(sent))

  const ask: Ask = async (body, http) => {
    const exchange = await sender(body, http)
    results.note(exchange)
    onExchange?.(exchange)
    return exchange
  }
  const session: Session = {
    target,
    family: options.family && families[options.family],
    get requests() {
      return pacer.passed
    },
    get closed() {
      return pacer.closed
    },
    cuts,
    results,
    close: pacer.close,
    seedOf: (name) => hash(`${seed}/${name}`),
    send: (body) => ask(body),
    fetch: async (request) => target.fetch && (await ask(request.body ?? '', request)),
    async call(method, params) {
      const id = session.seedOf(`${method}${JSON.stringify(params)}`) % 1_000_000
      const exchange = await this.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      return { method, params, id, exchange, outcome: readOutcome(exchange.value) }
    },
    once<T>(key: object, make: () => Promise<T>) {
      const cached = known.get(key) as Promise<T> | undefined
      if (cached) return cached
      const value = make()
      known.set(key, value)
      value.catch(() => known.delete(key))
      return value
    },
  }
  return session
}

const mostTurns = 12

/** Asks up to twelve times until the result is there: one address may have several nodes, and one of them may lag. */
export async function askUntil<T>(ask: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  let value = await ask()
  for (let turn = 1; turn < mostTurns && !isThere(value); turn++) value = await ask()
  return value
}

/** Items in an order drawn from the seed of a session, by a name of each. */
export function shuffle<T>(session: Session, items: readonly T[], nameOf: (item: T) => string): T[] {
  const drawn = items.map((item) => ({ item, seed: session.seedOf(nameOf(item)) }))
  return drawn.toSorted((left, right) => left.seed - right.seed).map(({ item }) => item)
}

/** Returns the same session, which passes each of its exchanges to a function. */
export function recordSession(session: Session, onExchange: (exchange: Exchange) => void): Session {
  const record = <T extends Exchange | undefined>(exchange: T): T => {
    if (exchange) onExchange(exchange)
    return exchange
  }
  return Object.assign(Object.create(session) as Session, {
    send: async (body: Body) => record(await session.send(body)),
    fetch: async (request: HttpRequest) => record(await session.fetch(request)),
  })
}

export const isNotFound = (outcome: Outcome): boolean => outcome.kind === 'error' && outcome.code === -32601

/** Whether the endpoint serves a method: false if a valid call of it gets -32601, or of a companion EIP-1474's -32004, method not supported. */
export async function isServed(session: Session, method: Method): Promise<boolean> {
  const { name, call, isCompanion } = method
  if (!call) return true
  const { outcome } = await session.once(call, () => session.call(name, toParams(method, call)))
  const isUnsupported = isCompanion && outcome.kind === 'error' && outcome.code === -32004
  return !isNotFound(outcome) && !isUnsupported
}

// FNV-1a: the seed of a check must not depend on which other checks run.
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193)
  return value >>> 0
}
