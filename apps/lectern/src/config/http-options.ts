import { isIP } from 'node:net'
import { InvalidArgumentError, Option } from 'commander'
import { wholeNumber, withVariable } from '@lectern/cli'
import { defaultHttpLimits, type HttpPolicyOptions, type HttpLimits } from '@lectern/server'

/** The flags of `lectern serve` about HTTP: access and compression. The limits are beside these, by the names of their flags. */
export interface HttpOptions {
  readonly 'http.vhosts': readonly string[]
  readonly 'http.corsdomain': readonly string[]
  readonly 'http.compression': 'on' | 'off'
  readonly 'http.rate': number
  readonly 'http.rateBurst'?: number
  readonly 'http.trustedProxies': readonly string[]
}

const second = 1_000
const day = 86_400

/** The headings of `lectern serve --help` that the flags of HTTP stand under. */
export type HttpGroup = 'Endpoint' | 'Access' | LimitGroup

type LimitGroup = 'Limits of a request' | 'Limits of each worker' | 'Time limits'

/** The flag of each limit, its group and unit, what it is, the milliseconds of that unit where it is a time, the most it can be; a new limit asks for its row. */
// oxfmt-ignore
const limitRows: Record<keyof HttpLimits, readonly [flag: string, group: LimitGroup, unit: string, description: string, scale?: number, most?: number]> = {
  connections: ['connections', 'Limits of each worker', 'number', 'connections; one more is answered with 503'],
  inflight: ['inflight', 'Limits of each worker', 'number', 'requests in flight; one more is answered with 503'],
  queue: ['queue', 'Limits of each worker', 'number', 'requests that wait while others are answered; one more is answered with 503'],
  compressors: ['compressors', 'Limits of each worker', 'number', 'large batches and proofs that are compressed at once; one more is sent as it is'],
  uploadBytes: ['upload-limit', 'Limits of each worker', 'bytes', 'bytes of request bodies that are being received; more is answered with 503. Bodies of 16 KiB and less do not count, compressed ones count by what they may inflate to'],
  responseBytes: ['response-limit', 'Limits of each worker', 'bytes', 'bytes of responses that are made and not yet read by their clients: large batches wait while half of it is used, more than all of it is answered with 503'],
  loopDelay: ['loop-delay', 'Limits of each worker', 'milliseconds', 'delay of the event loop under load; from there on requests are answered with 503'],
  headerBytes: ['header-limit', 'Limits of a request', 'bytes', 'bytes of the request line and headers; more is 431', 1, 1_048_576],
  headerCount: ['header-count', 'Limits of a request', 'number', 'headers; more is 431', 1, 1_000],
  urlLength: ['url-limit', 'Limits of a request', 'characters', 'characters of the URL; more is 414'],
  headerTime: ['timeouts.header', 'Time limits', 'seconds', 'to receive the headers of a request; longer is 408', second, day], // erigon's spelling
  requestTime: ['timeouts.read', 'Time limits', 'seconds', 'to receive a whole request; longer is 408', second, day],
  answerTime: ['timeouts.write', 'Time limits', 'seconds', 'to make and send a response; then the connection is closed', second, day],
  idleTime: ['timeouts.idle', 'Time limits', 'seconds', 'that a connection may stay idle between two requests', second, day],
}

const limitOptions = Object.entries(limitRows).map(
  ([name, [flag, group, unit, description, scale = 1, most]]) => ({
    name,
    group,
    scale,
    option: wholeNumber(`--http.${flag} <${unit}>`, description, {
      least: 1,
      value: defaultHttpLimits[name as keyof HttpLimits] / scale,
      ...(most !== undefined && { most }),
    }),
  }),
)

/** The flags of a group, in the order that `--help` shows them. */
export const httpOptions = (group: HttpGroup): readonly Option[] =>
  group === 'Endpoint' || group === 'Access'
    ? ownOptions[group]()
    : limitOptions.filter((row) => row.group === group).map(({ option }) => option)

// oxfmt-ignore
const ownOptions = {
  Endpoint: () => [
    withVariable(new Option('--http.compression <on|off>', 'compress responses of 1,024 bytes and more (zstd, br, gzip) for clients that accept it').choices(['on', 'off']).default('on')),
  ],
  Access: () => [
    list('--http.vhosts <names>', 'host names that are served, comma-separated; IP addresses always are; * is any', 'localhost', hostName),
    list('--http.corsdomain <origins>', 'origins of browser pages that may ask, comma-separated; * is any', '', origin),
    wholeNumber('--http.rate <calls>', 'calls a second of one client, in each worker; each item of a batch counts; 0 is no limit', { value: 0, most: 1_000_000_000 }),
    wholeNumber('--http.rate-burst <calls>', 'calls that a client may make at once', { least: 1 }).default(undefined, 'ten seconds of --http.rate'),
    list('--http.trusted-proxies <addresses>', 'proxies whose X-Forwarded-For names the client, comma-separated: addresses or networks', '', network),
  ],
}

/** The limits that the flags name, times in milliseconds. */
export function toHttpLimits(values: object): HttpLimits {
  const given = values as Record<string, number>
  return Object.fromEntries(
    limitOptions.map(({ name, scale, option }) => [name, given[option.attributeName()]! * scale]),
  ) as unknown as HttpLimits
}

/** The sentence of a 403, which names the flag that allows the host or the origin. */
export const describeRefusal = (reason: 'vhost' | 'origin', name: string): string =>
  reason === 'vhost'
    ? `--http.vhosts does not list the host ${name}.`
    : `--http.corsdomain does not list the origin ${name}.`

/** What the flags make of the policy. */
export function toPolicyOptions(values: HttpOptions): HttpPolicyOptions & { readonly limits: HttpLimits } {
  const { 'http.rate': perSecond, 'http.rateBurst': burst } = values
  return {
    vhosts: values['http.vhosts'],
    corsDomains: values['http.corsdomain'],
    compression: values['http.compression'] === 'on',
    limits: toHttpLimits(values),
    ...(perSecond > 0 && { rate: { perSecond, ...(burst !== undefined && { burst }) } }),
  }
}

/** What the items of a list are, and what one must be. */
interface Kind {
  readonly right: string
  fits(text: string): boolean
}

const hostName: Kind = {
  right: 'a host name, without scheme, port or path',
  fits: (text) => /^(\*|[^\s:/*]+)$/.test(text),
}

const origin: Kind = {
  right: 'an origin such as https://app.example, without a path',
  fits: (text) => /^(\*|null|[a-z][a-z0-9+.-]*:\/\/[^\s/]+)$/i.test(text),
}

const network: Kind = {
  right: 'an address or a network such as 10.0.0.0/8',
  fits(text) {
    const [address = '', bits = '0', ...rest] = text.split('/')
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!
    return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most
  },
}

function list(flags: string, description: string, value: string, { right, fits }: Kind): Option {
  const parse = (text: string) => {
    const items = text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
    const odd = items.find((item) => !fits(item))
    if (odd !== undefined) throw new InvalidArgumentError(`${odd === text ? 'It' : odd} must be ${right}.`)
    return items
  }
  const option = new Option(flags, description).argParser(parse)
  return withVariable(option.default(parse(value), value === '' ? 'none' : value))
}
