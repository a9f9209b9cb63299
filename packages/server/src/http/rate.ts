import { checkNames } from '../rpc/limits.ts'

/** How much one client may ask, in calls: each item of a batch is one. */
export interface RateOptions {
  /** The calls that a client regains in a second. */
  readonly perSecond: number
  /**
   * The most calls that a client may have saved up.
   *
   * @default ten seconds of `perSecond`
   */
  readonly burst?: number
  /**
   * The clients that are remembered; beyond them the one that was longest silent is forgotten.
   *
   * @default 10_000
   */
  readonly clients?: number
}

/** What each client may still ask. */
export interface Rate {
  /** Takes so many calls from what a client may still ask; gives how many are granted, at most that. */
  take(client: string, calls: number): number
  /** The whole seconds until the client may ask again, at least 1. */
  waitOf(client: string): number
}

/** A token bucket for each client. Throws a RangeError for figures that are not positive, and for unknown ones. */
export function createRate(options: RateOptions, now: () => number = () => performance.now()): Rate {
  checkNames('rate', options, ['perSecond', 'burst', 'clients'])
  const { perSecond, burst = perSecond * 10, clients = 10_000 } = options
  for (const [name, value] of Object.entries({ perSecond, burst, clients }))
    if (!(value >= 1)) throw new RangeError(`rate.${name} must be at least 1, not ${String(value)}.`)
  const buckets = new Map<string, { tokens: number; at: number }>() // the longest silent first
  return {
    take(client, calls) {
      const bucket = findBucket(client)
      const granted = Math.min(calls, Math.floor(bucket.tokens))
      bucket.tokens -= granted
      return granted
    },
    waitOf: (client) => Math.max(1, Math.ceil((1 - findBucket(client).tokens) / perSecond)),
  }

  function findBucket(client: string) {
    const time = now()
    const bucket = buckets.get(client) ?? { tokens: burst, at: time }
    bucket.tokens = Math.min(burst, bucket.tokens + ((time - bucket.at) / 1_000) * perSecond)
    bucket.at = time
    buckets.delete(client)
    if (buckets.size >= clients) buckets.delete(buckets.keys().next().value as string)
    buckets.set(client, bucket)
    return bucket
  }
}
