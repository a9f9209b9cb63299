import { closestMatch } from 'leven'

/** The limits of one body and its calls; a request beyond one of them gets -32005. */
export interface Limits {
  /** Bytes of a body, decompressed. */
  readonly bodyBytes: number
  /** Calls in a batch. */
  readonly batchItems: number
  /** Bytes of a batch's replies, refusals not counted; a single reply has no limit. */
  readonly batchBytes: number
  /** Arrays and objects open at once in a request's text. */
  readonly depth: number
  /** Characters of an id as it is written, quotes included. */
  readonly idLength: number
  /** Characters of a method's name. */
  readonly methodLength: number
}

/** The default limits: geth's batch, Fastify's body. */
export const defaultLimits: Limits = {
  bodyBytes: 1_048_576,
  batchItems: 1_000,
  batchBytes: 25_000_000,
  depth: 16,
  idLength: 256,
  methodLength: 64,
}

/** The milliseconds of work in one round of the event loop, between which connections, health checks and timers have theirs. */
export const turnMilliseconds = 5

/** Replaces some of the default limits; throws a RangeError that names an unknown one, or one that is no positive integer. */
export function replaceLimits<T extends object>(
  defaults: T,
  limits: { readonly [K in keyof T]?: T[K] | undefined } = {},
  what = 'limits',
): T {
  checkNames(what, limits, Object.keys(defaults))
  const given = Object.entries<unknown>(limits).filter(([, value]) => value !== undefined)
  for (const [name, value] of given) {
    if (!Number.isSafeInteger(value) || (value as number) < 1)
      throw new RangeError(`${what}.${name} must be a positive integer, not ${String(value)}.`)
  }
  return { ...defaults, ...Object.fromEntries(given) }
}

/** Throws a RangeError that names an unknown member, and the nearest known one. */
export function checkNames(what: string, given: object, known: readonly string[]): void {
  const odd = Object.keys(given).find((name) => !known.includes(name))
  if (odd === undefined) return
  const nearest = closestMatch(odd, known)
  throw new RangeError(`${what}.${odd} is unknown; did you mean ${nearest}? Known are ${known.join(', ')}.`)
}
