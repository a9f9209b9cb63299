import { checkNames } from '../rpc/limits.ts'

/** How much one client may ask, in calls: each item of a batch is one. */
export interface RateOptions {
  /** The calls that a client regains in a second. */
  readonly perSecond: number
  /** The most calls that a client may have saved up. @default ten seconds of `perSecond` */
  readonly burst?: number
  /** The clients that are remembered; beyond them the one that was longest silent is forgotten. @default 10_000 */
  readonly clients?: number
}

/** Counts the calls of each client. */
export interface Rate {
  /** Whether there is a limit, so that a client's address matters. */
  readonly isLimited: boolean
  /** Takes calls from the allowance of a client; returns how many are granted. */
  take(address: string | undefined, calls: number): number
  /** The whole seconds until the client may ask again, at least 1. */
  waitOf(address: string | undefined): number
}

/** Creates a token bucket for each client; without options all calls are granted. Throws a RangeError for an unknown option or a value below 1. */
export function createRate(options?: RateOptions, now: () => number = () => performance.now()): Rate {
  if (options === undefined) return { isLimited: false, take: (_, calls) => calls, waitOf: () => 1 }
  checkNames('rate', options, ['perSecond', 'burst', 'clients'])
  const { perSecond, burst = perSecond * 10, clients = 10_000 } = options
  for (const [name, value] of Object.entries({ perSecond, burst, clients }))
    if (!(value >= 1)) throw new RangeError(`rate.${name} must be at least 1, not ${String(value)}.`)
  const buckets = new Map<string, { tokens: number; at: number }>() // the longest silent first
  return {
    isLimited: true,
    take(address, calls) {
      const bucket = findBucket(toClient(address))
      const granted = Math.min(calls, Math.floor(bucket.tokens))
      bucket.tokens -= granted
      return granted
    },
    waitOf: (address) => Math.max(1, Math.ceil((1 - findBucket(toClient(address)).tokens) / perSecond)),
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

/** Returns the client of an address: an IPv4 address without its port, the /64 of an IPv6 address, empty for none. */
export function toClient(address = ''): string {
  if (!address.includes(':')) return address
  const four = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(address)?.[1]
  if (four !== undefined) return four
  const six = /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? address
  const [front = '', back] = six.split('::')
  const groups = front === '' ? [] : front.split(':')
  const behind = back === undefined || back === '' ? [] : back.split(':')
  const zeros = back === undefined ? [] : Array.from({ length: 8 - groups.length - behind.length }, () => '0')
  return [...groups, ...zeros, ...behind].slice(0, 4).join(':')
}
