import { isIP } from 'node:net'
import { InvalidArgumentError, Option } from 'commander'
import { wholeNumber } from '@lectern/conformance/terminal'
import { defaultHttpLimits, type GateOptions, type HttpLimits } from '@lectern/server'

/** What `lectern serve` was told of HTTP: who is let in, and how much each may take. The limits stand beside these under their flags' names. */
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

/** The flag of each limit, its unit, what it is, the milliseconds of that unit where it is a time, the most it can be; a new limit asks for its row. */
// oxfmt-ignore
const limitRows: Record<keyof HttpLimits, readonly [flag: string, unit: string, description: string, scale?: number, most?: number]> = {
  connections: ['connections', 'number', 'most connections, in each worker; one more is answered with 503'],
  inflight: ['inflight', 'number', 'most requests answered at once, in each worker; one more is 503'],
  uploadBytes: ['upload-limit', 'bytes', 'most bytes of bodies on their way, in each worker, those of 16 KiB and less not counted, packed ones by what they may be unpacked to; one more is 503'],
  loopDelay: ['loop-delay', 'milliseconds', 'how late a worker may run under load before requests are 503'],
  headerBytes: ['header-limit', 'bytes', "most bytes of a request's line and headers; more is 431", 1, 1_048_576],
  headerCount: ['header-count', 'number', 'most headers of a request; more is 431', 1, 1_000],
  urlLength: ['url-limit', 'characters', "most characters of a request's URL; more is 414"],
  headerTime: ['timeouts.header', 'seconds', "time for a request's headers; longer is 408", second, day], // erigon's spelling
  requestTime: ['timeouts.read', 'seconds', 'time for a whole request; longer is 408', second, day],
  answerTime: ['timeouts.write', 'seconds', 'time for an answer to be made and taken; longer ends it', second, day],
  idleTime: ['timeouts.idle', 'seconds', 'time that a connection is kept between two requests', second, day],
}

const limitOptions = Object.entries(limitRows).map(([name, [flag, unit, description, scale = 1, most]]) => ({
  name,
  scale,
  option: wholeNumber(`--http.${flag} <${unit}>`, description, {
    least: 1,
    value: defaultHttpLimits[name as keyof HttpLimits] / scale,
    ...(most !== undefined && { most }),
  }),
}))

/** The flags of HTTP, in the order that `--help` shows them. */
// oxfmt-ignore
export const httpOptions = (): readonly Option[] => [
  list('--http.vhosts <names>', 'host names that are served, with commas between; addresses always are; * is any name', 'localhost', hostName),
  list('--http.corsdomain <origins>', 'origins whose pages may ask, with commas between; * is any', '', origin),
  new Option('--http.compression <on|off>', 'whether answers of 1,024 bytes and more are compressed (zstd, br, gzip) for those who accept it')
    .choices(['on', 'off']).default('on').env('LECTERN_HTTP_COMPRESSION'),
  wholeNumber('--http.rate <calls>', 'calls a second that one client may make, in each worker, an item of a batch being one; 0 is any number', { value: 0, most: 1_000_000_000 }),
  wholeNumber('--http.rate-burst <calls>', 'most calls that a client may have saved up; unless told, ten seconds of --http.rate', { least: 1 }),
  list('--http.trusted-proxies <addresses>', 'proxies whose X-Forwarded-For names the client, with commas between: addresses or networks', '', network),
  ...limitOptions.map(({ option }) => option),
]

/** The limits that the flags name, times in milliseconds. */
export function toHttpLimits(values: object): HttpLimits {
  const given = values as Record<string, number>
  return Object.fromEntries(
    limitOptions.map(({ name, scale, option }) => [name, given[option.attributeName()]! * scale]),
  ) as unknown as HttpLimits
}

/** What the flags make of the gate. */
export function toGateOptions(values: HttpOptions): GateOptions & { readonly limits: HttpLimits } {
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
  const option = new Option(flags, description)
    .argParser(parse)
    .default(parse(value), value === '' ? 'none' : value)
  return option.env(`LECTERN_${option.name().toUpperCase().replaceAll(/[.-]/g, '_')}`)
}
