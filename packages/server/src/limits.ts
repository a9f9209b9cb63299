/** What a request may ask of the server; a request beyond one of them is answered with -32005. */
export interface Limits {
  /** Bytes of a request's body, unpacked where it came compressed. */
  readonly bodyBytes: number
  /** Requests in a batch. */
  readonly batchItems: number
  /** Bytes of a batch's answer, refusals not counted; a single answer has no limit. */
  readonly batchBytes: number
  /** Arrays and objects open at once in a request's text. */
  readonly depth: number
  /** Characters of an id as it is written, quotes included. */
  readonly idLength: number
  /** Characters of a method's name. */
  readonly methodLength: number
}

/** The limits of a server that is told nothing else: geth's batch, Fastify's body. */
export const defaultLimits: Limits = {
  bodyBytes: 1_048_576,
  batchItems: 1_000,
  batchBytes: 25_000_000,
  depth: 16,
  idLength: 256,
  methodLength: 64,
}

/** The default limits with some replaced; throws a RangeError that names the one that is not a positive integer. */
export function toLimits(limits?: Partial<Limits>): Limits {
  return replaceLimits(defaultLimits, limits)
}

/** A table of limits with some replaced; throws a RangeError that names the one that is not a positive integer. */
export function replaceLimits<T extends object>(defaults: T, limits: Partial<T> = {}): T {
  const all = { ...defaults, ...limits }
  for (const [name, value] of Object.entries<unknown>(all)) {
    if (!Number.isSafeInteger(value) || (value as number) < 1)
      throw new RangeError(`limits.${name} must be a positive integer, not ${String(value)}.`)
  }
  return all
}
