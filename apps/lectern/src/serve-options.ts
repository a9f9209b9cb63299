import { availableParallelism } from 'node:os'
import { type Command, Option } from 'commander'
import { wholeNumber } from '@lectern/conformance/terminal'
import { defaultLimits, type Limits } from '@lectern/server'
import { type HttpOptions, httpOptions } from './http-options.ts'
import { address, datadir, httpAddress, httpPort } from './options.ts'

/** What `lectern serve` was told, by the long name of each flag; a limit's name is the flag's. */
export interface ServeOptions extends HttpOptions {
  readonly datadir: string
  readonly 'http.addr': string
  readonly 'http.port': number
  readonly 'http.proofs': OnOff
  readonly 'http.fastlane': OnOff
  readonly 'log.level': string
  readonly 'log.format': 'pretty' | 'json'
  readonly workers: number
  readonly 'workers.timeout': number
  readonly 'shutdown.delay': number
  readonly 'shutdown.limit': number
  readonly 'ready.age': number
  readonly 'cache.rendered': number
  readonly metrics: OnOff
  readonly 'metrics.addr': string
  readonly 'metrics.port'?: number
  readonly otel: OnOff
}

/** The value of a flag that switches a part. */
export type OnOff = 'on' | 'off'

/** The flags of `lectern serve`, in the order that `--help` shows them. geth's spelling where geth has the flag; one row a flag. */
const options = (): readonly Option[] => [
  datadir(),
  httpAddress(),
  httpPort(),
  choice(
    '--http.proofs <on|off>',
    'whether GET /proof/transaction/{hash}, /proof/receipt/{hash} and /proof/block/{number} are answered',
    onOff,
    'on',
  ),
  choice(
    '--http.fastlane <on|off>',
    'whether plain requests are read right from their socket, at half the CPU; --log.level debug and --otel on are without it',
    onOff,
    'on',
  ),
  choice(
    '--log.level <level>',
    'least level that is logged; debug logs each request',
    ['debug', 'info', 'warn', 'error', 'silent'],
    'info',
  ),
  choice(
    '--log.format <format>',
    'pretty on a terminal, else json',
    ['pretty', 'json'],
    process.stdout.isTTY ? 'pretty' : 'json',
  ),
  wholeNumber(
    '--workers <number>',
    'processes that answer, on one port; unless told, as many as cores; more start slower and answer no more',
    {
      least: 1,
      most: 1_024,
      value: availableParallelism(),
    },
  ),
  wholeNumber(
    '--workers.timeout <seconds>',
    'silence after which a worker counts as hung, and is killed and started again; 0 waits for ever',
    { most: 86_400, value: 60 },
  ),
  wholeNumber(
    '--shutdown.delay <seconds>',
    'after the first signal, how long requests are still taken while /readyz says draining; 0 on a terminal, else 1',
    { most: 3_600, value: process.stdout.isTTY ? 0 : 1 },
  ),
  wholeNumber(
    '--shutdown.limit <seconds>',
    'after the delay, how long running requests may take before their connections are cut',
    { least: 1, most: 3_600, value: 5 },
  ),
  wholeNumber(
    '--ready.age <seconds>',
    "most seconds since the head's timestamp before /readyz says behind; 0 does not look",
    { value: 0 },
  ),
  wholeNumber(
    '--cache.rendered <MiB>',
    'most memory, in each worker, for answers kept as they were written; 0 keeps none',
    { most: 65_536, value: 64 },
  ),
  choice('--metrics <on|off>', 'whether GET /metrics is answered', onOff, 'on'),
  address('--metrics.addr <host>', 'address of --metrics.port').env('LECTERN_METRICS_ADDR'),
  wholeNumber(
    '--metrics.port <number>',
    "port for /metrics alone; unless told, it is answered on the endpoint's port",
    {
      most: 65_535,
    },
  ),
  choice(
    '--otel <on|off>',
    'whether requests are traced; needs the package @opentelemetry/api and an SDK loaded by NODE_OPTIONS=--import',
    onOff,
    'off',
  ),
  ...httpOptions(),
  ...Object.values(limitOptions),
]

const onOff: readonly OnOff[] = ['on', 'off']

/** A flag with a fixed set of values; its variable is LECTERN_ and the flag's name in capitals. */
function choice(flags: string, description: string, values: readonly string[], value: string): Option {
  const option = new Option(flags, description).choices(values).default(value)
  return option.env(`LECTERN_${option.name().toUpperCase().replaceAll(/[.-]/g, '_')}`)
}

const limit = (name: keyof Limits, flag: string, description: string) =>
  wholeNumber(`--rpc.${flag} <number>`, description, { least: 1, value: defaultLimits[name] })

/** The flag of each limit; a new limit asks for its row. */
const limitOptions: Record<keyof Limits, Option> = {
  bodyBytes: limit('bodyBytes', 'http-body-limit', 'most bytes of a request'),
  batchItems: limit('batchItems', 'batch-request-limit', 'most requests in a batch'),
  batchBytes: limit('batchBytes', 'batch-response-max-size', "most bytes of a batch's answer"),
  depth: limit('depth', 'depth-limit', 'most levels of nesting in a request'),
  idLength: limit('idLength', 'id-limit', 'most characters of an id'),
  methodLength: limit('methodLength', 'method-limit', "most characters of a method's name"),
}

/** Gives the command the flags of `lectern serve`. */
export function addServeOptions(command: Command): void {
  for (const option of options()) command.addOption(option)
}

/** The limits of requests that the flags name. */
export function toLimits(values: ServeOptions): Limits {
  const given = values as ServeOptions & Record<string, number>
  return Object.fromEntries(
    Object.entries(limitOptions).map(([name, option]) => [name, given[option.attributeName()]]),
  ) as unknown as Limits
}
