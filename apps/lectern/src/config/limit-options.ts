import type { Option } from 'commander'
import { wholeNumber } from '@lectern/conformance/flags'
import { defaultHttpLimits, defaultLimits, type HttpLimits, type Limits } from '@lectern/server'

/** The headings of `lectern serve --help` for limits. */
export const limitGroups = ['Limits of a request', 'Limits of each worker', 'Time limits'] as const

type LimitGroup = (typeof limitGroups)[number]

/** A flag, its group and unit, what it limits, the most that it can be; a new limit needs a row. */
type Row = readonly [flag: string, group: LimitGroup, unit: string, description: string, most?: number]

// oxfmt-ignore
const httpRows: Record<keyof HttpLimits, Row> = {
  connections: ['http.connections', 'Limits of each worker', 'number', 'open connections; one more gets 503'],
  inflight: ['http.inflight', 'Limits of each worker', 'number', 'requests in flight (of one client: half); one more gets 503'],
  maxWait: ['http.max-wait', 'Limits of each worker', 'seconds', 'longest wait for a turn, estimated on arrival; longer gets 503'],
  compressors: ['http.compressors', 'Limits of each worker', 'number', 'large batches and proofs compressed at once; one more is sent uncompressed'],
  uploadBytes: ['http.upload-limit', 'Limits of each worker', 'bytes', 'bytes of request bodies in flight, inflated (of one client: half); more gets 503'],
  bodyRate: ['http.body-rate', 'Limits of a request', 'bytes', 'least bytes per second of a body after its first five seconds; fewer is 408'],
  responseBytes: ['http.response-limit', 'Limits of each worker', 'bytes', 'bytes of unread responses (of one client: half); more gets 503'],
  headerBytes: ['http.header-limit', 'Limits of a request', 'bytes', 'bytes of the request line and headers; more is 431', 1_048_576],
  headerCount: ['http.header-count', 'Limits of a request', 'number', 'headers; more is 431', 1_000],
  urlLength: ['http.url-limit', 'Limits of a request', 'characters', 'characters of the URL; more is 414'],
  headerTime: ['http.timeouts.header', 'Time limits', 'seconds', 'to receive the headers of a request; longer is 408'], // erigon's spelling
  requestTime: ['http.timeouts.read', 'Time limits', 'seconds', 'to receive a full request; longer is 408'],
  responseTime: ['http.timeouts.write', 'Time limits', 'seconds', 'to make and send a response; then the connection is closed'],
  idleTime: ['http.timeouts.idle', 'Time limits', 'seconds', 'that a connection may stay idle between two requests'],
}

// oxfmt-ignore
const rpcRows: Record<keyof Limits, Row> = {
  bodyBytes: ['rpc.http-body-limit', 'Limits of a request', 'number', 'bytes of the body'],
  batchItems: ['rpc.batch-request-limit', 'Limits of a request', 'number', 'calls in a batch'],
  batchBytes: ['rpc.batch-response-max-size', 'Limits of a request', 'number', 'bytes of the response to a batch'],
  depth: ['rpc.depth-limit', 'Limits of a request', 'number', 'levels of nesting'],
  idLength: ['rpc.id-limit', 'Limits of a request', 'number', 'characters of an id'],
  methodLength: ['rpc.method-limit', 'Limits of a request', 'number', "characters of a method's name"],
}

const day = 86_400

/** The flags of limits, times in seconds; the library's times are milliseconds. */
const toFlags = <T extends object>(rows: Record<keyof T, Row>, defaults: T) =>
  Object.entries<Row>(rows).map(([name, [flag, group, unit, description, most]]) => {
    const scale = unit === 'seconds' ? 1_000 : 1
    const option = wholeNumber(`--${flag} <${unit}>`, description, {
      least: 1,
      most: most ?? (unit === 'seconds' ? day : Number.MAX_SAFE_INTEGER),
      value: (defaults[name as keyof T] as number) / scale,
    })
    return { name, group, scale, option }
  })

const httpFlags = toFlags(httpRows, defaultHttpLimits)
const rpcFlags = toFlags(rpcRows, defaultLimits)

/** The flags of a group, in the order of `--help`. */
export const limitOptions = (group: LimitGroup): readonly Option[] =>
  [...httpFlags, ...rpcFlags].filter((flag) => flag.group === group).map(({ option }) => option)

/** The limits of HTTP that the flags set, times in milliseconds. */
export const toHttpLimits = (values: object): HttpLimits => readLimits(httpFlags, values)

/** The limits of calls that the flags set. */
export const toLimits = (values: object): Limits => readLimits(rpcFlags, values)

function readLimits<T>(flags: ReturnType<typeof toFlags>, values: object): T {
  const given = values as Record<string, number>
  return Object.fromEntries(
    flags.map(({ name, scale, option }) => [name, given[option.attributeName()]! * scale]),
  ) as T
}
